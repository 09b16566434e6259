import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

const QUOTE = {
  id: 1,
  rating: 4.5,
  comment: "Just as shown.",
  reviewer: { username: "amir" },
  product: { name: "Smoke Vesper" },
};

it("HOME-09: real reviews are quoted with their writer and bottle, and without any the section is not there", async () => {
  renderApp("/");
  expect(await screen.findByRole("heading", { name: "Upcoming" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "From finished sales" })).toBeNull();
});

it("HOME-09: a quote names its writer and the bottle", async () => {
  server.use(http.get("*/api/testimonials", () => HttpResponse.json([QUOTE])));
  renderApp("/");
  expect(await screen.findByText("Just as shown.")).toBeVisible();
  expect(screen.getByText("amir, Smoke Vesper")).toBeVisible();
});
