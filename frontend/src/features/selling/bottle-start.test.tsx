import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openAs } from "@/test/dashboard";
import type { renderApp } from "@/test/render-app";
import { choosePhoto } from "@/test/uploads";

vi.setConfig({ testTimeout: 30_000 });

type User = ReturnType<typeof renderApp>["user"];

const next = (user: User) => user.click(screen.getByRole("button", { name: "Continue" }));
const write = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

async function toBottle(user: User) {
  await screen.findByRole("heading", { level: 2, name: "Photographs" });
  await next(user);
  await screen.findByRole("heading", { level: 2, name: "The bottle" });
}

async function toAuctionPreview(user: User) {
  await toBottle(user);
  const words = { Name: "Smoke Vesper", Brand: "Atelier Noctell", Description: "Heavy and beautiful." };
  for (const [name, value] of Object.entries(words)) write(name, value);
  await screen.findByRole("option", { name: "Niche" });
  await user.selectOptions(screen.getByLabelText("Category"), "4");
  await next(user);
  await screen.findByLabelText("Starting price");
  write("Starting price", "400");
  await next(user);
  await screen.findByRole("heading", { level: 2, name: "Preview" });
}

it("FORM-12, FORM-22: the form starts with a full bottle of 100 ml from this year, and the year may be left out", async () => {
  const { user } = openAs("/sell/auction");
  await toBottle(user);
  expect(screen.getByLabelText("Volume")).toHaveValue("100");
  expect(screen.getByLabelText(/Purchase year/)).toHaveValue(String(new Date().getFullYear()));
  expect(screen.getByRole("slider", { name: "How much is left?" })).toHaveAttribute("aria-valuetext", "100% full");
  expect(screen.getByRole("radio", { name: "Good" })).toBeChecked();
  for (const [name, value] of Object.entries({ Name: "Smoke Vesper", Brand: "Noctell", Description: "Heavy, dark." })) {
    write(name, value);
  }
  await screen.findByRole("option", { name: "Niche" });
  await user.selectOptions(screen.getByLabelText("Category"), "4");
  write(/Purchase year/, "");
  await next(user);
  expect(await screen.findByLabelText("Starting price")).toBeVisible();
});

it("the preview shows the page as a buyer sees it, and says what is worth adding", async () => {
  const { user } = openAs("/sell/auction");
  await toAuctionPreview(user);
  const page = within(screen.getByRole("heading", { level: 2, name: "Preview" }).closest("section") as HTMLElement);
  expect(page.getByRole("heading", { level: 1, name: "Smoke Vesper", hidden: true })).toBeInTheDocument();
  expect(page.getByRole("region", { name: "Photographs", hidden: true })).toBeInTheDocument();
  expect(page.getByText("Heavy and beautiful.")).toBeInTheDocument();
  expect(page.getByText("Add where it is sent from. Add the batch code, if it can be read.")).toBeInTheDocument();
});

it("five labelled places stand there at once; a photograph goes to the one that was pressed or dropped onto", async () => {
  openAs("/sell?type=fixed", {
    "POST /api/product-images/uploads": { token: "abc", imageUrl: "/api/images/abc" },
  });
  const place = (caption: string) => screen.findByRole("button", { name: `Add a photograph: ${caption}` });
  for (const caption of ["The whole bottle", "The level", "The batch code", "The box", "Your name and the date"]) {
    expect(await place(caption)).toBeVisible();
  }
  fireEvent.click(await place("The box"));
  choosePhoto("box.png");
  expect(await screen.findByText("Uploaded")).toBeVisible();
  expect(screen.getByText("Uploaded").closest("li")).toHaveTextContent("The box");
  expect(await place("The whole bottle")).toBeVisible();
  const files = [new File([new Uint8Array(10)], "level.png", { type: "image/png" })];
  fireEvent.drop(await place("The level"), { dataTransfer: { files, types: ["Files"] } });
  await waitFor(() => expect(screen.getAllByText("Uploaded")).toHaveLength(2));
  expect(screen.getAllByText("Uploaded")[0]?.closest("li")).toHaveTextContent("The level");
});
