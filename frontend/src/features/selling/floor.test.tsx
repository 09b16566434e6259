import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs, ownListing } from "@/test/dashboard";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const listed = { id: 9, price: 640, images: [], imageUrl: "/api/images/abc" };
const old = ownListing({ ...listed, listingType: "negotiable" });
const FIELD = /Lowest price that you take/;
const save = () => screen.getAllByRole("button", { name: "Save Changes" })[0] as HTMLElement;
const write = (value: string) => fireEvent.change(screen.getByLabelText(FIELD), { target: { value } });

it("U18: it is read, may not be above the price, and is saved apart after the listing; what fails is said", async () => {
  let tries = 0;
  const { user, path } = openAs("/sell?edit=9", {
    "GET /api/products/9": old,
    "GET /api/offers/floors/9": { amount: 500 },
    "PUT /api/products/9": old,
    "PUT /api/offers/floors/9": () => {
      tries += 1;
      return tries === 1 ? refusal(503, "unavailable") : HttpResponse.json({ success: true });
    },
  });
  await user.click(await screen.findByRole("button", { name: /Price/ }));
  expect(screen.getByLabelText(FIELD)).toHaveValue("500");
  write("640.01");
  await user.click(save());
  expect(await screen.findByText("The lowest price cannot be above the price")).toBeVisible();
  expect(callsTo("PUT /api/products/9")).toEqual([]);
  write("640");
  await user.click(save());
  await waitFor(() => expect(screen.getAllByText("Lowest price not saved")[0]).toBeVisible());
  await user.click(save());
  await waitFor(() => expect(path()).toBe("/seller/dashboard"));
  expect(callsTo("PUT /api/offers/floors/9").map(({ body }) => body)).toEqual([{ amount: 640 }, { amount: 640 }]);
  expect(JSON.stringify(callsTo("PUT /api/products/9")[0]?.body)).not.toContain("floor");
});

it("U18: a listing that takes no offers any more loses it, and one that is unchanged sends nothing", async () => {
  const answers = {
    "GET /api/products/9": old,
    "GET /api/offers/floors/9": { amount: 500 },
    "PUT /api/products/9": old,
    "PUT /api/offers/floors/9": { success: true },
  };
  const first = openAs("/sell?edit=9", answers);
  await screen.findAllByRole("button", { name: "Save Changes" });
  await first.user.click(save());
  await waitFor(() => expect(first.path()).toBe("/seller/dashboard"));
  expect(callsTo("PUT /api/offers/floors/9")).toEqual([]);
  cleanup();
  const { user, path } = openAs("/sell?edit=9", answers);
  await user.click(await screen.findByRole("button", { name: /Price/ }));
  await user.click(screen.getByRole("switch", { name: "Accept offers (Negotiable)" }));
  expect(screen.queryByLabelText(FIELD)).toBeNull();
  await user.click(save());
  await waitFor(() => expect(path()).toBe("/seller/dashboard"));
  expect(callsTo("PUT /api/offers/floors/9")[0]?.body).toEqual({ amount: null });
});
