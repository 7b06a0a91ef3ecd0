/** A picture that `engine.pages.cards` has drawn on this page; `name` is its id. */
function picture(name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("class", "picture");
  made.setAttribute("viewBox", "0 0 60 84");
  made.setAttribute("aria-hidden", "true");
  const shown = document.createElementNS("http://www.w3.org/2000/svg", "use");
  shown.setAttribute("href", `#${name}`);
  made.append(shown);
  return made;
}
