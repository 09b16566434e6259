/** Journeys in a real Chromium, against a shop that is already running. */
import { defineConfig } from "@playwright/test";
import { drawnDirectly, findChromium } from "./e2e/support/chromium";

const chromium = await findChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  timeout: 600_000,
  // A wait costs nothing when what is awaited comes: long enough for a machine that does much else.
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: [["list"]],
  use: {
    baseURL: process.env.WANGI_BASE_URL ?? "http://localhost:8080",
    locale: "en-GB",
    // What a test answers itself must not be answered by the worker; installing.spec.ts allows it.
    serviceWorkers: "block",
    timezoneId: "Asia/Kuala_Lumpur",
    // Drawing what moves is a seventh of a browser's time; what is to move says so itself.
    contextOptions: { reducedMotion: "reduce" },
    // A tenth of the time: kept for inspection.
    trace: process.env.CI ? "off" : "retain-on-failure",
    launchOptions: { executablePath: chromium.path, args: drawnDirectly(chromium.args) },
  },
});
