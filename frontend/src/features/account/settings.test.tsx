import { i18n } from "@lingui/core";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { chooseLanguage, setLanguage } from "@/lib/i18n/language";
import { chooseTheme } from "@/lib/page/theme";
import { aUser } from "@/test/makers";
import { refusal, server } from "@/test/server";
import { answers, HERE, openSettings, section, sent } from "@/test/settings";
import { deviceWords, placeWords } from "./security/devices";

describe("devices", () => {
  it("shows which is this one, ends another, and ends all", async () => {
    answers("delete", "/api/user/7/sessions/b", () => HttpResponse.json({ success: true }));
    answers("post", "/api/v1/auth/logout-all", () => HttpResponse.json({ success: true }));
    answers("post", "/api/v1/auth/logout", () => HttpResponse.json({ success: true }));
    const { user, path } = openSettings();
    const devices = await section("Where you are signed in");
    expect(await devices.findByText("This device")).toBeVisible();
    await user.click(devices.getByRole("button", { name: "Sign out Safari on iPhone" }));
    await waitFor(() => expect(sent["/api/user/7/sessions/b"]).toHaveLength(1));
    await user.click(devices.getByRole("button", { name: "Sign out everywhere" }));
    await waitFor(() => expect(path()).toBe("/"));
    expect(localStorage.getItem("app_token")).toBeNull();
  });

  it("a list that fails says so and is fetched again", async () => {
    const { user } = openSettings();
    server.use(http.get("*/api/user/7/sessions", () => refusal(503, "unavailable")));
    const devices = await section("Where you are signed in");
    const retry = await devices.findByRole("button", { name: "Retry" });
    server.use(http.get("*/api/user/7/sessions", () => HttpResponse.json([HERE])));
    await user.click(retry);
    expect(await devices.findByText("Chrome on Windows")).toBeVisible();
  });
});

it("U7, U9: a device and its network are described in the reader's language", async () => {
  await setLanguage("ms");
  const at = (change: object) => ({ ...HERE, browser: null, system: null, network: null, ...change });
  expect(deviceWords(i18n, HERE)).toBe("Chrome pada Windows");
  expect(deviceWords(i18n, at({ system: "iPhone" }))).toBe("iPhone");
  expect(deviceWords(i18n, at({}))).toBe("Peranti tidak dikenali");
  expect(placeWords(i18n, HERE)).toBe("Rangkaian 60.52.14.0/24");
  expect(placeWords(i18n, at({ isLocal: true }))).toBe("Rangkaian setempat");
  expect(placeWords(i18n, at({}))).toBe("Rangkaian tidak dikenali");
  await setLanguage("en");
});

