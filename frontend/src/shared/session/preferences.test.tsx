import { screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, expect, it } from "vitest";
import { chooseLanguage } from "@/lib/i18n/language";
import { chooseTheme } from "@/lib/page/theme";
import { aUser } from "@/test/makers";
import { answers, openSettings, sent } from "@/test/settings";

afterEach(async () => {
  chooseTheme("system");
  await chooseLanguage("en");
});

it("a guest's Malay and dark theme stay at sign-in to an account that never chose", async () => {
  answers("patch", "/api/user/7", () => HttpResponse.json(aUser({ language: "ms" })));
  await chooseLanguage("ms");
  chooseTheme("dark");
  openSettings({ languageChosen: false });
  expect(await screen.findByRole("heading", { name: "Keutamaan" })).toBeVisible();
  await waitFor(() => expect(sent["/api/user/7"]).toEqual([{ language: "ms" }]));
  expect(document.documentElement.lang).toBe("ms-MY");
  expect(document.documentElement.dataset.theme).toBe("dark");
});

it("the language that an account chose is applied over a guest's", async () => {
  answers("patch", "/api/user/7", () => HttpResponse.json(aUser()));
  await chooseLanguage("ms");
  openSettings();
  expect(await screen.findByRole("heading", { name: "Preferences" })).toBeVisible();
  expect(sent["/api/user/7"]).toEqual([]);
});

it("an account that never chose leaves the language of the browser", async () => {
  openSettings({ language: "ms", languageChosen: false });
  localStorage.removeItem("wangi_language");
  expect(await screen.findByRole("heading", { name: "Preferences" })).toBeVisible();
});
