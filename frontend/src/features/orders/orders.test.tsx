import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aDocument, anOrder, boughtListing } from "@/test/talk-makers";
import { orderText } from "./order-document";

let requests: string[] = [];

beforeEach(() => {
  requests = [];
  signedInAs(aUser({ id: 7, isSeller: true }));
  server.use(
    http.get("*/api/orders", ({ request }) => {
      requests.push(new URL(request.url).search);
      return HttpResponse.json(request.url.includes("status=cancelled") ? [] : [anOrder()]);
    }),
    http.get("*/api/orders/12", () => HttpResponse.json(anOrder())),
  );
});

it("PROF-09, PROF-12, U10: an order shows its number, state, parcel, price and how far it is", async () => {
  renderApp("/profile?tab=orders");
  const row = within(await screen.findByTestId("order-row"));
  for (const words of ["Smoke Vesper", "from farid.h", "Pos Laju EH123456789MY", "shipped", "On its way"]) {
    expect(row.getByText(words)).toBeVisible();
  }
  expect(row.getByText(/W000012/)).toBeVisible();
  expect(row.getByRole("list", { name: "Progress" }).querySelector("[aria-current]")).toHaveTextContent("Delivery");
  expect(screen.getByTestId("order-row")).toHaveAttribute("href", "/orders/12");
});

it.each(["pending", "processing", "shipped", "delivered", "cancelled"] as const)(
  "PROF-12: the badge of an order reads %s",
  async (status) => {
    server.use(http.get("*/api/orders", () => HttpResponse.json([anOrder({ status })])));
    renderApp("/profile?tab=orders");
    const row = within(await screen.findByTestId("order-row"));
    expect(row.getByText(status)).toBeVisible();
  },
);

it("orders are chosen by role and by how they stand", async () => {
  const { user } = renderApp("/profile?tab=orders");
  await screen.findByTestId("order-row");
  await user.selectOptions(screen.getByLabelText("Show"), "cancelled");
  expect(await screen.findByText("No order stands like this.")).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Sold" }));
  await waitFor(() => expect(requests.at(-1)).toBe("?role=seller&limit=30&status=cancelled"));
});

it("beyond 38: one order shows every step, who took it and when", async () => {
  renderApp("/orders/12");
  expect(await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" })).toBeVisible();
  const steps = screen.getAllByTestId("timeline-step").map(({ textContent }) => textContent);
  expect(steps).toHaveLength(5);
  expect(steps[1]).toMatch(/^Purchase confirmednurul, /);
  expect(steps[3]).toMatch(/Parcel sentfarid\.h.*Pos Laju EH123456789MY$/);
  expect(steps[4]).toMatch(/^weighed by courierWangi, /);
  expect(screen.getByRole("link", { name: "Track the parcel" })).toHaveAttribute(
    "href",
    "https://tracking.pos.com.my/tracking/EH123456789MY",
  );
  expect(screen.getByRole("link", { name: "Message farid.h" })).toHaveAttribute("href", "/messages?with=9");
});

it("beyond 38: an order lists what its two people sent meanwhile, also in its file; without any there is no list", async () => {
  server.use(http.get("*/api/orders/12", () => HttpResponse.json(anOrder({ documents: [aDocument] }))));
  renderApp("/orders/12");
  expect(await screen.findByRole("heading", { name: "Documents" })).toBeVisible();
  const [row] = screen.getAllByTestId("order-document");
  expect(row).toHaveTextContent(/receipt\.pdfnurul, .*, 117 KB$/);
  expect(within(row as HTMLElement).getByRole("link")).toHaveAttribute("href", aDocument.url);
  const text = orderText(anOrder({ documents: [aDocument] }));
  expect(text).toContain("2026-11-18T02:05:00.000Z  receipt.pdf (nurul)");
  expect(orderText(anOrder())).not.toContain("Documents");
});

it.each([
  [7, "The listing as you bought it"],
  [9, "The listing as it was bought"],
])("an order shows the listing as it was bought, to person %i", async (id, title) => {
  signedInAs(aUser({ id }));
  server.use(http.get("*/api/orders/12/listing", () => HttpResponse.json(boughtListing())));
  renderApp("/orders/12");
  const listing = within(await screen.findByRole("region", { name: title }));
  for (const words of ["Verrane Smoke Vesper", "Never left its drawer.", "80% full", "No Box", "100 ml"]) {
    expect(listing.getByText(words)).toBeVisible();
  }
  expect(listing.getByText(/RM\s600/)).toBeVisible();
  expect(listing.getByRole("link")).toHaveAttribute("href", "/api/images/abc");
});

it("an order whose bought listing does not load says so and tries again", async () => {
  server.use(http.get("*/api/orders/12/listing", () => refusal(503, "unavailable"), { once: true }));
  const { user } = renderApp("/orders/12");
  await screen.findByText("The listing did not load");
  server.use(http.get("*/api/orders/12/listing", () => HttpResponse.json(boughtListing())));
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Never left its drawer.")).toBeVisible();
});

it("what the money did stands for the step that it brought, which no one took", () => {
  const at = "2026-11-25T02:00:00Z";
  const kinds = ["funds_held", "confirm_payment", "shipped", "funds_released", "confirm_delivery"];
  const timeline = kinds.map((kind) => ({ kind, actorId: kind.startsWith("funds") ? null : 9, at, details: {} }));
  const text = orderText(anOrder({ timeline }));
  for (const words of ["Payment held (Wangi)", "Parcel sent (farid.h)", "Seller paid (Wangi)"]) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(/Payment received|Delivery confirmed/);
  expect(orderText(anOrder({ timeline: [{ kind: "won", actorId: null, at, details: {} }] }))).toContain("Auction won");
  const details = { by: "staff", staffReason: "courier", words: "Signed for" };
  const byStaff = orderText(anOrder({ timeline: [{ kind: "confirm_delivery", actorId: 1, at, details }] }));
  expect(byStaff).toMatch(/Wangi.*The courier shows it: Signed for/);
  const direct = orderText(anOrder({ timeline: timeline.slice(1, 2) }));
  expect(direct).toContain("Payment received (farid.h)");
});

it("an order is printed, and kept as a file with times that any court can read", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const { user } = renderApp("/orders/12");
  await user.click(await screen.findByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
  const text = orderText(anOrder());
  expect(text).toContain("Order: W000012");
  expect(text).toContain("Seller: farid.h (9)");
  expect(text).toContain("Z  Parcel sent (farid.h): Pos Laju EH123456789MY");
});

it("what is wrong with an order is reported", async () => {
  let sent: unknown;
  server.use(
    http.post("*/api/orders/12/reports", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ success: true });
    }),
  );
  const { user } = renderApp("/orders/12");
  await user.click(await screen.findByRole("button", { name: "Something is wrong" }));
  await user.selectOptions(screen.getByLabelText("What is it?"), "The bottle may be counterfeit");
  await user.type(screen.getByRole("textbox", { name: /What happened/ }), "Another cap.");
  await user.click(screen.getByRole("button", { name: "Send report" }));
  await waitFor(() => expect(screen.getAllByText("Report sent")[0]).toBeVisible());
  expect(sent).toEqual({ reason: "counterfeit", words: "Another cap." });
});

it("another person's order is not found, and one that does not load is tried again", async () => {
  server.use(http.get("*/api/orders/12", () => refusal(503, "unavailable", "Not found."), { once: true }));
  const { user } = renderApp("/orders/12");
  expect(await screen.findByText("The order did not load")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" })).toBeVisible();
});
