import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aProduct, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const sells = () => server.use(http.get("*/api/products", () => HttpResponse.json([aProduct()])));

it("U11, PROF-14: a guest who saves is asked to sign in and comes back here; a member’s heart answers at once", async () => {
  sells();
  const { user } = renderApp("/products?search=oud");
  await user.click(await screen.findByRole("button", { name: "Save Smoke Vesper to favorites" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("link", { name: "Sign In" })).toHaveAttribute(
    "href",
    "/login?redirect=%2Fproducts%3Fsearch%3Doud",
  );
});

it("U11: a heart that was refused goes back", async () => {
  signedInAs(aUser());
  sells();
  server.use(http.post("*/api/favorites/1", () => refusal(503, "unavailable")));
  const { user } = renderApp("/products");
  const heart = await screen.findByRole("button", { name: "Save Smoke Vesper to favorites" });
  await waitFor(() => expect(screen.getByRole("button", { name: "My Account" })).toBeVisible());
  await user.click(heart);
  await waitFor(() => expect(screen.getAllByText("Not available right now")[0]).toBeVisible());
  expect(heart).toHaveAttribute("aria-pressed", "false");
  server.use(http.post("*/api/favorites/1", () => HttpResponse.json({ success: true, favourites: 1 })));
  await user.click(heart);
  await waitFor(() => expect(heart).toHaveAttribute("aria-pressed", "true"));
});

it("a search is saved under its name, with the mail as wished", async () => {
  signedInAs(aUser());
  sells();
  let sent: unknown;
  server.use(
    http.post("*/api/favorites/searches", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ id: 1 }, { status: 201 });
    }),
  );
  const { user } = renderApp("/products?search=oud&maxPrice=300");
  await screen.findByRole("button", { name: "My Account" });
  await user.click(screen.getByRole("button", { name: "Save this search" }));
  fireEvent.change(screen.getByLabelText("Name of this search"), { target: { value: "Oud, not dear" } });
  await user.click(screen.getByRole("switch", { name: "Also tell me by mail" }));
  await user.click(screen.getByRole("button", { name: "Save search" }));
  await waitFor(() =>
    expect(sent).toEqual({ name: "Oud, not dear", wanted: { search: "oud", maxPrice: 300 }, byMail: false }),
  );
});

it("a search whose words were corrected is kept in the words that were meant", async () => {
  signedInAs(aUser());
  const headers = { "X-Did-You-Mean": "smoke%20vesper", "X-Search-Corrected": "true" };
  server.use(http.get("*/api/products", () => HttpResponse.json([aProduct()], { headers })));
  let sent: unknown;
  server.use(
    http.post("*/api/favorites/searches", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ id: 1 }, { status: 201 });
    }),
  );
  const { user } = renderApp("/products?search=smoke+vespr");
  await screen.findByText("These are the results for “smoke vesper”.");
  await screen.findByRole("button", { name: "My Account" });
  await user.click(screen.getByRole("button", { name: "Save this search" }));
  await user.click(screen.getByRole("button", { name: "Save search" }));
  await waitFor(() => expect(sent).toMatchObject({ name: "smoke vesper", wanted: { search: "smoke vesper" } }));
});
