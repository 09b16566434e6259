import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en",
  // A fixed order, so that a new message moves no other.
  orderBy: "messageId",
  locales: ["en", "ms"],
  catalogs: [{ path: "<rootDir>/src/locales/{locale}", include: ["src"], exclude: ["**/*.test.*", "src/app/kit/**"] }],
  format: "po",
  formatOptions: { lineNumbers: false, origins: false },
});
