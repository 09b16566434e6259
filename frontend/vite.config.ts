import { fileURLToPath } from "node:url";
import { lingui } from "@lingui/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { budget } from "./scripts/budget.ts";
import { type Imports, reachedFirst } from "./scripts/first-page.ts";
import { glyphs } from "./scripts/glyphs.ts";
import { offlineShell } from "./scripts/offline-shell.ts";
import { partsOfScreens } from "./scripts/parts-of-screens.ts";
import { routerParts } from "./scripts/router-parts.ts";
import { testsAlone } from "./scripts/tests-alone.ts";
import { wordsOfFirstPage } from "./scripts/words-of-first-page.ts";

const gateway = process.env.WANGI_BASE_URL ?? "http://localhost:8080";

const TESTS = ["src/**/*.test.{ts,tsx}"];
const alone = process.env.VITEST ? testsAlone("src") : [];

let first: Set<string> | undefined;

function isFirst(id: string, imports: Imports): boolean {
  first ??= reachedFirst(imports);
  return first.has(id);
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    lingui(),
    glyphs(),
    ...(isSsrBuild ? [] : [routerParts(), wordsOfFirstPage(), partsOfScreens(), budget(), offlineShell()]),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    proxy: {
      "/api": { target: gateway },
      "/ws": { target: gateway, ws: true },
    },
  },
  build: {
    // light-dark() must not be transpiled: a subtree flips by its own color-scheme.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !/\/(react|first|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            chunkFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
                // One file compresses better than thirty.
                { name: (id, build) => (isFirst(id, (moduleId) => build.getModuleInfo(moduleId)) ? "first" : null) },
                { name: "icons", test: /lucide-react\/dist\/esm\/icons/ },
              ],
            },
          },
        },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    // A larger young generation spends less time in garbage collection.
    execArgv: ["--max-semi-space-size=64"],
    testTimeout: 40_000,
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "together", include: TESTS, exclude: alone, isolate: false } },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
}));
