import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config";

export default defineConfig({ ...journeys, testDir: "pictures" });