describe("preferences", () => {
  afterEach(async () => {
    chooseTheme("system");
    await chooseLanguage("en");
  });

  it("language and theme take effect at once and are kept with the account", async () => {
    answers("patch", "/api/user/7", () => HttpResponse.json(aUser({ language: "ms", theme: "dark" })));
    const { user } = openSettings();
    const preferences = await section("Preferences");
    await user.click(preferences.getByRole("radio", { name: "Dark" }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    await user.click(preferences.getByRole("radio", { name: "Bahasa Melayu" }));
    expect(await screen.findByRole("heading", { name: "Keutamaan" })).toBeVisible();
    await waitFor(() => expect(sent["/api/user/7"]).toEqual([{ theme: "dark" }, { language: "ms" }]));
  });

  it("the settings of an account are applied when its owner signs in", async () => {
    openSettings({ language: "ms", theme: "dark" });
    expect(await screen.findByRole("heading", { name: "Keutamaan" })).toBeVisible();
    expect(document.documentElement.dataset.theme).toBe("dark");
  });
});

describe("data and leaving", () => {
  it("a copy of everything is downloaded", async () => {
    const createUrl = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    server.use(http.get("*/api/user/7/export", () => HttpResponse.json({ account: { id: 7 } })));
    const { user } = openSettings();
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    await waitFor(() => expect(createUrl).toHaveBeenCalled());
    expect(await new Response(createUrl.mock.calls[0]?.[0] as Blob).json()).toEqual({ account: { id: 7 } });
  });

  it("U38: an interrupted copy is not saved, and an error is shown", async () => {
    const createUrl = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    const broken = new ReadableStream({
      start: (to) => to.enqueue(new TextEncoder().encode('{"account":')),
      pull: (to) => to.error(new TypeError("network error")),
    });
    server.use(http.get("*/api/user/7/export", () => new HttpResponse(broken)));
    const { user } = openSettings();
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    expect(await screen.findByText("No connection")).toBeVisible();
    expect(createUrl).not.toHaveBeenCalled();
  });

  it("U38: an account with open obligations is not deleted, and they are listed", async () => {
    const obligations = [
      { code: "live_auction", auctionId: 422 },
      { code: "leading_bid", auctionId: 423 },
      { code: "unpaid_order" },
    ];
    answers("delete", "/api/user/7", () => refusal(409, "obligations_open", "", { obligations }));
    const { user } = openSettings();
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    expect(screen.getByText("What stays, without your name")).toBeVisible();
    await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
    expect(
      await screen.findByRole("link", { name: "You are the highest bidder for lot 423, which is not settled yet." }),
    ).toHaveAttribute("href", "/auctions/423");
    expect(screen.getByText("Your auction, lot 422, has bids and is not settled yet.")).toBeVisible();
    expect(screen.getByText("A deal of yours is not finished yet.")).toBeVisible();
  });

  it("U38: wallet credit is left behind only by who was warned of it", async () => {
    const credit = (amount: number) =>
      refusal(409, "obligations_open", "", { obligations: [{ code: "wallet_credit", amount }] });
    answers("delete", "/api/user/7", () => credit(340));
    const { user } = openSettings();
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
    await user.click(await screen.findByRole("checkbox", { name: /^Leave RM.3\.40 behind/ }));
    expect(screen.getByRole("link", { name: /^There is RM.3\.40 in your wallet/ })).toHaveAttribute(
      "href",
      "/profile?tab=wallet",
    );
    answers("delete", "/api/user/7", () => credit(500));
    await user.click(screen.getByRole("button", { name: "Delete for good" }));
    expect(await screen.findByRole("checkbox", { name: /^Leave RM.5\.00 behind/ })).not.toBeChecked();
    expect(sent["/api/user/7"]?.at(-1)).toEqual({ password: "longenough", leftCredit: 340 });
  });

  it("U38: a purchase whose money is held is named once", async () => {
    const obligations = [
      { code: "open_purchase", transactionId: 12 },
      { code: "held_money", transactionId: 12 },
      { code: "unpaid_payout", amount: 80_000 },
    ];
    answers("delete", "/api/user/7", () => refusal(409, "obligations_open", "", { obligations }));
    const { user } = openSettings();
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
    expect(await screen.findByRole("link", { name: /^We hold the money/ })).toHaveAttribute("href", "/orders/12");
    expect(screen.getByText(/^RM.800\.00 is on its way to your bank account/)).toBeVisible();
    expect(screen.queryByText("A purchase is not delivered yet.")).toBeNull();
    expect(screen.queryByRole("checkbox", { name: /behind/ })).toBeNull();
  });

  it("U38: a deleted account is gone from this browser at once", async () => {
    answers("delete", "/api/user/7", () => HttpResponse.json({ success: true, message: "" }));
    answers("post", "/api/v1/auth/logout", () => HttpResponse.json({ success: true }));
    const { user, path } = openSettings();
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
    await waitFor(() => expect(path()).toBe("/"));
    expect(sent["/api/user/7"]).toEqual([{ password: "longenough" }]);
    expect(localStorage.getItem("app_token")).toBeNull();
  });
});
