import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

it.each(["/products/1", "/auctions/1"])(
  "at %s the crash screen stands inside the one main part of the page",
  async (address) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    server.use(
      http.get("*/api/products/1", () => HttpResponse.json({ id: 1, name: 7, seller: {} })),
      http.get("*/api/auctions/1", () => HttpResponse.json({ id: 1, product: { name: 7 } })),
    );
    renderApp(address);
    expect(await screen.findByRole("heading", { level: 1, name: "This page did not load" })).toBeVisible();
    expect(screen.getAllByRole("main")).toHaveLength(1);
    vi.restoreAllMocks();
  },
);
