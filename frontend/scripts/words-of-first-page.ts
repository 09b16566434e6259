import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));

export function wordsOfFirstPage(): Plugin {
  let first: string | undefined;
  return {
    name: "words-of-first-page",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      const [, language, part] = id.match(/\/locales\/(\w+)\.po\?(first|rest)/) ?? [];
      const written = part && code.match(/JSON\.parse\(("(?:[^"\\]|\\.)*")\)/)?.[1];
      if (!written) return undefined;
      first ??= sourcesOfFirstPage();
      const all = Object.entries<unknown[]>(JSON.parse(JSON.parse(written)));
      const kept = all.filter(([key, words]) => {
        if (language === "en" && words.length === 1 && words[0] === key) return false;
        return first?.includes(JSON.stringify(key)) === (part === "first");
      });
      return { code: `export const messages = ${JSON.stringify(Object.fromEntries(kept))};`, map: null };
    },
  };
}

function sourcesOfFirstPage(): string {
  const open = [join(SOURCES, "app/main.tsx")];
  const texts = new Map<string, string>();
  for (const file of open) {
    if (texts.has(file)) continue;
    const text = readFileSync(file, "utf8");
    texts.set(file, text);
    const fetched = file.endsWith("app/router.tsx") ? text.replace(/import\("[^"]*"\)/g, "") : text;
    const targets = [...fetched.matchAll(/(?:from |import\()"((?:@\/|\.)[^"]+)"/g)].map((match) => match[1] ?? "");
    open.push(...targets.flatMap((target) => placeOf(target, file)));
  }
  return [...texts.values()].join("\n");
}

function placeOf(target: string, from: string): string[] {
  const path = target.startsWith("@/") ? join(SOURCES, target.slice(2)) : join(dirname(from), target);
  return ["", ".ts", ".tsx", "/index.ts"]
    .map((end) => path + end)
    .filter((path) => /\.tsx?$/.test(path) && existsSync(path));
}
