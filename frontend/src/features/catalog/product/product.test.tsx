import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { giveConsent } from "@/shared/analytics/consent";
import type { Product } from "@/shared/listings/types";
import { aProduct, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

afterEach(() => {
  sessionStorage.clear();
  delete window.gtag;
});

function open(change: Partial<Product> = {}) {
  server.use(http.get("*/api/products/1", () => HttpResponse.json(aProduct(change))));
  return renderApp("/products/1");
}

const price = (ringgit: string) => screen.getAllByText(ringgit)[0];

describe("what is shown", () => {
  it("PROD-01, PROD-02, PROD-05, PROD-06, PROD-13: the way here, brand, name, volume, price with sen and per ml", async () => {
    open({ concentration: "EDP" });
    expect(await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" })).toBeVisible();
    const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    expect(crumbs.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
    expect(crumbs.getByRole("link", { name: "Products" })).toHaveAttribute("href", "/products");
    expect(crumbs.getByText("Smoke Vesper")).toHaveAttribute("aria-current", "page");
    expect(screen.getByText(/EDP, 50 ml/)).toBeVisible();
    expect(price("640")).toHaveTextContent("RM 640.00");
    expect(screen.getByText(/^RM\s21\.33 per ml left$/)).toBeVisible();
    expect(screen.getByRole("link", { name: "View Seller" })).toHaveAttribute("href", "/sellers/9");
  });

  it.each([
    [{ isNew: true, listingType: "fixed" as const }, ["Like New", "Fixed Price"]],
    [{ isNew: false, listingType: "negotiable" as const }, ["60% full", "Negotiable"]],
  ])("PROD-04, PROD-16, U18: %o has the badges %o", async (change, badges) => {
    open(change);
    await screen.findByRole("heading", { level: 1 });
    for (const badge of badges) expect(screen.getAllByText(badge)[0]).toBeVisible();
  });

  it.each([
    [{ isVerified: true }, true],
    [{ isTrusted: true }, true],
    [{ isVerified: false, isTrusted: false }, false],
  ])("PROD-05, C8: with %o the seller is trusted: %s", async (facts, trusted) => {
    open({ seller: { ...aProduct().seller, ...facts } });
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryAllByText("Trusted Seller")).toHaveLength(trusted ? 1 : 0);
    const badges = screen.queryAllByRole("button", { name: "Trusted Seller" });
    expect(badges, "only a verified seller has the verified badge").toHaveLength(
      "isVerified" in facts && facts.isVerified ? 1 : 0,
    );
  });

  it("PROD-05, C8, U13: the verified badge opens what the seller has shown, and closes again", async () => {
    const { user } = open({ seller: { ...aProduct().seller, isVerified: true } });
    const badge = await screen.findByRole("button", { name: "Trusted Seller" });
    await user.click(badge);
    const panel = within(screen.getByRole("dialog"));
    const row = (await panel.findByText("At least 5 orders delivered")).closest("li");
    expect(within(row as HTMLElement).getByText("38")).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("PROD-07, PROD-08, PROD-09: level, year, box, batch and availability, and the words where nothing is known", async () => {
    const { user } = open({ batchCode: null, purchaseYear: null, boxCondition: "", stockQuantity: 2 });
    const details = within(await screen.findByRole("region", { name: "Item details" }));
    for (const words of ["60% full", "Unknown", "Not specified", "No batch code provided", "In Stock (2 available)"]) {
      expect(details.getByText(words)).toBeVisible();
    }
    expect(screen.getByRole("tab", { name: "Description" })).toHaveAttribute("aria-selected", "true");
    expect(screen.getByText("Heavy and beautiful.")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Details" }));
    const panel = within(screen.getByRole("tabpanel"));
    expect(panel.getByRole("heading", { name: "Pre-owned Details" })).toBeVisible();
    for (const words of ["Unknown", "60% full", "Not specified", "No batch code provided"]) {
      expect(panel.getByText(words)).toBeVisible();
    }
  });

  it("a buyer sees what the seller has photographed, and no word that it is genuine", async () => {
    const images = ["front", "level", "box", null].map((kind, id) => ({
      id,
      imageUrl: `/x${id}`,
      imageOrder: id,
      kind,
    }));
    open({ images });
    const set = within(await screen.findByRole("region", { name: "Seller’s photographs: 2 of 4" }));
    expect(set.getByText("The level").closest("li")).toHaveTextContent("The level: photographed");
    expect(set.getByText("The batch code").closest("li")).toHaveTextContent("The batch code: not photographed");
    expect(set.getByText(/they do not prove that a bottle is genuine/)).toBeVisible();
  });

  it("PROD-08, C31: none left is Out of Stock, and cannot be bought", async () => {
    open({ stockQuantity: 0 });
    expect(await screen.findByText("Out of Stock")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Buy Now" })).toBeNull();
  });
});

describe("what one can do", () => {
  it("PROD-12, U12, MSG-07, MSG-39, C26: a guest who writes to the seller signs in first and comes back here", async () => {
    const { user, path } = open();
    await user.click((await screen.findAllByRole("button", { name: "Contact Seller" }))[0] as HTMLElement);
    await waitFor(() => expect(path()).toBe("/auth?redirect=%2Fproducts%2F1"));
    await waitFor(() => expect(screen.getAllByText("You need to log in to contact sellers.")[0]).toBeVisible());
  });

  it("PROD-17, U19, MSG-05: Buy Now opens the messages with a sentence to the seller", async () => {
    signedInAs(aUser());
    const { user, path } = open();
    await screen.findByRole("button", { name: "My Account" });
    await user.click((await screen.findAllByRole("button", { name: "Buy Now" }))[0] as HTMLElement);
    await waitFor(() => expect(path()).toBe("/messages"));
    expect(JSON.parse(sessionStorage.getItem("selectedConversation") ?? "{}")).toEqual({
      userId: 9,
      username: "meiling.attic",
      profileImage: null,
      productId: 1,
      productName: "Smoke Vesper",
      templateMessage:
        "Hello meiling.attic, I would like to buy Atelier Noctell Smoke Vesper for RM 640.00. Is it still available?",
    });
  });

  it("PROD-12, PROD-17: none of it on one’s own listing", async () => {
    signedInAs(aUser({ id: 9 }));
    open();
    expect(await screen.findByText("This is your own product listing.")).toBeVisible();
    for (const name of ["Buy Now", "Contact Seller", "Report"])
      expect(screen.queryByRole("button", { name })).toBeNull();
  });

  it("U18: an offer on a negotiable listing is named here and answered in the conversation", async () => {
    signedInAs(aUser());
    let sent: unknown;
    server.use(
      http.post("*/api/offers", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ id: 1 }, { status: 201 });
      }),
    );
    const { user } = open({ listingType: "negotiable" });
    await user.click((await screen.findAllByRole("button", { name: "Make an Offer" }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: /575/ }));
    expect(dialog.getByText("RM 19.17 per ml left. 10% below the asking price.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Send Offer" }));
    await waitFor(() => expect(sent).toEqual({ productId: 1, amount: 575 }));
    expect(JSON.parse(sessionStorage.getItem("selectedConversation") ?? "{}")).toMatchObject({ productId: 1 });
  });

  it("a listing is reported with a reason", async () => {
    let sent: unknown;
    server.use(
      http.post("*/api/products/1/report", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ success: true }, { status: 201 });
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Report" }));
    await user.click(screen.getByRole("radio", { name: "It looks counterfeit" }));
    await user.click(screen.getByRole("button", { name: "Send report" }));
    await waitFor(() => expect(screen.getAllByText("Report sent")[0]).toBeVisible());
    expect(sent).toEqual({ reason: "counterfeit" });
  });

  it("PROD-11, ANA-03, ANA-10: opening it reports the item to the tag function, and counts one view", async () => {
    giveConsent("yes");
    const tag = vi.fn();
    window.gtag = tag;
    let views = 0;
    server.use(
      http.post("*/api/products/1/view", () => {
        views += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    open();
    await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" });
    await waitFor(() => expect(views).toBe(1));
    const viewed = tag.mock.calls.filter(([, name]) => name === "view_item");
    expect(viewed).toHaveLength(1);
    const item = { item_id: 1, item_name: "Smoke Vesper", item_category: "Niche", price: 640, quantity: 1 };
    expect(viewed[0]?.[2].items).toEqual([{ ...item, item_brand: "Atelier Noctell" }]);
  });
});
