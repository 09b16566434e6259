import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { User } from "@/shared/session/session";
import { aToken, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const sent: unknown[] = [];

function open(address = "/profile", change: Partial<User> = {}) {
  const user = aUser({ createdAt: "2025-03-03T12:00:00Z", address: "12 Jalan SS 2/24", ...change });
  signedInAs(user);
  return renderApp(address);
}

function patches(answer: (body: Partial<User>) => Response) {
  sent.length = 0;
  server.use(
    http.patch("*/api/user/7", async ({ request }) => {
      const body = (await request.json()) as Partial<User>;
      sent.push(body);
      return answer(body);
    }),
  );
}

describe("the tabs", () => {
  it("PROF-01: five tabs, and the one that is open is in the address", async () => {
    const { user, path } = open();
    const names = within(await screen.findByRole("tablist")).getAllByRole("tab");
    expect(names.map(({ textContent }) => textContent)).toEqual([
      "Overview",
      "Orders",
      "Favorites",
      "Wallet",
      "Settings",
    ]);
    await user.click(screen.getByRole("tab", { name: "Wallet" }));
    expect(path()).toBe("/profile?tab=wallet");
    await user.click(screen.getByRole("tab", { name: "Overview" }));
    expect(path()).toBe("/profile");
  });

  it.each([
    ["PROF-10", "orders", "No orders yet", "Start Shopping"],
    ["PROF-13", "favorites", "No favorites yet", "Explore Products"],
  ])("%s: no %s yet, and the way to the shop", async (_, tab, title, button) => {
    open(`/profile?tab=${tab}`);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByRole("link", { name: button })).toHaveAttribute("href", "/products");
  });

  it("PROF-17: Logout leads home", async () => {
    server.use(http.post("*/api/v1/auth/logout", () => HttpResponse.json({ success: true })));
    const { user, path } = open();
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(path()).toBe("/"));
    expect(localStorage.getItem("app_token")).toBeNull();
  });
});

describe("the overview", () => {
  it("the initials are those of the name, and the page shows where one goes from here", async () => {
    signedInAs(aUser({ username: "demo_buyer", firstName: "Daniel", lastName: "Lim" }));
    renderApp("/profile");
    expect(await screen.findByRole("heading", { level: 1, name: "Daniel Lim" })).toBeVisible();
    expect(screen.getAllByText("DL")[0]).toBeVisible();
    const ways = within(screen.getByRole("navigation", { name: "More in your account" }));
    expect(ways.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "My bids",
      "Favorites",
      "Seller Dashboard",
      "Settings",
    ]);
  });

  it("PROF-02, PROF-04, C7: shows what the account says, and since when", async () => {
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "Nurul Aisyah" })).toBeVisible();
    for (const text of ["nurul@wangi.example", "12 Jalan SS 2/24", "Seller Account", "March 2025"]) {
      expect(screen.getByText(text)).toBeVisible();
    }
  });

  it("PROF-02: a buyer has a Buyer Account", async () => {
    open("/profile", { isSeller: false });
    expect(await screen.findByText("Buyer Account")).toBeVisible();
  });

  it("PROF-03, C8: Verified User is shown for a verified email only; else the link can be sent again", async () => {
    open("/profile", { emailVerified: false });
    expect(await screen.findByText("Email not verified")).toBeVisible();
    expect(screen.queryByText("Verified User")).toBeNull();
    expect(screen.getByRole("button", { name: "Send the link again" })).toBeVisible();
  });

  it("PROF-03: the email of most is verified", async () => {
    open();
    expect(await screen.findByText("Verified User")).toBeVisible();
  });

  it("PROF-06, PROF-07: edited, cancelled, edited, saved", async () => {
    patches((body) => HttpResponse.json(aUser(body)));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Edit Profile" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Edit Profile" }));
    await user.clear(screen.getByLabelText("First name"));
    await user.type(screen.getByLabelText("First name"), "Nur");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Nur Aisyah" })).toBeVisible();
    expect(sent).toEqual([
      { firstName: "Nur", lastName: "Aisyah", email: "nurul@wangi.example", address: "12 Jalan SS 2/24" },
    ]);
  });

  it("PROF-07, U9: a new email waits until it is confirmed", async () => {
    patches(({ email }) => HttpResponse.json(aUser({ pendingEmail: email })));
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Edit Profile" }));
    await user.clear(screen.getByLabelText("Email"));
    await user.type(screen.getByLabelText("Email"), "new@wangi.example");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Confirm your new email.")).toBeVisible();
    expect(screen.getByText(/Open the link we sent to new@wangi.example. Until then/)).toBeVisible();
  });

  it.each([
    [
      "the server's words",
      refusal(409, "conflict", "Somebody changed this before you."),
      "Somebody changed this before you.",
    ],
    ["ours where there are none", HttpResponse.error(), "Failed to update profile. Please try again."],
  ])("PROF-08: Update failed, with %s", async (_, answer, words) => {
    patches(() => answer);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Edit Profile" }));
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.getAllByText("Update failed")[0]).toBeVisible());
    expect(screen.getAllByText(words)[0]).toBeVisible();
  });

  it("PROF-05, U8, C9: a buyer becomes a seller after accepting the terms; a seller is not asked", async () => {
    patches(() => HttpResponse.json(aUser({ isSeller: true })));
    const maySell = aToken(600);
    const seller = { token: maySell, user: aUser({ isSeller: true }) };
    server.use(http.post("*/api/v1/auth/refresh", () => HttpResponse.json(seller)));
    const { user } = open("/profile", { isSeller: false });
    localStorage.setItem("app_token", aToken(300));
    await user.click(await screen.findByRole("button", { name: "Become a Seller" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Become a Seller" }));
    expect(dialog.getByText("You must accept the terms and conditions")).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("checkbox"));
    await user.click(dialog.getByRole("button", { name: "Become a Seller" }));
    expect(await screen.findByText("Seller Account")).toBeVisible();
    expect(sent).toEqual([{ isSeller: true, acceptSellerTerms: true }]);
    expect(screen.queryByRole("button", { name: "Become a Seller" })).toBeNull();
    expect(localStorage.getItem("app_token")).toBe(maySell);
  });

  it("U1: a ban and a suspension are shown first, with what is still possible", async () => {
    open("/profile", { isBanned: true });
    expect(await screen.findByText("Your account has been banned.")).toBeVisible();
  });
});
