import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

afterEach(() => vi.unstubAllGlobals());

it.each(["/sell", "/sell?type=fixed", "/seller/dashboard"])("at %s the Sell tab is lit", async (address) => {
  signedInAs(aUser());
  renderApp(address);
  const bar = within(await screen.findByRole("navigation", { name: "Main places" }));
  await waitFor(() => expect(bar.getByRole("link", { name: "Sell" })).toHaveAttribute("aria-current", "page"));
});

it("a seller's page is the shop's, not one's own selling", async () => {
  renderApp("/sellers/9");
  const bar = within(await screen.findByRole("navigation", { name: "Main places" }));
  expect(bar.getByRole("link", { name: "Sell" })).not.toHaveAttribute("aria-current");
});

it.each([
  ["on a phone the tab bar", true, "Main places"],
  ["on a wide screen the header", false, null],
])("HDR-04, C27: %s counts the unread messages, once on the page", async (_, matches, bar) => {
  const width = { matches, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => width);
  signedInAs(aUser());
  server.use(http.get("*/api/messages/unread-count", () => HttpResponse.json({ count: 3 })));
  renderApp("/nowhere");
  const badge = await screen.findByTestId("unread-badge");
  expect(badge).toHaveTextContent("3");
  expect(badge.closest("nav")?.getAttribute("aria-label") ?? null).toBe(bar);
});
