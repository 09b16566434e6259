import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Seller } from "@/shared/session/account-types";
import { aSeller, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aVerification } from "@/test/verification";

function shop(change: Partial<Seller> = {}) {
  const seller = aSeller(change);
  server.use(http.get(`*/api/sellers/${seller.id}`, () => HttpResponse.json(seller)));
  return renderApp(`/sellers/${seller.id}`);
}

describe("a visitor", () => {
  it("SELP-01, SELP-03, SELP-05, SELP-06, SELP-08, SELP-18: sees name, place, since when, and what the seller writes", async () => {
    shop({ bio: "Everything here lived in a dark drawer." });
    expect(await screen.findByRole("heading", { level: 1, name: "Meiling’s Attic" })).toBeVisible();
    for (const text of ["meiling.attic", "Ipoh", "March 2025", "Everything here lived in a dark drawer."]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.queryByRole("button", { name: "Edit profile" })).toBeNull();
  });

  it("SELP-03, SELP-05, SELP-08: falls back to the username, Not specified, and a sentence", async () => {
    shop({ shopName: null, location: null });
    expect(await screen.findByRole("heading", { level: 1, name: "meiling.attic" })).toBeVisible();
    expect(screen.getByText("Not specified")).toBeVisible();
    expect(screen.getByText("This seller has not written about themselves yet.")).toBeVisible();
  });

  it("SELP-09, U13: the verified badge opens every criterion with its number", async () => {
    const { user } = shop({ isVerified: true });
    await user.click(await screen.findByText("Verified seller"));
    const rows: [string, string][] = [
      ["Identity verified", "Checked 3 Apr 2025"],
      ["At least 5 orders delivered", "38"],
      ["Rating of at least 4.5", "4.9"],
      ["Community guidelines followed", "Met"],
      ["Payment methods confirmed", "Since 3 Apr 2025"],
    ];
    await screen.findByText("Identity verified");
    for (const [criterion, number] of rows) {
      const row = screen.getByText(criterion).closest("li");
      expect(within(row as HTMLElement).getByText(number)).toBeVisible();
    }
  });

  it("SELP-09: without the verified badge there is none to open", async () => {
    shop({ isVerified: false });
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByText("Verified seller")).toBeNull();
  });

  it("U13: below 4.5 the floor is named, and a grace its end", async () => {
    const verification = aVerification({ average: 4.41, buyers: 2, graceUntil: "2026-12-09T02:00:00Z" });
    server.use(http.get("*/api/sellers/:id/verification", () => HttpResponse.json(verification)));
    const { user } = shop({ isVerified: true });
    await user.click(await screen.findByText("Verified seller"));
    expect(await screen.findByText("4.41, 4.3 keeps the verified badge")).toBeVisible();
    expect(screen.getByText("2 of 3")).toBeVisible();
    expect(screen.getByText(/ends on 9 Dec 2026/)).toBeVisible();
  });

  it("U13: criteria that do not load can be asked for again", async () => {
    server.use(http.get("*/api/sellers/:id/verification", () => refusal(503, "unavailable")));
    const { user } = shop({ isVerified: true });
    await user.click(await screen.findByText("Verified seller"));
    const retry = await screen.findByRole("button", { name: "Retry" });
    server.use(http.get("*/api/sellers/:id/verification", () => HttpResponse.json(aVerification())));
    await user.click(retry);
    expect(await screen.findByText("38")).toBeVisible();
  });

  it.each(["/sellers/99", "/sellers/nobody"])("SELP-15: %s is Seller Not Found", async (address) => {
    server.use(http.get("*/api/sellers/99", () => refusal(404, "not_found")));
    renderApp(address);
    expect(await screen.findByRole("heading", { name: "Seller Not Found" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Browse Products" })).toHaveAttribute("href", "/products");
  });
});

describe("the owner", () => {
  const owned = () => {
    signedInAs(aUser());
    return shop({ id: 7, username: "nurul.a", shopName: null });
  };

  it("SELP-29, U15: is led from /seller/profile to the own shop", async () => {
    signedInAs(aUser());
    server.use(http.get("*/api/sellers/7", () => HttpResponse.json(aSeller({ id: 7 }))));
    const { path } = renderApp("/seller/profile");
    await waitFor(() => expect(path()).toBe("/sellers/7"));
  });

  it("SELP-23: reads the bounds of each field", async () => {
    const { user } = owned();
    await user.click(await screen.findByRole("button", { name: "Edit profile" }));
    const dialog = within(screen.getByRole("dialog"));
    const write = async (label: string, text: string) => {
      await user.clear(dialog.getByLabelText(label, { exact: false }));
      await user.click(dialog.getByLabelText(label, { exact: false }));
      await user.paste(text);
    };
    await write("Username", "nu");
    await write("First name", "a".repeat(101));
    await write("Last name", "a".repeat(101));
    await write("Shop name", "a".repeat(51));
    await write("Location", "a".repeat(101));
    await write("Bio", "a".repeat(501));
    await user.click(dialog.getByRole("button", { name: "Save Changes" }));
    for (const words of [
      "Username must be at least 3 characters",
      "First name must be 100 characters or less",
      "Last name must be 100 characters or less",
      "Shop name must be 50 characters or less",
      "Location must be 100 characters or less",
      "Bio must be 500 characters or less",
    ]) {
      expect(await dialog.findByText(words)).toBeVisible();
    }
    await write("Username", "a".repeat(51));
    expect(await dialog.findByText("Username must be 50 characters or less")).toBeVisible();
  });

  it("ROLE-09, SELP-02, SELP-24, SELP-25: edits; a failure is shown, a success closes the dialog", async () => {
    let sent: unknown;
    server.use(http.patch("*/api/user/7", () => refusal(500, "internal")));
    const { user } = owned();
    await user.click(await screen.findByRole("button", { name: "Edit profile" }));
    await user.type(screen.getByLabelText(/^Shop name/), "The Dark Drawer");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.getAllByText("Error updating profile")[0]).toBeVisible());
    expect(screen.getAllByText("There was a problem updating your profile. Please try again.")[0]).toBeVisible();
    server.use(
      http.patch("*/api/user/7", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(aUser({ shopName: "The Dark Drawer" }));
      }),
    );
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(Object.keys(sent as object).sort()).toEqual([
      "bio",
      "firstName",
      "lastName",
      "location",
      "shopName",
      "username",
    ]);
  });

  const file = (name: string, type: string, bytes = 4) => new File([new Uint8Array(bytes)], name, { type });

  it("SELP-26: only an image of at most 5 MB is taken, and one has to be chosen", async () => {
    const { user } = owned();
    await user.click(await screen.findByRole("button", { name: "Change avatar" }));
    await user.click(screen.getByRole("button", { name: "Save picture" }));
    await waitFor(() => expect(screen.getAllByText("No image selected")[0]).toBeVisible());
    const input = screen.getByLabelText<HTMLInputElement>("Choose an image");
    input.removeAttribute("accept");
    await user.upload(input, file("note.txt", "text/plain"));
    await waitFor(() => expect(screen.getAllByText("Invalid file type")[0]).toBeVisible());
    expect(screen.getAllByText("Please select an image file (JPEG, PNG, etc.)")[0]).toBeVisible();
    await user.upload(input, file("big.png", "image/png", 5 * 1024 * 1024 + 1));
    await waitFor(() => expect(screen.getAllByText("File too large")[0]).toBeVisible());
    expect(screen.getAllByText("Please select an image smaller than 5MB")[0]).toBeVisible();
  });

  it.each(["avatar", "cover"])("SELP-27: the %s is sent as the part image; a refusal keeps its words", async (kind) => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    server.use(http.post(`*/api/user/${kind}`, () => refusal(422, "invalid_image", "Invalid file type")));
    const { user } = owned();
    await user.click(await screen.findByRole("button", { name: `Change ${kind}` }));
    await user.upload(screen.getByLabelText("Choose an image"), file("me.png", "image/png"));
    await user.click(screen.getByRole("button", { name: "Save picture" }));
    await waitFor(() => expect(screen.getAllByText("Invalid file type")[0]).toBeVisible());
    expect(screen.getAllByText("Please select an image file (JPEG, PNG, etc.)")[0]).toBeVisible();
    server.use(http.post(`*/api/user/${kind}`, () => HttpResponse.json(aUser())));
    await user.click(screen.getByRole("button", { name: "Save picture" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("SELP-27: without any words of the server there are ours", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    server.use(http.post("*/api/user/cover", () => HttpResponse.error()));
    const { user } = owned();
    await user.click(await screen.findByRole("button", { name: "Change cover" }));
    await user.upload(screen.getByLabelText("Choose an image"), file("me.png", "image/png"));
    await user.click(screen.getByRole("button", { name: "Save picture" }));
    await waitFor(() => expect(screen.getAllByText("There was an error uploading your image")[0]).toBeVisible());
  });
});
