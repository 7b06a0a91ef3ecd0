"use strict";
/** Light or dark: as the system has it, until somebody presses the switch; kept where the browser keeps things. */
(() => {
  const root = document.documentElement;
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a browser may keep nothing */ } };
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const shown = () => document.querySelectorAll("[data-switch=theme]").forEach((one) => one.setAttribute("aria-pressed", String(dark())));
  if (["light", "dark"].includes(kept("hoyle-theme"))) root.dataset.theme = kept("hoyle-theme");
  document.addEventListener("DOMContentLoaded", shown);
  system.addEventListener("change", shown);
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-switch=theme]")) return;
    root.dataset.theme = dark() ? "light" : "dark";
    keep("hoyle-theme", root.dataset.theme);
    shown();
  });
})();
