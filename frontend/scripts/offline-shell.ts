import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

const PAGE = "/index.html";
const SOON = /^\/assets\/offline-notice-/;

export function offlineShell(): Plugin {
  return {
    name: "offline-shell",
    apply: "build",
    enforce: "post",
    writeBundle({ dir = "" }, bundle) {
      const page = readFileSync(join(dir, PAGE), "utf8");
      const { app, words } = JSON.parse(page.match(/name="wangi-parts" content='([^']+)'/)?.[1] ?? "{}");
      const linked = [...page.matchAll(/href="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
      const files = readdirSync(join(dir, "assets")).map((name) => `/assets/${name}`);
      const soon = withBelow(
        bundle,
        files.filter((file) => SOON.test(file)),
      );
      // The first file starts the app. The worker recognises its release by it.
      const shell = [...new Set([...app, PAGE, "/start.js", ...words.en, words.ms[0], ...linked, ...soon])];
      const parts = files.filter((file) => /\.(js|css|woff2)$/.test(file) && !shell.includes(file));
      const worker = join(dir, "sw.js");
      const plain = readFileSync(worker, "utf8");
      const hash = createHash("sha256")
        .update(plain)
        .update(page)
        .update(readFileSync(join(dir, "start.js")));
      writeFileSync(worker, written(plain, hash.update(parts.join()).digest("hex").slice(0, 12), shell, parts));
    },
  };
}

function withBelow(bundle: Rolldown.OutputBundle, first: string[]): string[] {
  const open = [...first];
  for (const file of open) {
    const chunk = bundle[file.slice(1)];
    const below = chunk?.type === "chunk" ? chunk.imports.map((file) => `/${file}`) : [];
    open.push(...below.filter((file) => !open.includes(file)));
  }
  return open;
}

function written(worker: string, build: string, shell: string[], parts: string[]): string {
  return worker
    .replace('const BUILD = "none";', `const BUILD = "${build}";`)
    .replace("const SHELL = [];", `const SHELL = ${JSON.stringify(shell)};`)
    .replace("const PARTS = [];", `const PARTS = ${JSON.stringify(parts)};`)
    .replace(/^\s*(\/\/.*|\/\*\*.*\*\/)\n/gm, "");
}
