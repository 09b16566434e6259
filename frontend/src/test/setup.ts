/** Every test starts in English, signed out, with the network answered by msw only. */
import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { speak } from "@/lib/words";
import { forgetToast } from "@/ui/toast-store";
import { server } from "./server";

beforeAll(async () => {
  server.listen({ onUnhandledRequest: "error" });
  await speak("en");
});
afterEach(() => {
  cleanup();
  forgetToast();
  server.resetHandlers();
  localStorage.clear();
  vi.useRealTimers();
});
afterAll(() => server.close());
