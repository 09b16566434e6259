import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { loadToaster } from "@/app/providers";
import { setLanguage } from "@/lib/i18n/language";
import { forgetToast } from "@/ui/toast-store";
import { server } from "./server";

configure({
  asyncUtilTimeout: 10_000,
  // Printing the page is slow, so it is done only when the test fails.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: looksAgain } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: true;
    };
    const shown = looksAgain ? "" : `\n\n${prettyDOM(container)}`;
    const error = new Error(`${message ?? ""}${shown}`);
    error.name = "TestingLibraryElementError";
    return error;
  },
});

beforeAll(async () => {
  server.listen({ onUnhandledRequest: "error" });
  await setLanguage("en");
  await loadToaster();
});
afterEach(() => {
  cleanup();
  forgetToast();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  vi.useRealTimers();
});
afterAll(() => server.close());
