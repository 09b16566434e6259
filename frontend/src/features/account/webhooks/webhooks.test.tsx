import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { NOW } from "@/test/makers";
import { refusal, server } from "@/test/server";
import { answers, openSettings, section, sent } from "@/test/settings";
import type { Delivery, Webhook } from "./webhook-calls";

const HOOKS = "/api/user/7/webhooks";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
const aWebhook = (change: Partial<Webhook> = {}): Webhook => ({
  id: 3,
  name: "Stock sync",
  url: "https://hooks.example/wangi",
  events: ["bid.placed"],
  status: "active",
  pausedFor: null,
  failingSince: null,
  previousEndsAt: null,
  waiting: 0,
  createdAt: NOW,
  ...change,
});
const aDelivery = (change: Partial<Delivery> = {}): Delivery => ({
  id: 9,
  messageId: "msg_1",
  event: "bid.placed",
  state: "delivered",
  attempts: 1,
  nextAt: null,
  createdAt: NOW,
  statusCode: 200,
  cause: null,
  durationMs: 41,
  triedAt: NOW,
  body: "{}",
  ...change,
});
const listed = (...webhooks: Webhook[]) => server.use(http.get(`*${HOOKS}`, () => HttpResponse.json(webhooks)));
const sentTo = (...deliveries: Delivery[]) =>
  server.use(http.get(`*${HOOKS}/3/deliveries`, () => HttpResponse.json(deliveries)));

it("a webhook is made by its address, its events and the password, and its secret is shown once", async () => {
  const webhooks: Webhook[] = [];
  server.use(http.get(`*${HOOKS}`, () => HttpResponse.json(webhooks)));
  answers("post", HOOKS, () => {
    webhooks.push(aWebhook());
    return HttpResponse.json({ webhook: aWebhook(), secret: SECRET }, { status: 201 });
  });
  const { user } = openSettings();
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const own = await section("Webhooks");
  expect(await own.findByText("You have no webhook yet.")).toBeVisible();
  await user.click(own.getByRole("button", { name: "Create a webhook" }));
  const form = within(screen.getByRole("dialog", { name: "Create a webhook" }));
  await user.type(form.getByLabelText("Your password"), "longenough");
  await user.click(form.getByRole("button", { name: "Create" }));
  expect(form.getByText("A name is required")).toBeVisible();
  expect(form.getByText("An address is required")).toBeVisible();
  expect(form.getByText("Choose at least one thing")).toBeVisible();
  await user.type(form.getByLabelText("Name of this webhook"), "  Stock sync ");
  await user.type(form.getByLabelText("Address"), "https://hooks.example/wangi");
  await user.click(form.getByRole("checkbox", { name: /^An order is paid/ }));
  await user.click(form.getByRole("checkbox", { name: /^A bid on an auction of yours/ }));
  await user.click(form.getByRole("button", { name: "Create" }));
  const shown = within(await screen.findByRole("dialog", { name: "Stock sync" }));
  expect(shown.getByText(SECRET)).toBeVisible();
  await user.click(shown.getByRole("button", { name: "Copy the secret" }));
  expect(writeText).toHaveBeenCalledWith(SECRET);
  await user.click(shown.getByRole("button", { name: "I have saved it" }));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(await own.findByText("Stock sync")).toBeVisible();
  const events = ["bid.placed", "order.paid"];
  expect(sent[HOOKS]).toEqual([
    { name: "Stock sync", url: "https://hooks.example/wangi", events, password: "longenough" },
  ]);
});

it("an address to which nothing may be sent is refused in words", async () => {
  const words = "Webhooks go to https addresses on the internet, at port 443 or 8443, without a name or password.";
  server.use(http.post(`*${HOOKS}`, () => refusal(422, "webhook_address_refused", words)));
  const { user } = openSettings();
  await user.click(await (await section("Webhooks")).findByRole("button", { name: "Create a webhook" }));
  await user.type(screen.getByLabelText("Name of this webhook"), "Stock sync");
  await user.type(screen.getByLabelText("Address"), "https://10.0.0.1/");
  await user.click(screen.getByRole("checkbox", { name: /^An order is paid/ }));
  await user.type(screen.getByLabelText("Your password"), "longenough");
  await user.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByText(words)).toBeVisible();
});

it("each webhook says how it stands and what waits for it", async () => {
  listed(
    aWebhook({ waiting: 2, failingSince: NOW }),
    aWebhook({ id: 4, name: "Old one", status: "paused", pausedFor: "gone" }),
  );
  openSettings();
  const own = await section("Webhooks");
  expect(await own.findByText("Failing")).toBeVisible();
  expect(own.getByText("2 deliveries wait")).toBeVisible();
  expect(own.getByText("Paused")).toBeVisible();
  expect(own.getByText("Its address says that it is gone.")).toBeVisible();
});

