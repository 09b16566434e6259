import type { Plugin } from "vite";

const SCREENS = {
  "^/products$": "routes/products.tsx",
  "^/products/\\d+$": "routes/product.tsx",
  "^/auctions?/\\d+$": "routes/auction.tsx",
  "^/sellers/\\d+$": "routes/seller.tsx",
};
const SCRIPT = / *<script type="module"[^>]* src="\/([^"]+)"><\/script>\n/g;
const address = (file: string) => `/${file}`;
const WORDS = { en: ["en.po?first", "en.po?rest"], ms: ["ms.po?first", "ms.po?rest"] };

export function partsOfScreens(): Plugin {
  return {
    name: "parts-of-screens",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).flatMap((output) => (output.type === "chunk" ? [output] : []));
        const withBelow = (first: string | undefined) => {
          const open = first ? [first] : [];
          for (const file of open) {
            const below = chunks.find(({ fileName }) => fileName === file)?.imports ?? [];
            open.push(...below.filter((file) => !open.includes(file)));
          }
          return open;
        };
        const app = [...html.matchAll(SCRIPT)].map(([, file]) => file ?? "").reverse();
        const filesOf = (source: string) =>
          withBelow(chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(source))?.fileName)
            .filter((file) => !app.includes(file))
            .map(address);
        const screens = Object.fromEntries(Object.entries(SCREENS).map(([path, file]) => [path, filesOf(file)]));
        const words = Object.fromEntries(Object.entries(WORDS).map(([tag, files]) => [tag, files.flatMap(filesOf)]));
        const parts = JSON.stringify({ app: app.map(address), screens, words });
        return html
          .replace(SCRIPT, "")
          .replace(
            '<script src="/start.js">',
            (script) => `<meta name="wangi-parts" content='${parts}' />\n    ${script}`,
          );
      },
    },
  };
}
