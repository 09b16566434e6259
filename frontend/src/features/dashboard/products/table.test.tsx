import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { aDraft, callsTo, openAs } from "@/test/dashboard";
import {
  AUCTIONED,
  auctionedUntil,
  fromMenu,
  listings,
  nameIn,
  PRODUCTS,
  press,
  rowOf,
  rows,
} from "@/test/dashboard-table";
import { NOW } from "@/test/makers";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

it("DASH-05, DASH-07: its columns, by status from the highest", async () => {
  openAs("/seller/dashboard", PRODUCTS);
  const [first] = await rows();
  const table = await screen.findByRole("region", { name: "Your products" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Boost", "Image", "Name", "Brand", "Category", "Price", "Stock", "Status", "Actions"]);
  expect((await rows()).map((row) => within(row).getAllByRole("cell")[7]?.textContent)).toEqual([
    "featured",
    "active",
    "sold",
    "archived",
    "removed",
  ]);
  expect(within(first as HTMLElement).getByText("Boosted")).toBeVisible();
  expect(within(first as HTMLElement).queryByRole("checkbox")).toBeNull();
  const vesper = within(await rowOf("Smoke Vesper"));
  expect(vesper.getByRole("checkbox", { name: "Boost Smoke Vesper" })).toBeVisible();
  expect(vesper.getByRole("link", { name: "Edit Smoke Vesper" })).toHaveAttribute("href", "/sell?edit=1");
  expect(vesper.getByText("negotiable")).toBeVisible();
});

it("DASH-08: the stock says its band", async () => {
  openAs("/seller/dashboard", PRODUCTS);
  const stock = async (name: string) => within(await rowOf(name)).getAllByRole("cell")[6]?.textContent;
  expect([await stock("Smoke Vesper"), await stock("Oud Senja"), await stock("Pandan Pagi")]).toEqual([
    "1 low",
    "6 medium",
    "0 out",
  ]);
});

it("AUC-13: a bid is the current one while the auction runs, and the highest once it is over", async () => {
  openAs("/seller/dashboard", AUCTIONED);
  expect(await rowOf("Smoke Vesper")).toHaveTextContent("current bid");
  cleanup();
  openAs("/seller/dashboard", auctionedUntil(new Date(Date.now() - 60_000).toISOString()));
  expect(await rowOf("Smoke Vesper")).toHaveTextContent("highest bid");
  expect(await rowOf("Smoke Vesper")).not.toHaveTextContent("current bid");
});

it("DASH-06: searched by name or brand", async () => {
  const { user } = openAs("/seller/dashboard", PRODUCTS);
  await rows();
  await user.type(screen.getByRole("searchbox", { name: "Search by name or brand" }), "halden");
  expect((await rows()).map(nameIn)).toHaveLength(1);
  await user.type(screen.getByRole("searchbox", { name: "Search by name or brand" }), "xyz");
  await user.click(await press("Clear search"));
  expect(await rows()).toHaveLength(5);
});

it("DASH-14, FORM-25, FORM-26: deleting asks in the words of the shop, sends the seller, and says so", async () => {
  const { user } = openAs("/seller/dashboard", { ...PRODUCTS, "DELETE /api/products/1": { success: true } });
  await user.click(await press("Delete Smoke Vesper"));
  const title = "Are you sure you want to delete this product?";
  await user.click(within(await screen.findByRole("dialog", { name: title })).getByText("Keep it"));
  expect(callsTo("DELETE /api/products/1")).toEqual([]);
  await user.click(await press("Delete Smoke Vesper"));
  await user.click(within(await screen.findByRole("dialog", { name: title })).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.getAllByText("Product deleted")[0]).toBeVisible());
  expect(callsTo("DELETE /api/products/1")[0]?.query).toBe("?sellerId=7");
});

it.each([
  ["FORM-27: a deletion that is refused says why", PRODUCTS, "Error deleting product"],
  ["FORM-27: and calls an auction an auction", AUCTIONED, "Error deleting auction"],
])("%s", async (_, listings, title) => {
  const message = "An auction with bids can no longer be changed";
  const { user } = openAs("/seller/dashboard", {
    ...listings,
    "DELETE /api/products/1": refusal(409, "auction_has_bids", message),
  });
  await user.click(await press("Delete Smoke Vesper"));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.getAllByText(title)[0]).toBeVisible());
  expect(screen.getAllByText(message)[0]).toBeVisible();
});

