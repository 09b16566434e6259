import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const MOST = 150_000;

export function budget(): Plugin {
  return {
    name: "budget",
    apply: "build",
    writeBundle({ dir = "" }) {
      const start = join(dir, "start.js");
      const plain = readFileSync(start, "utf8").replace(/^\s*(\/\/.*|\/\*\*.*\*\/)\n/gm, "");
      writeFileSync(start, plain.replace(/^\s+/gm, ""));
      const page = readFileSync(join(dir, "index.html"), "utf8");
      const { app, words } = JSON.parse(page.match(/name="wangi-parts" content='([^']+)'/)?.[1] ?? "{}");
      const files = ["/start.js", ...app, words.en[0]];
      const weight = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dir, file)), { level: 9 }).length, 0);
      if (weight > MOST)
        this.error(`The home page's scripts weigh ${weight} bytes packed; at most ${MOST} (scripts/budget.ts)`);
      this.info?.(`The home page's scripts weigh ${weight} bytes packed, of ${MOST}`);
    },
  };
}
