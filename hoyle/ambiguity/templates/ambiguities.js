"use strict";
const films = JSON.parse(document.getElementById("films").textContent);
const ids = JSON.parse(document.getElementById("pictures").textContent);
function start(item) {
  const film = films[Number(item.dataset.film)];
  showFilm(item.querySelector(".film"), film, ids, film.pictures.length - 1);
}
document.querySelectorAll("details.item").forEach(item => {
  const show = () => { if (item.open && !item.querySelector(".tools")) item.querySelectorAll("[data-film]").forEach(start); };
  item.addEventListener("toggle", show);
  show();
});
