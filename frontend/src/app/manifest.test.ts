import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
const tokens = readFileSync("src/styles/tokens.css", "utf8");

test("the icons have the sizes that the manifest names", () => {
  const pictures = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
  expect(pictures.map(({ purpose }: { purpose: string }) => purpose)).toEqual(["any", "any", "maskable"]);
  for (const { src, sizes } of pictures) {
    const png = readFileSync(`public${src}`);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

test("the colours of the window are those of the page", () => {
  const [, light = "", dark = ""] = tokens.match(/--paper: light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/) ?? [];
  const page = readFileSync("index.html", "utf8");
  expect(manifest.background_color).toBe(asHex(light));
  expect(page).toContain(`(prefers-color-scheme: light)" content="${asHex(light)}"`);
  expect(page).toContain(`(prefers-color-scheme: dark)" content="${asHex(dark)}"`);
  expect(readFileSync("public/favicon.svg", "utf8")).toContain(manifest.theme_color);
});

function asHex(written: string): string {
  const [light = 0, chroma = 0, hue = 0] = written.split(" ").map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = linear.map((channel) =>
    Math.round(255 * (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)),
  );
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
