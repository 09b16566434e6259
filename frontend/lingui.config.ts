/** The two languages of Wangi; English is the source, its sentences are the keys. */
import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "ms"],
  catalogs: [{ path: "<rootDir>/src/locales/{locale}", include: ["src"], exclude: ["**/*.test.*", "src/app/kit/**"] }],
  format: "po",
  formatOptions: { lineNumbers: false, origins: false },
});
