import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { NOW } from "@/test/makers";
import { refusal, server } from "@/test/server";
import { answers, openSettings, section, sent } from "@/test/settings";
import type { ApiKey } from "./api-key-calls";

const KEYS = "/api/user/7/api-keys";
const SECRET = "wangi_4kTz0123456789012345678901234567890123456789012345";
const aKey = (change: Partial<ApiKey> = {}): ApiKey => ({
  id: 3,
  name: "Stock sync",
  scopes: ["read", "listings:write"],
  prefix: "wangi_4kTz",
  createdAt: NOW,
  expiresAt: "2027-02-20T12:00:00Z",
  lastUsedAt: null,
  previousEndsAt: null,
  isExpired: false,
  ...change,
});
const listed = (...keys: ApiKey[]) => server.use(http.get(`*${KEYS}`, () => HttpResponse.json(keys)));

it("a key is made by its scopes and the password, and it is shown once", async () => {
  const keys: ApiKey[] = [];
  server.use(http.get(`*${KEYS}`, () => HttpResponse.json(keys)));
  answers("post", KEYS, () => {
    keys.push(aKey());
    return HttpResponse.json({ key: aKey(), secret: SECRET }, { status: 201 });
  });
  const { user } = openSettings();
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const own = await section("API keys");
  expect(await own.findByText("You have no API key yet.")).toBeVisible();
  await user.click(own.getByRole("button", { name: "Create an API key" }));
  const form = within(screen.getByRole("dialog", { name: "Create an API key" }));
  await user.type(form.getByLabelText("Your password"), "longenough");
  await user.click(form.getByRole("button", { name: "Create" }));
  expect(form.getByText("A name is required")).toBeVisible();
  await user.type(form.getByLabelText("Name of this key"), "  Stock sync ");
  await user.click(form.getByRole("checkbox", { name: /^Read what every visitor sees/ }));
  await user.click(form.getByRole("button", { name: "Create" }));
  expect(form.getByText("Choose at least one thing")).toBeVisible();
  await user.click(form.getByRole("checkbox", { name: /^Put up, change and take down/ }));
  await user.selectOptions(form.getByLabelText("Ends after"), "365 days");
  await user.click(form.getByRole("button", { name: "Create" }));
  const shown = within(await screen.findByRole("dialog", { name: "Stock sync" }));
  expect(shown.getByText(SECRET)).toBeVisible();
  await user.click(shown.getByRole("button", { name: "Copy the key" }));
  expect(writeText).toHaveBeenCalledWith(SECRET);
  await user.click(shown.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(await own.findByText("Stock sync")).toBeVisible();
  expect(sent[KEYS]).toEqual([{ name: "Stock sync", scopes: ["listings:write"], days: 365, password: "longenough" }]);
});

it("a wrong password makes no key and says so", async () => {
  server.use(http.post(`*${KEYS}`, () => refusal(401, "invalid_credentials")));
  const { user } = openSettings();
  await user.click(await (await section("API keys")).findByRole("button", { name: "Create an API key" }));
  await user.type(screen.getByLabelText("Name of this key"), "Stock sync");
  await user.type(screen.getByLabelText("Your password"), "wrong-one");
  await user.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByText("This is not your password.")).toBeVisible();
});

it("each key says what it may do, when it was used and when it ends", async () => {
  listed(aKey({ lastUsedAt: NOW, previousEndsAt: NOW }), aKey({ id: 4, name: "Old one", isExpired: true }));
  openSettings();
  const own = await section("API keys");
  const [live, over] = await own.findAllByRole("listitem");
  expect(live).toHaveTextContent(/wangi_4kTz….*Last used .*until 20 Feb 2027/);
  expect(live).toHaveTextContent(/The old key works until/);
  expect(live).toHaveTextContent("listings:write");
  expect(over).toHaveTextContent(/Old one.*Expired.*ended 20 Feb 2027/);
  expect(own.queryByRole("button", { name: "Revoke Old one" })).toBeNull();
});

it("a key that replaces another is shown once, and the old one can be ended at once", async () => {
  listed(aKey());
  answers("post", `${KEYS}/3/rotate`, () => HttpResponse.json({ key: aKey(), secret: SECRET }));
  const { user } = openSettings();
  await user.click(await screen.findByRole("button", { name: "Replace the key Stock sync" }));
  await user.click(screen.getByRole("checkbox", { name: /^End the old key now/ }));
  await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
  expect(await screen.findByText(SECRET)).toBeVisible();
  expect(sent[`${KEYS}/3/rotate`]).toEqual([{ endNow: true, password: "longenough" }]);
});

it("a key is revoked once that was confirmed", async () => {
  const keys = [aKey()];
  server.use(http.get(`*${KEYS}`, () => HttpResponse.json(keys)));
  answers("delete", `${KEYS}/3`, () => {
    keys.pop();
    return HttpResponse.json({ success: true });
  });
  const { user } = openSettings();
  await user.click(await screen.findByRole("button", { name: "Revoke Stock sync" }));
  expect(sent[`${KEYS}/3`]).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { name: "Revoke Stock sync" }));
  expect(dialog.getByText("Programs that use it stop at once. This cannot be undone.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("You have no API key yet.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("with ten keys no further one is offered", async () => {
  listed(...Array.from({ length: 10 }, (_, n) => aKey({ id: n + 1, name: `Key ${n}` })));
  openSettings();
  const own = await section("API keys");
  expect(await own.findByText("You have 10 API keys already. Revoke one first.")).toBeVisible();
  expect(own.getByRole("button", { name: "Create an API key" })).toBeDisabled();
});

it("a list that does not load offers to ask again", async () => {
  let fails = true;
  server.use(http.get(`*${KEYS}`, () => (fails ? refusal(404, "not_found") : HttpResponse.json([aKey()]))));
  const { user } = openSettings();
  const own = await section("API keys");
  await own.findByText("This list did not load.");
  fails = false;
  await user.click(own.getByRole("button", { name: "Retry" }));
  expect(await own.findByText("Stock sync")).toBeVisible();
});
