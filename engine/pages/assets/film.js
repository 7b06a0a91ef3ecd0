/**
 * A game to step through, drawn into a box. `film` is as `hoyle.report.films` has it; `ids` tells the picture of each card by its name
 * (`engine.pages.cards`), and that of a back by "". It begins with picture number `at`.
 */
const make = (tag, cls, text) => { const e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; };
function showFilm(box, film, ids, at) {
  const own = (name) => Object.hasOwn(ids, name);
  const card = (name) => {
    const e = make("li", own(name) ? "" : "named", own(name) ? undefined : name);
    if (own(name)) e.append(picture(ids[name]), make("span", "unseen", name));
    return e;
  };
  const back = (count) => {
    const e = make("li", "back");
    if (own("")) e.append(picture(ids[""]));
    e.append(make("b", "", String(count)), make("span", "unseen", " face down"));
    return e;
  };
  const zone = (p, mover) => {
    const box = make("div", "zone");
    if (p.own && p.name.endsWith(mover)) box.classList.add("turn");
    box.append(make("span", "", p.name + (p.count > 1 ? " (" + p.count + ")" : p.count ? "" : ": empty")));
    const row = make("ul", p.stack ? "fan" : "fan apart");
    if (p.count && (p.down || !p.cards.length)) row.append(back(p.count));
    else p.cards.forEach((c) => row.append(card(c)));
    if (p.count) box.append(row);
    return box;
  };
  const table = (shown) => {
    const box = make("div"), zones = make("div", "zones");
    shown.piles.forEach((p) => zones.append(zone(p, shown.mover)));
    const state = shown.mover + " to move \u00b7 " + shown.at + (shown.fields.length ? " \u00b7 " + shown.fields.join(", ") : "");
    box.append(zones, make("p", "state", state));
    if (shown.note) box.append(make("p", "say", shown.note));
    return box;
  };
  const same = (a, b) => !a.move && JSON.stringify([a.piles, a.mover, a.fields]) === JSON.stringify([b.piles, b.mover, b.fields]);
  const bar = make("div", "tools"), view = make("div"), last = film.pictures.length - 1;
  const first = make("button", "", "start"), prev = make("button", "", "\u25c0 back"), next = make("button", "", "next \u25b6"), caption = make("span", "move");
  bar.append(first, prev, next, caption);
  const draw = () => {
    const p = film.pictures[at];
    first.disabled = prev.disabled = at === 0;
    next.disabled = at === last;
    caption.textContent = (at ? at + ". " + p.move : "the start") + " (" + at + " of " + last + ")";
    view.replaceChildren(table(p));
    if (at === last && film.sides.length) {
      const sides = make("div", "sides");
      film.sides.forEach((s) => {
        const e = make("div", "side");
        e.append(make("h3", "", s.name + (s.move ? ", after " + s.move : "")), same(s, p) ? make("p", "say", s.note || s.at) : table(s));
        sides.append(e);
      });
      view.append(sides);
    }
  };
  const go = (n) => { at = Math.max(0, Math.min(last, n)); draw(); };
  first.onclick = () => go(0);
  prev.onclick = () => go(at - 1);
  next.onclick = () => go(at + 1);
  box.onkeydown = (e) => { if (e.key === "ArrowLeft") go(at - 1); else if (e.key === "ArrowRight") go(at + 1); else return; e.preventDefault(); };
  box.replaceChildren(bar, view);
  go(at);
}