it("a webhook is paused and resumed", async () => {
  let status: Webhook["status"] = "active";
  server.use(http.get(`*${HOOKS}`, () => HttpResponse.json([aWebhook({ status, pausedFor: "owner" })])));
  answers("post", `${HOOKS}/3/pause`, () => {
    status = "paused";
    return HttpResponse.json(aWebhook({ status }));
  });
  const { user } = openSettings();
  await user.click(await screen.findByRole("button", { name: "Pause Stock sync" }));
  expect(await screen.findByRole("button", { name: "Resume Stock sync" })).toBeVisible();
  expect(sent[`${HOOKS}/3/pause`]).toHaveLength(1);
});

it("deliveries say what was answered, and are sent again by hand", async () => {
  listed(aWebhook());
  sentTo(
    aDelivery(),
    aDelivery({ id: 8, state: "waiting", statusCode: 503, nextAt: NOW }),
    aDelivery({ id: 7, state: "failed", statusCode: null, cause: "timeout" }),
  );
  answers("post", `${HOOKS}/3/deliveries/7/resend`, () => HttpResponse.json(aDelivery(), { status: 202 }));
  answers("post", `${HOOKS}/3/test`, () => HttpResponse.json(aDelivery(), { status: 202 }));
  const { user } = openSettings();
  await user.click(await screen.findByRole("button", { name: "Deliveries of Stock sync" }));
  const dialog = within(screen.getByRole("dialog", { name: "Deliveries of Stock sync" }));
  const [done, waits, failed] = await dialog.findAllByRole("listitem");
  expect(done).toHaveTextContent(/Delivered.*answered 200, 41 ms/);
  expect(waits).toHaveTextContent(/Waiting.*answered 503.*Goes again at/);
  expect(failed).toHaveTextContent(/Failed.*no answer within 10 seconds/);
  await user.click(within(failed as HTMLElement).getByRole("button", { name: /^Send bid.placed of/ }));
  await waitFor(() => expect(sent[`${HOOKS}/3/deliveries/7/resend`]).toHaveLength(1));
  await user.click(dialog.getByRole("button", { name: "Send a test" }));
  await waitFor(() => expect(sent[`${HOOKS}/3/test`]).toHaveLength(1));
});

it("without deliveries, and where they do not load, the dialog says so", async () => {
  let fails = true;
  listed(aWebhook());
  server.use(http.get(`*${HOOKS}/3/deliveries`, () => (fails ? refusal(404, "not_found") : HttpResponse.json([]))));
  const { user } = openSettings();
  await user.click(await screen.findByRole("button", { name: "Deliveries of Stock sync" }));
  await screen.findByText("This list did not load.");
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Nothing was sent yet.")).toBeVisible();
});

it("a secret is replaced, and the old one can be ended at once", async () => {
  listed(aWebhook());
  answers("post", `${HOOKS}/3/rotate`, () => HttpResponse.json({ webhook: aWebhook(), secret: SECRET }));
  const { user } = openSettings();
  await user.click(await screen.findByRole("button", { name: "Replace the secret of Stock sync" }));
  await user.click(screen.getByRole("checkbox", { name: /^End the old secret now/ }));
  await user.type(screen.getByLabelText("Your password"), "longenough{Enter}");
  expect(await screen.findByText(SECRET)).toBeVisible();
  expect(sent[`${HOOKS}/3/rotate`]).toEqual([{ endNow: true, password: "longenough" }]);
});

it("a webhook is deleted once that was confirmed", async () => {
  const webhooks = [aWebhook()];
  server.use(http.get(`*${HOOKS}`, () => HttpResponse.json(webhooks)));
  answers("delete", `${HOOKS}/3`, () => {
    webhooks.pop();
    return HttpResponse.json({ success: true });
  });
  const { user } = openSettings();
  await user.click(await screen.findByRole("button", { name: "Delete Stock sync" }));
  expect(sent[`${HOOKS}/3`]).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { name: "Delete Stock sync" }));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("You have no webhook yet.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("with five webhooks no further one is offered", async () => {
  listed(...Array.from({ length: 5 }, (_, n) => aWebhook({ id: n + 1, name: `Hook ${n}` })));
  openSettings();
  const own = await section("Webhooks");
  expect(await own.findByText("You have 5 webhooks already. Delete one first.")).toBeVisible();
  expect(own.getByRole("button", { name: "Create a webhook" })).toBeDisabled();
});
