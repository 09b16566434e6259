/** Journeys in a real Chromium, against a shop that is already running. */
import { defineConfig } from "@playwright/test";
import { drawnDirectly, findChromium } from "./e2e/support/chromium";

const chromium = await findChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: process.env.WANGI_BASE_URL ?? "http://localhost:8080",
    locale: "en-GB",
    timezoneId: "Asia/Kuala_Lumpur",
    // Drawing what moves is a seventh of a browser's time; what is to move says so itself.
    contextOptions: { reducedMotion: "reduce" },
    // A tenth of the time: kept for inspection.
    trace: process.env.CI ? "off" : "retain-on-failure",
    launchOptions: { executablePath: chromium.path, args: drawnDirectly(chromium.args) },
  },
});
