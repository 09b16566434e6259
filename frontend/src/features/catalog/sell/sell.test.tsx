/** Listing a perfume as an auction. */
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { aProduct, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

beforeEach(() => signedInAs(aUser()));

const publish = () => screen.getByRole("button", { name: "Publish auction" });

async function fill(user: ReturnType<typeof renderApp>["user"]) {
  await user.type(await screen.findByLabelText("Name"), "Smoke Vesper");
  await user.type(screen.getByLabelText("Brand"), "Atelier Noctell");
  await user.type(screen.getByLabelText("Description"), "Heavy and beautiful.");
  await screen.findByRole("option", { name: "Niche" });
  await user.selectOptions(screen.getByLabelText("Category"), "4");
  await user.type(screen.getByLabelText("Starting price"), "1,250.50");
}

it("product and auction are sent as one command, with a key, and the room opens", async () => {
  let sent: Record<string, unknown> = {};
  let key: string | null = null;
  server.use(
    http.post("*/api/products", async ({ request }) => {
      sent = (await request.json()) as Record<string, unknown>;
      key = request.headers.get("Idempotency-Key");
      const terms = { startingPrice: 1250.5, currentBid: null, bidCount: 0, bidIncrement: 5, buyNowPrice: null };
      const auction = { id: 422, endsAt: new Date().toISOString(), status: "active", ...terms };
      return HttpResponse.json(aProduct({ listingType: "auction", auction }), { status: 201 });
    }),
    http.get("*/api/auctions/422", () => new Promise<never>(() => undefined)),
  );
  const { user, path } = renderApp("/sell/auction");
  await fill(user);
  await user.click(publish());
  await waitFor(() => expect(path()).toBe("/auctions/422"));
  expect(sent).toMatchObject({ listingType: "auction", categoryId: 4, volume: 100, remainingPercentage: 100 });
  expect(sent.auction).toMatchObject({ startingPrice: 1250.5, bidIncrement: 5, reservePrice: null });
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(screen.getAllByText("Auction created")[0]).toBeVisible();
});

it("an empty form tells every rule in the words of the shop", async () => {
  const { user } = renderApp("/sell/auction");
  await user.click(await screen.findByRole("button", { name: "Publish auction" }));
  for (const told of [
    "Name must be at least 3 characters",
    "Brand must be at least 2 characters",
    "Description must be at least 10 characters",
    "Please select a category",
    "Starting price must be greater than 0",
  ]) {
    expect(await screen.findByText(told)).toBeVisible();
  }
  expect(screen.getByRole("alert")).toHaveTextContent("5 fields need attention.");
});

it("a reserve below the start, a small increment and an end that has passed are refused", async () => {
  const { user } = renderApp("/sell/auction");
  await fill(user);
  await user.type(screen.getByLabelText(/Reserve price/), "5");
  await user.clear(screen.getByLabelText("Bid increment"));
  await user.type(screen.getByLabelText("Bid increment"), "0.5");
  await user.selectOptions(screen.getByLabelText("Year"), String(new Date().getFullYear()));
  await user.selectOptions(screen.getByLabelText("Month"), "0");
  await user.selectOptions(screen.getByLabelText("Day"), "1");
  await user.click(publish());
  expect(await screen.findByText("Reserve price must not be below the starting price")).toBeVisible();
  expect(screen.getByText("Bid increment must be at least 1")).toBeVisible();
  expect(screen.getByText("End date must be in the future")).toBeVisible();
});

it("a refusal of the shop is said at the field and in a toast", async () => {
  const fields = [{ field: "name", message: "This name is not allowed" }];
  server.use(http.post("*/api/products", () => refusal(422, "invalid_input", "Some fields are wrong.", { fields })));
  const { user } = renderApp("/sell/auction");
  await fill(user);
  await user.click(publish());
  expect(await screen.findByText("This name is not allowed")).toBeVisible();
  expect(screen.getAllByText("Error creating auction")[0]).toBeVisible();
});

it("the preview follows what is written", async () => {
  const { user } = renderApp("/sell/auction");
  await user.type(await screen.findByLabelText("Name"), "Smoke Vesper");
  await user.type(screen.getByLabelText("Starting price"), "400");
  const card = screen.getByTestId("product-card");
  await waitFor(() => expect(card).toHaveTextContent("Smoke Vesper"));
  expect(card).toHaveTextContent("RM 400");
  expect(card).toHaveTextContent("RM 4.00 per ml left");
});
