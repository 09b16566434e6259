import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const header = async () => within(await screen.findByRole("banner"));
const unread = (answer: unknown) =>
  server.use(http.get("*/api/messages/unread-count", () => HttpResponse.json(answer as object)));

describe("the header", () => {
  it("HDR-01: gains its shadow once the page is scrolled", async () => {
    renderApp("/nowhere");
    const bar = await screen.findByRole("banner");
    expect(bar).toHaveClass("sticky");
    expect(bar).not.toHaveClass("shadow-scrolled");
    Object.defineProperty(window, "scrollY", { value: 40, configurable: true });
    fireEvent.scroll(window);
    await waitFor(() => expect(bar).toHaveClass("shadow-scrolled"));
    Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
  });

  it("HDR-01: has its shadow at once on a page that opens scrolled", async () => {
    Object.defineProperty(window, "scrollY", { value: 40, configurable: true });
    renderApp("/nowhere");
    expect(await screen.findByRole("banner")).toHaveClass("shadow-scrolled");
    Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
  });

  it("HDR-02: the search leads to the catalogue with the words", async () => {
    const { user, path } = renderApp("/nowhere");
    await user.type(
      (await header()).getByRole("combobox", { name: "Search house, perfume or note" }),
      "oud meridian{enter}",
    );
    await waitFor(() => expect(path()).toBe("/products?search=oud%20meridian"));
  });

  it("HDR-02: suggests while one types; arrows choose, Escape closes, Enter goes", async () => {
    server.use(
      http.get("*/api/products/suggest", ({ request }) => {
        const q = new URL(request.url).searchParams.get("q");
        const product = { id: 8, name: "Oud Meridian", brand: "Atelier Noctell", imageUrl: null, price: 200 };
        const brands = [{ name: "Oudh House", count: 3 }];
        return HttpResponse.json(
          q === "oud"
            ? { products: [product], brands, searches: ["oud wood"] }
            : { products: [], brands: [], searches: [] },
        );
      }),
    );
    const { user, path } = renderApp("/nowhere");
    const field = (await header()).getByRole("combobox", { name: "Search house, perfume or note" });
    await user.type(field, "oud");
    const list = await screen.findByRole("listbox", { name: "Suggestions" });
    expect(within(list).getAllByRole("option")).toHaveLength(3);
    await user.keyboard("{Escape}");
    expect(field).toHaveAttribute("aria-expanded", "false");
    await user.type(field, "{Backspace}d");
    await screen.findByRole("listbox");
    await user.keyboard("{ArrowUp}");
    const chosen = screen.getByRole("option", { selected: true });
    expect(chosen).toHaveTextContent("Oud Meridian");
    expect(field).toHaveAttribute("aria-activedescendant", chosen.id);
    await user.keyboard("{ArrowUp}{Enter}");
    await waitFor(() => expect(path()).toBe("/products?brand=Oudh+House"));
  });

  it("the field has its own button to clear it, and keeps the focus", async () => {
    const { user } = renderApp("/nowhere");
    const field = (await header()).getByRole("combobox", { name: "Search house, perfume or note" });
    expect(screen.queryByRole("button", { name: "Clear the search" })).toBeNull();
    await user.type(field, "oud");
    await user.click(screen.getByRole("button", { name: "Clear the search" }));
    expect(field).toHaveValue("");
    expect(field).toHaveFocus();
  });

  it("HDR-03: Sell is there for everyone and leads to the dashboard", async () => {
    renderApp("/nowhere");
    expect((await header()).getByRole("link", { name: "Sell" })).toHaveAttribute("href", "/seller/dashboard");
  });

  it.each([
    [3, "3"],
    [{ count: 99 }, "99"],
    [{ count: 100 }, "99+"],
  ])("HDR-04, C27: %j unread messages are written %s", async (answer, written) => {
    signedInAs(aUser());
    unread(answer);
    renderApp("/nowhere");
    expect(await screen.findByTestId("unread-badge")).toHaveTextContent(written);
  });

  it("HDR-04: without unread messages, or as a guest, there is no badge", async () => {
    signedInAs(aUser());
    unread({ count: 0 });
    renderApp("/nowhere");
    expect(await (await header()).findByRole("link", { name: "Messages" })).toHaveAttribute("href", "/messages");
    expect(screen.queryByTestId("unread-badge")).toBeNull();
  });

  it("HDR-04: a guest has no messages icon", async () => {
    renderApp("/nowhere");
    await (await header()).findByRole("link", { name: "Sign In" });
    expect((await header()).queryByRole("link", { name: /^Messages/ })).toBeNull();
  });

  it.each([
    [
      { isSeller: true, staffRole: "admin" as const },
      ["Profile", "Favorites", "My bids", "Seller Dashboard", "Admin Dashboard", "Logout"],
    ],
    [{ isSeller: false, staffRole: null }, ["Profile", "Favorites", "My bids", "Logout"]],
  ])("HDR-05: the menu My Account of %o", async (change, names) => {
    signedInAs(aUser(change));
    const { user } = renderApp("/nowhere");
    await user.click(await screen.findByRole("button", { name: "My Account" }));
    const menu = within(await screen.findByRole("menu"));
    expect(menu.getByText("My Account")).toBeVisible();
    expect(menu.getAllByRole("menuitem").map((item) => item.textContent)).toEqual(names);
  });

  it("notices are listed, opened and read", async () => {
    signedInAs(aUser());
    const read: unknown[] = [];
    const notice = { id: 4, kind: "price_drop", body: "Now RM 600", createdAt: "2026-11-20T12:00:00Z", isRead: false };
    server.use(
      http.get("*/api/notifications/unread-count", () => HttpResponse.json({ count: 1 })),
      http.get("*/api/notifications", () =>
        HttpResponse.json([{ ...notice, title: "Price drop", link: "/nowhere?x" }]),
      ),
      http.post("*/api/notifications/read", async ({ request }) => {
        read.push(await request.json());
        return HttpResponse.json({ success: true });
      }),
    );
    const { user, path } = renderApp("/nowhere");
    await user.click(await screen.findByRole("button", { name: "Notifications, 1 unread" }));
    await user.click(await screen.findByRole("link", { name: /Price drop/ }));
    expect(path()).toBe("/nowhere?x");
    await waitFor(() => expect(read).toEqual([{ ids: [4] }]));
    expect(await screen.findByRole("button", { name: "Notifications" })).toBeVisible();
  });

  it("notices that do not load can be asked for again", async () => {
    signedInAs(aUser());
    server.use(http.get("*/api/notifications", () => refusal(503, "unavailable")));
    const { user } = renderApp("/nowhere");
    await user.click(await screen.findByRole("button", { name: "Notifications" }));
    expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  });
});
