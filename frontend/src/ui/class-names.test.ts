import { readdirSync, readFileSync } from "node:fs";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { cn } from "./class-names";

const TEXT =
  "tiny meta small body field price lead h4 lot quote h3 part h2 level clock big urgent h1 title bid display".split(
    " ",
  );
const COLOURS = ["paper", "surface", "wash", "ink", "line", "edge", "room", "pandan", "ambar", "rosella", "scrim"];
const SHADES = ["", "-2", "-3", "-line", "-ink", "-ink-2", "-liquid", "-wash"];
const color = [...COLOURS.flatMap((colour) => SHADES.map((shade) => colour + shade)), "on-ambar"];
const PROSE = /^(shadow|border-colour|outline)$/;
const reference = extendTailwindMerge({
  extend: { theme: { text: TEXT, color, radius: ["1", "2", "sheet", "full"], shadow: ["scrolled", "lift"] } },
});

function written(): string[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const texts = files
    .filter((file) => !file.startsWith("generated") && file !== "ui/class-names.ts")
    .map((file) => readFileSync(`src/${file}`, "utf8"));
  const words = texts.flatMap((text) =>
    [...text.matchAll(/["`]([^"`\n]*)["`]/g)].flatMap(([, name = ""]) => name.split(/\s+/)),
  );
  const plain = [...new Set(words)].filter((word) => /^-?[a-z][^:'<>{}$]*$/.test(word));
  return plain.filter((word) => reference(`${word} ${word}`) === word && !PROSE.test(word));
}

it("of any two classes of the app, the same are left as tailwind-merge leaves them", { timeout: 60_000 }, () => {
  const classes = written();
  expect(classes.length).toBeGreaterThan(400);
  const different: string[] = [];
  for (const a of classes)
    for (const b of classes)
      if (a !== b && cn(a, b) !== reference(`${a} ${b}`)) different.push(`${a} ${b} -> ${cn(a, b)}`);
  expect(different).toEqual([]);
});

it("states and arbitrary properties are distinguished", () => {
  expect(cn("px-4 hover:bg-ink", "max-md:px-2", false, "hover:bg-wash px-2")).toBe("max-md:px-2 hover:bg-wash px-2");
  expect(cn("data-[state=active]:text-ink text-ink", "text-paper")).toBe("data-[state=active]:text-ink text-paper");
  expect(cn("aspect-[4/5]", "aspect-square", "unknown")).toBe("aspect-square unknown");
});
