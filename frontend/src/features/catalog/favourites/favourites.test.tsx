import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aProduct, aUser, NOW, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const SEARCH = {
  id: 5,
  name: "Oud",
  wanted: { search: "oud", maxPrice: 300 },
  byMail: true,
  createdAt: NOW,
  newCount: 2,
};

function open(address = "/profile?tab=favorites") {
  signedInAs(aUser());
  return renderApp(address);
}

it("PROF-13: nothing kept yet leads into the shop", async () => {
  open();
  expect(await screen.findByText("No favorites yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Explore Products" })).toHaveAttribute("href", "/products");
});

it("PROF-13, PROF-14: the saved bottles are shown with the change of their price since", async () => {
  const added = { addedAt: NOW };
  server.use(
    http.get("*/api/favorites", () =>
      HttpResponse.json([
        { ...aProduct({ id: 1, name: "Cheaper", price: 600 }), ...added, priceWhenAdded: 640 },
        { ...aProduct({ id: 2, name: "Same", price: 600 }), ...added, priceWhenAdded: 600 },
        { ...aProduct({ id: 3, name: "Dearer", price: 610.5 }), ...added, priceWhenAdded: 600 },
      ]),
    ),
  );
  open();
  expect(await screen.findByText(/^RM\s40\.00 less than when you saved it$/)).toBeVisible();
  expect(screen.getByText(/^RM\s10\.50 more than when you saved it$/)).toBeVisible();
  expect(screen.getAllByText("Saved 20 Nov 2026")).toHaveLength(3);
});

it("PROF-14: bottles that do not load can be asked for again", async () => {
  server.use(http.get("*/api/favorites", () => refusal(503, "unavailable")));
  open();
  expect(await screen.findByText("The bottles did not load")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("a search is renamed, switched to mail or not, and deleted", async () => {
  const sent: unknown[] = [];
  let there = [SEARCH];
  server.use(
    http.get("*/api/favorites/searches", () => HttpResponse.json(there)),
    http.patch("*/api/favorites/searches/5", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(SEARCH);
    }),
    http.delete("*/api/favorites/searches/5", () => {
      there = [];
      return HttpResponse.json({ success: true });
    }),
  );
  const { user } = open();
  expect(await screen.findByText("“oud”, Up to RM 300")).toBeVisible();
  expect(screen.getByText("2 new")).toBeVisible();
  await user.click(screen.getByRole("switch", { name: /By mail.*Oud/ }));
  await user.click(screen.getByRole("button", { name: "Rename Oud" }));
  fireEvent.change(screen.getByLabelText("Name of this search"), { target: { value: "Oud wood" } });
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(sent).toEqual([{ byMail: false }, { name: "Oud wood" }]));
  await user.click(await screen.findByRole("button", { name: "Delete Oud" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(/None yet/)).toBeVisible();
});

it("a kept search opens the catalogue, and its news are seen", async () => {
  let seen = 0;
  server.use(
    http.get("*/api/favorites/searches", () => HttpResponse.json([SEARCH])),
    http.post("*/api/favorites/searches/5/seen", () => {
      seen += 1;
      return HttpResponse.json({ success: true });
    }),
  );
  const { path } = open("/searches/5");
  await waitFor(() => expect(path()).toBe("/products?search=oud&maxPrice=300"));
  expect(seen).toBeGreaterThan(0);
});

it("a search that is gone says so", async () => {
  open("/searches/77");
  expect(await screen.findByText("This search is not kept any more")).toBeVisible();
});
