import { i18n } from "@lingui/core";
import { beforeEach, expect, it, vi } from "vitest";

const slowly = (messages: Record<string, string[]>, pause: number) => async () => {
  await new Promise((come) => setTimeout(come, pause));
  return { messages };
};
const first = slowly({ Home: ["Home"] }, 40);
const rest = slowly({ "{n} active": [["n"], " active"] as unknown as string[] }, 5);
vi.mock("@/locales/en.po?first?lingui", () => first());
vi.mock("@/locales/en.po?rest?lingui", () => rest());

beforeEach(() => vi.resetModules());

it("a first load that ends late does not take the others' words away", async () => {
  const { setLanguage, loadAllMessages } = await import("./language");
  await Promise.all([setLanguage("en"), loadAllMessages()]);
  await new Promise((come) => setTimeout(come, 60));
  expect(i18n._("{n} active", { n: 3 })).toBe("3 active");
});

it("a second call while the words are loading waits for them too", async () => {
  const { setLanguage, loadAllMessages } = await import("./language");
  await setLanguage("en");
  void loadAllMessages();
  await loadAllMessages();
  expect(i18n._("{n} active", { n: 3 })).toBe("3 active");
});
