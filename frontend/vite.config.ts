/** How the web app is built, served while developing, and tested. */
import { fileURLToPath } from "node:url";
import { lingui } from "@lingui/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const gateway = process.env.WANGI_BASE_URL ?? "http://localhost:8080";

export default defineConfig({
  plugins: [react(), tailwindcss(), lingui()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    proxy: {
      "/api": { target: gateway },
      "/ws": { target: gateway, ws: true },
    },
  },
  build: {
    // light-dark() must reach the browser as written: a subtree flips by its own color-scheme.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\// },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
  },
});
