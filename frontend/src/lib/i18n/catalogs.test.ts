import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const used = new Set(
  sources().flatMap((text) => [...text.matchAll(/i18n\.t\(\s*"((?:[^"\\]|\\.)*)"/g)].map((hit) => hit[1])),
);

it.each(["en", "ms"])("the %s catalogue has every sentence and no other", (language) => {
  const catalogue = readCatalogue(language);
  expect([...used].filter((sentence) => !catalogue.has(sentence ?? ""))).toEqual([]);
  expect([...catalogue.keys()].filter((sentence) => !used.has(sentence))).toEqual([]);
});

it("no Malay sentence is missing, and each keeps the values of the English one", () => {
  for (const [english, malay] of readCatalogue("ms")) {
    expect(malay, english).not.toBe("");
    expect(values(malay), english).toEqual(values(english));
  }
});

function values(sentence: string): string[] {
  return [...new Set([...sentence.matchAll(/\{(\w+)[,}]/g)].map((hit) => hit[1] ?? ""))].sort();
}

function readCatalogue(language: string): Map<string, string> {
  const text = readFileSync(join(process.cwd(), `src/locales/${language}.po`), "utf8");
  const entries = text.matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)msgstr ((?:"(?:[^"\\]|\\.)*"(?:\n|$))+)/gm);
  return new Map([...entries].map(([, id, words]) => [unquote(id), unquote(words)] as const).filter(([id]) => id));
}

function unquote(lines: string | undefined): string {
  return [...(lines ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((hit) => hit[1]).join("");
}

function sources(): string[] {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^app\/kit\//.test(name))
    .map((name) => readFileSync(join("src", name), "utf8"));
}
