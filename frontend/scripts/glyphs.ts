import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const PACKAGES = fileURLToPath(new URL("../node_modules/", import.meta.url));
const MADE = `${PACKAGES}.wangi-glyphs/`;
const GLYPHS = [
  [0x20, 0x7e],
  [0xa0],
  [0xa9],
  [0xb7],
  [0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022],
  [0x2026],
];
const FACES = {
  sans: {
    file: "@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2",
    says: "font-family: 'Instrument Sans Variable'; font-weight: 400 700; font-stretch: 75% 100%;",
  },
  serif: {
    file: "@fontsource-variable/hedvig-letters-serif/files/hedvig-letters-serif-latin-opsz-normal.woff2",
    says: "font-family: 'Hedvig Letters Serif Variable'; font-weight: 400;",
  },
};

export function glyphs(): Plugin {
  return {
    name: "glyphs",
    async buildStart() {
      mkdirSync(MADE, { recursive: true });
      const rules = Object.entries(FACES).map(async ([name, { file, says }]) => {
        const subset = await subsetFont(readFileSync(PACKAGES + file), textOf(GLYPHS), { targetFormat: "woff2" });
        writeFileSync(`${MADE}${name}.woff2`, subset);
        const source = `src: url(./${name}.woff2) format('woff2-variations'); unicode-range: ${rangeOf(GLYPHS)};`;
        return `@font-face { ${says} font-style: normal; font-display: swap; ${source} }\n`;
      });
      writeFileSync(`${MADE}glyphs.css`, (await Promise.all(rules)).join(""));
    },
  };
}

function textOf(spans: number[][]): string {
  return spans
    .map(([from = 0, to = from]) => String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, at) => from + at)))
    .join("");
}

function rangeOf(spans: number[][]): string {
  return spans.map((span) => `U+${span.map((glyph) => glyph.toString(16)).join("-")}`).join(", ");
}
