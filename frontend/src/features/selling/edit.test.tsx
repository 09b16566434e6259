import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs, ownListing } from "@/test/dashboard";
import { refusal } from "@/test/server";
import { choosePhoto } from "@/test/uploads";

vi.setConfig({ testTimeout: 30_000 });

const old = ownListing({ id: 9, price: 640, images: [], imageUrl: "/api/images/abc", batchCode: "NT-0419" });
const ended = { startingPrice: 400, reservePrice: 450, buyNowPrice: null, bidIncrement: 5, bidCount: 0 };
const terms = { ...ended, id: 422, endsAt: new Date(Date.now() + 5 * 86_400_000).toISOString() };
const asAuction = { ...old, listingType: "auction" } as typeof old;
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const opened = (step: RegExp) => screen.findByRole("button", { name: step });

it("FORM-01, FORM-24, FORM-26: a listing is changed with all its fields, and the change is confirmed", async () => {
  const { user, path } = openAs("/sell?edit=9", { "GET /api/products/9": old, "PUT /api/products/9": old });
  expect(await screen.findByRole("heading", { level: 1, name: "Edit listing" })).toBeVisible();
  await user.click(await opened(/The bottle/));
  expect(screen.getByLabelText("Name")).toHaveValue("Smoke Vesper");
  expect(screen.getByLabelText(/Batch code/)).toHaveValue("NT-0419");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Smoke Vesper II" } });
  const [save] = screen.getAllByRole("button", { name: "Save Changes" });
  if (save) await user.click(save);
  await waitFor(() => expect(path()).toBe("/seller/dashboard"));
  expect(callsTo("PUT /api/products/9")[0]?.body).toMatchObject({
    name: "Smoke Vesper II",
    price: 640,
    images: ["abc"],
  });
  await waitFor(() => expect(screen.getAllByText("Product updated")[0]).toBeVisible());
});

it("FORM-27: an update that is refused says so", async () => {
  const answers = { "GET /api/products/9": old, "PUT /api/products/9": refusal(409, "wrong_status", "It is sold.") };
  const { user } = openAs("/sell?edit=9", answers);
  const [save] = await screen.findAllByRole("button", { name: "Save Changes" });
  if (save) await user.click(save);
  await waitFor(() => expect(screen.getAllByText("Error updating product")[0]).toBeVisible());
});

it("FORM-01: the terms of an auction are fetched by its product", async () => {
  const { user } = openAs("/sell?edit=9", {
    "GET /api/products/9": asAuction,
    "GET /api/auctions/product/9": terms,
    "PUT /api/products/9": asAuction,
  });
  await user.click(await opened(/Price/));
  expect(screen.getByLabelText("Starting price")).toHaveValue("400");
  expect(screen.getByLabelText(/Reserve price/)).toHaveValue("450");
  const [save] = screen.getAllByRole("button", { name: "Save Changes" });
  if (save) await user.click(save);
  await waitFor(() => expect(screen.getAllByText("Auction updated")[0]).toBeVisible());
});

it.each([
  [404, "Failed to find auction data for this product"],
  [500, "Failed to fetch auction data for update"],
])("FORM-27: auction data answered with %s is shown as: %s", async (status, sentence) => {
  openAs("/sell?edit=9", {
    "GET /api/products/9": asAuction,
    "GET /api/auctions/product/9": refusal(status, status === 404 ? "not_found" : "unexpected"),
  });
  expect(await screen.findByText(sentence)).toBeVisible();
});

