import { defineConfig } from "@playwright/test";
import { drawnDirectly, findChromium } from "./e2e/support/chromium";

const chromium = await findChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: [["list"]],
  use: {
    baseURL: process.env.WANGI_BASE_URL ?? "http://localhost:8080",
    locale: "en-GB",
    // The worker must not answer requests that a test mocks. installing.spec.ts allows it.
    serviceWorkers: "block",
    timezoneId: "Asia/Kuala_Lumpur",
    contextOptions: { reducedMotion: "reduce" },
    trace: process.env.CI ? "off" : "retain-on-failure",
    launchOptions: { executablePath: chromium.path, args: drawnDirectly(chromium.args) },
  },
});
