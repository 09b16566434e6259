/** The phone's tab bar: where one is. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";

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
