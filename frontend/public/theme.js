// Runs before the first paint, so a chosen theme never flashes. A file, because the page allows no inline script.
try {
  const chosen = localStorage.getItem("wangi_theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be closed to us; the device's own theme is then right.
}