it.each([
  ["Smoke Vesper", "Archive", "POST /api/products/1/archive", "Product archived"],
  ["Smoke Vesper", "Mark as sold", "POST /api/products/1/sold", "Product marked as sold"],
  ["Pandan Pagi", "Restore", "POST /api/products/4/restore", "Product restored"],
])("U31: %s: %s", async (name, item, call, sentence) => {
  const { user } = openAs("/seller/dashboard", { ...PRODUCTS, [call]: listings[0] });
  await fromMenu(user, name, item);
  await waitFor(() => expect(screen.getAllByText(sentence)[0]).toBeVisible());
  expect(callsTo(call)).toHaveLength(1);
});

it("a sold one is listed again; another is duplicated into a draft", async () => {
  const { user, path } = openAs("/seller/dashboard", {
    ...PRODUCTS,
    "POST /api/products/1/duplicate": HttpResponse.json(aDraft({ id: 8 }), { status: 201 }),
    "GET /api/seller/drafts/8": aDraft({ id: 8 }),
  });
  await fromMenu(user, "Smoke Vesper", "Duplicate");
  await waitFor(() => expect(path()).toBe("/sell?draft=8"));
});

it("a removed listing shows why, and can be appealed", async () => {
  const { user } = openAs("/seller/dashboard", { ...PRODUCTS, "POST /api/products/5/appeal": {} });
  expect(within(await rowOf("Lime Harbour")).getByText("Reason: Not this bottle.")).toBeVisible();
  await fromMenu(user, "Lime Harbour", "Appeal");
  await user.click(await press("Send appeal"));
  expect(await screen.findByText("Please write at least 10 characters")).toBeVisible();
  await user.type(screen.getByLabelText("Why it should be shown again"), "It is this bottle.");
  await user.click(await press("Send appeal"));
  await waitFor(() => expect(callsTo("POST /api/products/5/appeal")[0]?.body).toEqual({ words: "It is this bottle." }));
});

it("U18: a price that came down to the least that its seller takes says that this declines nothing", async () => {
  openAs("/seller/dashboard", { ...PRODUCTS, "GET /api/offers/floors": [{ productId: 1, amount: 640 }] });
  const row = await rowOf("Smoke Vesper");
  expect(await within(row).findByText(/Your least price of RM\s640\.00 declines nothing now/)).toBeVisible();
  cleanup();
  openAs("/seller/dashboard", { ...PRODUCTS, "GET /api/offers/floors": [{ productId: 1, amount: 639.99 }] });
  expect(within(await rowOf("Smoke Vesper")).queryByText(/declines nothing/)).toBeNull();
});

it("U18: what is offered to all who saved it can be taken back", async () => {
  let campaign: unknown = { productId: 1, amount: 560, createdAt: NOW, againAt: NOW };
  const { user } = openAs("/seller/dashboard", {
    ...PRODUCTS,
    "GET /api/offers/favourites/1": () => HttpResponse.json({ campaign }),
    "POST /api/offers/favourites/1/withdraw": { success: true },
  });
  await fromMenu(user, "Smoke Vesper", "Offer to all who saved it");
  const dialog = within(await screen.findByRole("dialog", { name: "Offer to all who saved it" }));
  expect(await dialog.findByText(/is offered for RM\s560\.00 to those who saved it/)).toBeVisible();
  campaign = null;
  await user.click(dialog.getByRole("button", { name: "Take back" }));
  await waitFor(() => expect(screen.getAllByText("Offer taken back")[0]).toBeVisible());
  await fromMenu(user, "Smoke Vesper", "Offer to all who saved it");
  expect(await screen.findByTestId("offer-amount")).toBeVisible();
});

it("U18: a negotiable listing is offered to all who saved it, below its price, and a refusal is shown", async () => {
  let tries = 0;
  const { user } = openAs("/seller/dashboard", {
    ...PRODUCTS,
    "GET /api/offers/favourites/1": { campaign: null },
    "POST /api/offers/favourites": () => {
      tries += 1;
      const lately = "You have offered this listing to those who keep it within the last 7 days.";
      return tries === 1 ? refusal(409, "offered_lately", lately) : HttpResponse.json({}, { status: 201 });
    },
  });
  await fromMenu(user, "Smoke Vesper", "Offer to all who saved it");
  await screen.findByTestId("offer-amount");
  const dialog = within(screen.getByRole("dialog", { name: "Offer to all who saved it" }));
  await user.clear(dialog.getByTestId("offer-amount"));
  await user.type(dialog.getByTestId("offer-amount"), "560");
  await user.click(dialog.getByRole("button", { name: "Send Offer" }));
  expect(await dialog.findByText(/within the last 7 days/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Send Offer" }));
  await waitFor(() => expect(screen.getAllByText("Offer sent")[0]).toBeVisible());
  expect(callsTo("POST /api/offers/favourites")[1]?.body).toMatchObject({ amount: 560 });
});
