import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { builtinEnvironments } from "vitest/runtime";

const SCREENS = { home: "/", catalogue: "/products", product: "/products/1", auction: "/auctions/1" };
const root = fileURLToPath(new URL("..", import.meta.url));
const outDir = "node_modules/.wangi-first-screen";

process.env.NODE_ENV = "production";
await build({ root, logLevel: "error", build: { ssr: "src/app/first-screen.tsx", outDir, emptyOutDir: true } });

await builtinEnvironments["happy-dom"].setup(globalThis, { happyDOM: { url: "http://localhost/" } });
globalThis.fetch = () => new Promise(() => {});
const { drawPage } = await import(new URL(`../${outDir}/first-screen.js`, import.meta.url).href);

const drawn = {};
for (const [screen, path] of Object.entries(SCREENS)) {
  drawn[screen] = {};
  for (const language of ["en", "ms"]) drawn[screen][language] = checked(screen, await drawPage(path, language));
}
writeFileSync(`${root}dist/first-screens.json`, JSON.stringify(drawn));
process.exit(0); // the app's timers would keep the process alive

/** The security policy allows no inline styles, and the gateway inserts exactly one picture. */
function checked(screen, html) {
  if (/ style="/.test(html)) throw new Error(`${screen}: an element with a style of its own before its data is here`);
  const holes = html.split("data-first-picture").length - 1;
  if (holes !== 1) throw new Error(`${screen}: ${holes} places for the first picture, one is needed`);
  return html;
}
