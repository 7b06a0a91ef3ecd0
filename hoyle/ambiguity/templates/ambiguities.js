"use strict";
const films = JSON.parse(document.getElementById("films").textContent);
const make = (tag, cls, text) => { const e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; };
const ids = JSON.parse(document.getElementById("pictures").textContent);
function card(name) {
  const e = make("li", ids[name] ? "" : "named", ids[name] ? undefined : name);
  if (ids[name]) e.append(picture(ids[name]), make("span", "unseen", name));
  return e;
}
function back(count) {
  const e = make("li", "back");
  if (ids[""]) e.append(picture("card-back"));
  e.append(make("b", "", String(count)), make("span", "unseen", " face down"));
  return e;
}
function zone(p, mover) {
  const box = make("div", "zone");
  if (p.own && p.name.endsWith(mover)) box.classList.add("turn");
  box.append(make("span", "", p.name + (p.count > 1 ? " (" + p.count + ")" : p.count ? "" : ": empty")));
  const row = make("ul", p.stack ? "fan" : "fan apart");
  if (p.count && (p.down || !p.cards.length)) row.append(back(p.count));
  else p.cards.forEach(c => row.append(card(c)));
  if (p.count) box.append(row);
  return box;
}
function table(picture) {
  const box = make("div");
  const zones = make("div", "zones");
  picture.piles.forEach(p => zones.append(zone(p, picture.mover)));
  box.append(zones);
  box.append(make("p", "state", picture.mover + " to move \u00b7 " + picture.at + (picture.fields.length ? " \u00b7 " + picture.fields.join(", ") : "")));
  if (picture.note) box.append(make("p", "say", picture.note));
  return box;
}
function same(a, b) { return !a.move && JSON.stringify([a.piles, a.mover, a.fields]) === JSON.stringify([b.piles, b.mover, b.fields]); }
function said(side) { return make("p", "say", side.note || side.at); }
function start(item) {
  const film = films[Number(item.dataset.film)], box = item.querySelector(".film");
  let at = film.pictures.length - 1;
  const bar = make("div", "tools"), view = make("div");
  const first = make("button", "", "deal"), prev = make("button", "", "\u25c0 back"), next = make("button", "", "next \u25b6"), caption = make("span", "move");
  bar.append(first, prev, next, caption);
  const draw = () => {
    const p = film.pictures[at], end = at === film.pictures.length - 1;
    first.disabled = prev.disabled = at === 0; next.disabled = end;
    caption.textContent = (at ? at + ". " + p.move : "the deal") + " (" + at + " of " + (film.pictures.length - 1) + ")";
    view.replaceChildren(table(p));
    if (end && film.sides.length) {
      const sides = make("div", "sides");
      film.sides.forEach(s => { const e = make("div", "side"); e.append(make("h3", "", s.name + (s.move ? ", after " + s.move : "")), same(s, p) ? said(s) : table(s)); sides.append(e); });
      view.append(sides);
    }
  };
  const go = n => { at = Math.max(0, Math.min(film.pictures.length - 1, n)); draw(); };
  first.onclick = () => go(0); prev.onclick = () => go(at - 1); next.onclick = () => go(at + 1);
  box.onkeydown = e => { if (e.key === "ArrowLeft") go(at - 1); else if (e.key === "ArrowRight") go(at + 1); else return; e.preventDefault(); };
  box.append(bar, view);
  draw();
}
document.querySelectorAll("details.item").forEach(item => {
  const show = () => { if (item.open && !item.querySelector(".tools")) item.querySelectorAll("[data-film]").forEach(start); };
  item.addEventListener("toggle", show);
  show();
});
