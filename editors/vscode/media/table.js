"use strict";
// What runs in the panel: draws the game that the page holds, as data, with the cards that Hoyle has drawn.
(() => {
  const KNOWN = new Set(["svg", "symbol", "path", "rect", "text", "g", "use"]);
  /** A drawing, of which nothing is kept that is no drawing. */
  const drawing = (text) => {
    const root = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
    if (!root) return document.createDocumentFragment();
    for (const each of [root, ...root.querySelectorAll("*")]) {
      if (!KNOWN.has(each.localName)) each.remove();
      for (const { name, value } of [...each.attributes]) {
        const leads = /href$/i.test(name) && !/^#[\w-]+$/.test(value);
        if (leads || /^on|^style$/i.test(name)) each.removeAttribute(name);
      }
    }
    return document.importNode(root, true);
  };
  /** Light or dark, as the editor is. */
  const theme = () => {
    const [, kind] = /\bvscode-(light|dark|high-contrast-light|high-contrast)\b/.exec(document.body.className) ?? [];
    if (kind !== undefined) document.documentElement.dataset.theme = kind.endsWith("light") ? "light" : "dark";
  };
  new MutationObserver(theme).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  theme();

  const film = JSON.parse(document.getElementById("film").textContent);
  document.getElementById("game").textContent = film.game;
  document.getElementById("title").textContent = film.title;
  document.getElementById("problem").textContent = film.problem;
  document.getElementById("cards").replaceChildren(drawing(film.cards.drawn));
  const box = document.getElementById("play");
  if (film.pictures.length === 0) return box.remove();
  showFilm(box, film, film.cards.ids, Math.min(film.first, film.pictures.length - 1));
  return box.focus();
})();
