import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { refusal, server } from "@/test/server";
import { openSettings, section } from "@/test/settings";

const BOTH = { inApp: true, mail: true, push: true };
const KINDS = [
  ...["outbid", "ending_soon", "won", "lost", "auction_cancelled", "payment_due", "second_chance"],
  ...["saved_search", "price_drop", "sales", "unsold", "reviews", "low_stock", "messages", "deals", "boosts"],
];
const WISHES = {
  ...Object.fromEntries(KINDS.map((kind) => [kind, BOTH])),
  ending_soon: { inApp: true, mail: false, push: false },
};
const PATH = "*/api/user/7/notification-preferences";

function wishes(keep: (body: object) => Response) {
  const sent: object[] = [];
  server.use(
    http.get(PATH, () => HttpResponse.json(WISHES)),
    http.put(PATH, async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      return keep(body);
    }),
  );
  return sent;
}

it("DASH-12: a switch for the app, one for mail and one for push, kept at once, one kind at a time", async () => {
  const sent = wishes((body) => HttpResponse.json({ ...WISHES, ...body }));
  const { user } = openSettings({ isSeller: true });
  const notifications = await section("Notifications");
  expect(await notifications.findAllByRole("switch")).toHaveLength(3 * KINDS.length);
  const mail = notifications.getByRole("switch", { name: "An auction you watch ends soon: by mail" });
  expect(mail).not.toBeChecked();
  await user.click(mail);
  expect(mail).toBeChecked();
  await user.click(notifications.getByRole("switch", { name: "You are outbid: in the app" }));
  await user.click(notifications.getByRole("switch", { name: "You win an auction: by push" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { ending_soon: { ...BOTH, push: false } },
      { outbid: { ...BOTH, inApp: false } },
      { won: { ...BOTH, push: false } },
    ]),
  );
});

it("a switch that could not be kept goes back, and says so", async () => {
  wishes(() => refusal(503, "unavailable"));
  const { user } = openSettings();
  const notifications = await section("Notifications");
  const outbid = await notifications.findByRole("switch", { name: "You are outbid: in the app" });
  await user.click(outbid);
  await waitFor(() => expect(screen.getAllByText("Error saving settings")[0]).toBeVisible());
  expect(outbid).toBeChecked();
});

it("an account that does not sell has no switches about selling", async () => {
  wishes(() => HttpResponse.json(WISHES));
  openSettings({ isSeller: false });
  const notifications = await section("Notifications");
  expect(await notifications.findAllByRole("switch")).toHaveLength(33);
  expect(notifications.queryByText("Selling")).toBeNull();
});

it("switches that did not load are not invented, and are asked for again", async () => {
  server.use(http.get(PATH, () => refusal(404, "not_found")));
  const { user } = openSettings();
  const notifications = await section("Notifications");
  const retry = await notifications.findByRole("button", { name: "Retry" });
  expect(notifications.queryByRole("switch")).toBeNull();
  wishes(() => HttpResponse.json(WISHES));
  await user.click(retry);
  expect((await notifications.findAllByRole("switch")).length).toBeGreaterThan(0);
});
