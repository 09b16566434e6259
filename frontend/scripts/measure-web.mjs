import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { transformWithOxc } from "vite";

const BASE = process.env.WANGI_BASE_URL ?? "http://localhost:8080";
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const LATE = /\/socket-[\w-]+\.js$/;

const { path, args } = await browserOfTheTests();
const [product] = await (await fetch(`${BASE}/api/products?type=regular&sort=newest&limit=1`)).json();
const pages = { home: "/", catalogue: "/products", product: `/products/${product.id}` };

const found = {};
for (const [name, address] of Object.entries(pages)) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(BASE + address));
  found[name] = { ...middle(rounds), wrong: rounds.at(-1).wrong, ...(await scriptsOf(rounds.at(-1).scripts)) };
}
process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);

/** Node may not run TypeScript by itself. */
async function browserOfTheTests() {
  const written = new URL("../e2e/support/chromium.ts", import.meta.url);
  const { code } = await transformWithOxc(readFileSync(written, "utf8"), "chromium.ts");
  const plain = new URL("../node_modules/.wangi-chromium.mjs", import.meta.url);
  writeFileSync(plain, code);
  return (await import(plain.href)).findChromium();
}

async function measured(url) {
  const profile = mkdtempSync(join(tmpdir(), "wangi-bench-"));
  const browser = spawn(path, [...args, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`]);
  try {
    const port = await portOf(browser);
    const { lhr } = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: "error" });
    return figuresOf(lhr);
  } finally {
    const gone = new Promise((done) => browser.once("exit", done));
    browser.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function portOf(browser) {
  return new Promise((found, lost) => {
    browser.once("exit", () => lost(new Error("The browser did not start")));
    browser.stderr.on("data", (text) => {
      const port = String(text).match(/DevTools listening on ws:\/\/[^:]+:(\d+)/)?.[1];
      if (port) found(Number(port));
    });
  });
}

function figuresOf({ categories, audits }) {
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]);
  const failed = Object.entries(categories).flatMap(([name, { auditRefs }]) =>
    auditRefs.filter(({ id, weight }) => name !== "performance" && weight > 0 && (audits[id].score ?? 1) < 1),
  );
  return {
    ...Object.fromEntries(scores),
    lcp_ms: Math.round(audits["largest-contentful-paint"].numericValue),
    fcp_ms: Math.round(audits["first-contentful-paint"].numericValue),
    tbt_ms: Math.round(audits["total-blocking-time"].numericValue),
    cls: Number(audits["cumulative-layout-shift"].numericValue.toFixed(4)),
    bytes: audits["total-byte-weight"].numericValue,
    wrong: failed.map(({ id }) => id),
    scripts: audits["network-requests"].details.items
      .filter(({ resourceType }) => resourceType === "Script")
      .map(({ url }) => url),
  };
}

function middle(rounds) {
  const names = Object.keys(rounds[0]).filter((name) => typeof rounds[0][name] === "number");
  const sorted = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b);
  return Object.fromEntries(names.map((name) => [name, sorted(name)[Math.floor(rounds.length / 2)]]));
}

async function scriptsOf(urls) {
  const each = await Promise.all([...new Set(urls)].map(async (url) => [url, await packed(url)]));
  const sum = (list) => list.reduce((all, [, bytes]) => all + bytes, 0);
  return {
    script_bytes: sum(each.filter(([url]) => !LATE.test(url))),
    late_script_bytes: sum(each.filter(([url]) => LATE.test(url))),
    scripts: Object.fromEntries(each.map(([url, bytes]) => [new URL(url).pathname, bytes])),
  };
}

function packed(url) {
  return new Promise((done, lost) => {
    get(url, { headers: { "Accept-Encoding": "gzip" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part) => {
        bytes += part.length;
      });
      answer.on("end", () => done(bytes));
    }).on("error", lost);
  });
}
