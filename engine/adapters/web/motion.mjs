// ---------------- cards that travel, unless nobody wants that

/** Do cards stay still: by the switch, or because the system asks for less motion? */
const still = () => page("motion").getAttribute("aria-pressed") !== "true" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where each card on the table lies now. */
function positions() {
  const found = new Map();
  if (still()) return found;
  for (const card of document.querySelectorAll(".card[data-card]")) found.set(card.dataset.card, card.getBoundingClientRect());
  return found;
}

/** Lets each card travel from where it lay to where it lies. */
function moveOn(before) {
  if (still()) return;
  for (const card of document.querySelectorAll(".card[data-card]")) {
    const from = before.get(card.dataset.card);
    const to = card.getBoundingClientRect();
    if (!from) card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200 });
    else if (Math.hypot(from.x - to.x, from.y - to.y) > 4) {
      card.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
    }
  }
}
