import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { aDraft, callsTo, openAs, ownListing } from "@/test/dashboard";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const old = ownListing({ id: 9, price: 640, images: [], imageUrl: "/api/images/abc", batchCode: "NT-0419" });
const ended = { startingPrice: 400, reservePrice: 450, buyNowPrice: null, bidIncrement: 5, bidCount: 0 };
const terms = { ...ended, id: 422, endsAt: new Date(Date.now() + 5 * 86_400_000).toISOString() };
const asAuction = { ...old, listingType: "auction" } as typeof old;
const button = (name: string | RegExp) => screen.findByRole("button", { name });

it("C25: an ended auction is listed again as a new one; reworded fields follow", async () => {
  const answers = {
    "GET /api/products/9": asAuction,
    "GET /api/auctions/product/9": { ...terms, endsAt: "2026-01-01T00:00:00Z" },
    "POST /api/products/9/relist": HttpResponse.json({ ...asAuction, id: 10 }, { status: 201 }),
    "PUT /api/products/10": { ...asAuction, id: 10 },
    "GET /api/products/10": { ...asAuction, id: 10 },
  };
  const { user, path } = openAs("/sell?relist=9", answers);
  expect(await screen.findByLabelText("Starting price")).toHaveValue("400");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Smoke Vesper again" } });
  await user.click(await button("Continue"));
  await user.click(await button("Publish auction"));
  await waitFor(() => expect(path()).toBe("/sell/listed/10"));
  expect(callsTo("POST /api/products/9/relist")[0]?.body).toMatchObject({ auction: { startingPrice: 400 } });
  expect(callsTo("PUT /api/products/10")[0]?.body).toMatchObject({ name: "Smoke Vesper again", images: ["abc"] });
});

it("a draft is gone on with", async () => {
  const form = { name: "Cendana Sore", listingType: "negotiable", price: 95, images: ["abc"] } as const;
  const { user } = openAs("/sell?draft=5", {
    "GET /api/seller/drafts/5": aDraft({ form: { ...form, images: ["abc"] } }),
  });
  await user.click(await button("Continue"));
  await screen.findByRole("heading", { level: 2, name: "The bottle" });
  expect(screen.getByLabelText("Name")).toHaveValue("Cendana Sore");
  expect(screen.getByLabelText("Price")).toHaveValue("95");
});

it("text typed while a draft is being saved is saved as well, before it is shown as saved", async () => {
  let release = () => {};
  const gate = new Promise<void>((done) => {
    release = done;
  });
  let answered = 0;
  const slow = async () => {
    answered += 1;
    if (answered === 1) await gate;
    return HttpResponse.json(aDraft());
  };
  openAs("/sell?draft=5", {
    "GET /api/seller/drafts/5": aDraft({ form: { name: "Cendana" } }),
    "PUT /api/seller/drafts/5": slow,
  });
  const name = await screen.findByLabelText("Name");
  fireEvent.change(name, { target: { value: "Cendana Sore" } });
  await waitFor(() => expect(callsTo("PUT /api/seller/drafts/5")).toHaveLength(1));
  fireEvent.change(name, { target: { value: "Cendana Sore, half full" } });
  release();
  await waitFor(() => expect(callsTo("PUT /api/seller/drafts/5")).toHaveLength(2));
  expect(callsTo("PUT /api/seller/drafts/5")[1]?.body).toMatchObject({ form: { name: "Cendana Sore, half full" } });
});

it("C25: listing again goes on where it was refused, and lists one bottle", async () => {
  let times = 0;
  const refusedOnce = () => {
    times += 1;
    return times === 1 ? refusal(503, "unavailable") : HttpResponse.json({ ...asAuction, id: 10 });
  };
  const { user, path } = openAs("/sell?relist=9", {
    "GET /api/products/9": { ...asAuction, isNew: true },
    "GET /api/auctions/product/9": { ...terms, endsAt: "2026-01-01T00:00:00Z" },
    "POST /api/products/9/relist": HttpResponse.json({ ...asAuction, id: 10 }, { status: 201 }),
    "PUT /api/products/10": refusedOnce,
    "GET /api/products/10": { ...asAuction, id: 10 },
  });
  await screen.findByLabelText("Starting price");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Smoke Vesper again" } });
  await user.click(await button("Continue"));
  await user.click(await button("Publish auction"));
  await waitFor(() => expect(callsTo("PUT /api/products/10")).toHaveLength(1));
  await user.click(await button("Publish auction"));
  await waitFor(() => expect(path()).toBe("/sell/listed/10"));
  expect(callsTo("POST /api/products/9/relist").map(({ key }) => key !== null)).toEqual([true]);
  expect(callsTo("PUT /api/products/10")[1]?.body).toMatchObject({ name: "Smoke Vesper again", isNew: true });
});

it("a draft begun before is offered again", async () => {
  openAs("/sell", { "GET /api/seller/drafts": [aDraft({ form: { name: "Cendana Sore" } })] });
  expect(await screen.findByRole("link", { name: "Cendana Sore" })).toHaveAttribute("href", "/sell?draft=5");
  expect(screen.getByRole("radio", { name: /Fixed Price/ })).toBeChecked();
});