it("U22, AUC-27: with bids only photographs and a dated note are added", async () => {
  const { user, path } = openAs("/sell?edit=9", {
    "GET /api/products/9": asAuction,
    "GET /api/auctions/product/9": { ...terms, bidCount: 2 },
    "POST /api/products/9/notes": asAuction,
    "POST /api/product-images": { id: 31, imageUrl: "x" },
    "POST /api/product-images/31/upload": { id: 31, imageUrl: "/api/images/new" },
  });
  expect(await screen.findByText("This auction has bids.")).toBeVisible();
  expect(screen.queryByLabelText("Starting price")).toBeNull();
  choosePhoto("cap.png");
  expect(await screen.findByText("Uploaded")).toBeVisible();
  expect(callsTo("POST /api/product-images")[0]?.body).toMatchObject({
    productId: 9,
    sellerId: 7,
    imageName: "cap.png",
  });
  fireEvent.change(screen.getByLabelText(/Note to the description/), { target: { value: "The cap has a dent." } });
  await user.click(await button("Save Changes"));
  await waitFor(() => expect(path()).toBe("/seller/dashboard"));
  expect(callsTo("POST /api/products/9/notes")[0]?.body).toEqual({ note: "The cap has a dent." });
});

it("IMG-06, IMG-08: a picture of a wrong kind is refused in its place, a failed one is tried again, no more than five", async () => {
  let tries = 0;
  const { user } = openAs("/sell?type=fixed", {
    "POST /api/product-images/uploads": () => {
      tries += 1;
      return tries === 1
        ? refusal(503, "unavailable")
        : HttpResponse.json({ token: "abc", imageUrl: "/api/images/abc" });
    },
  });
  await screen.findByRole("heading", { level: 2, name: "Photographs" });
  expect(screen.getByText(/Original photos, not internet photos/)).toHaveTextContent("JPG, PNG or GIF up to 5MB");
  choosePhoto("front.png", "phone.heic");
  expect(await screen.findByText("Invalid file type. Please select an image file (JPEG, PNG, etc.)")).toBeVisible();
  await waitFor(() => expect(screen.getAllByText("Error with images")[0]).toBeVisible());
  await user.click(await button(/Retry photograph 1/));
  expect(await screen.findByText("Uploaded")).toBeVisible();
  choosePhoto("a.png", "b.png", "c.png", "d.png");
  expect(await screen.findByText("Up to 5 images per product. 1 not added.")).toBeVisible();
});

it("photographs are ordered by keyboard, and each move is announced; the first is the cover", async () => {
  const { user } = openAs("/sell?edit=9", {
    "GET /api/products/9": {
      ...old,
      images: ["a", "b", "c"].map((token, imageOrder) => ({
        id: imageOrder,
        imageUrl: `/api/images/${token}`,
        imageOrder,
      })),
    },
    "PUT /api/products/9": old,
  });
  const right = await button("Move photograph 1 right");
  right.focus();
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByText("Photograph moved to place 2 of 3.")).toBeVisible();
  expect(document.activeElement).toHaveAccessibleName("Move photograph 2 right");
  await user.keyboard("{Enter}");
  const [save] = screen.getAllByRole("button", { name: "Save Changes" });
  if (save) await user.click(save);
  await waitFor(() => expect(callsTo("PUT /api/products/9")[0]?.body).toMatchObject({ images: ["b", "c", "a"] }));
});

it("Publish waits for the photographs that are on their way", async () => {
  let arrive: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((done) => {
    arrive = done;
  });
  const { user } = openAs("/sell?edit=9", {
    "GET /api/products/9": old,
    "PUT /api/products/9": old,
    "POST /api/product-images/uploads": () => answer,
  });
  await button("Move photograph 1 right");
  choosePhoto("level.png");
  const [save] = screen.getAllByRole("button", { name: "Save Changes" });
  if (save) await user.click(save);
  expect(await screen.findByText(/Waiting for the photographs/)).toBeInTheDocument();
  expect(callsTo("PUT /api/products/9")).toEqual([]);
  arrive(HttpResponse.json({ token: "def", imageUrl: "/api/images/def" }));
  await waitFor(() => expect(callsTo("PUT /api/products/9")[0]?.body).toMatchObject({ images: ["abc", "def"] }));
});

it("the address of a listing can be copied", async () => {
  const { user } = openAs("/sell/listed/9", { "GET /api/products/9": ownListing({ id: 9 }) });
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(await button("Copy link"));
  expect(write).toHaveBeenCalledWith(`${window.location.origin}/products/9`);
  await waitFor(() => expect(screen.getAllByText("Link copied")[0]).toBeVisible());
});
