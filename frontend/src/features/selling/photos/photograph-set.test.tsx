import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { photographSet, wantedAt } from "@/shared/listings/evidence";
import { callsTo, openAs, ownListing } from "@/test/dashboard";
import { choosePhoto } from "@/test/uploads";

const kinds = ["front", "level", "batch_code", "box", "name_and_date"] as const;
const old = ownListing({ id: 9, imageUrl: "/api/images/abc" });

it("a free place asks for what is missing, its own kind first", () => {
  expect(wantedAt([null, null, null, null, null], kinds)).toEqual([...kinds]);
  const level = { kind: "level" };
  expect(wantedAt([level, null, null, null, null], kinds)).toEqual([
    null,
    "front",
    "batch_code",
    "box",
    "name_and_date",
  ]);
  expect(wantedAt([{ kind: null }, level, null], kinds)).toEqual([null, null, "batch_code"]);
});

it("a bottle without its box needs no photograph of it", () => {
  expect(photographSet([{ kind: "level" }, {}], "No Box").map(({ kind, there }) => [kind, there])).toEqual([
    ["level", true],
    ["batch_code", false],
    ["name_and_date", false],
  ]);
  expect(photographSet([], "Good")).toHaveLength(4);
});

it("the form asks for the set, says what each is for, and counts what the seller named", async () => {
  const { user } = openAs("/sell?type=fixed", {
    "POST /api/product-images/uploads": { token: "abc", imageUrl: "/api/images/abc" },
  });
  expect(await screen.findByText("Photographs that help buyers: 0 of 4")).toBeVisible();
  expect(screen.getByText("It shows that the bottle is with you today.")).toBeVisible();
  const place = (caption: string) => screen.findByRole("button", { name: `Add a photograph: ${caption}` });
  fireEvent.click(await place("Your name and the date"));
  choosePhoto("dated.png");
  expect(await screen.findByText("Photographs that help buyers: 1 of 4")).toBeVisible();
  const shows = screen.getByRole("combobox", { name: "What photograph 5 shows" });
  expect(shows).toHaveValue("name_and_date");
  await user.selectOptions(shows, "Anything else");
  expect(screen.getByText("Photographs that help buyers: 0 of 4")).toBeVisible();
  expect(screen.queryByText(/authentic\b/i)).toBeNull();
});

it("photographs that were dropped together count for nothing until the seller says what they show", async () => {
  openAs("/sell?type=fixed", { "POST /api/product-images/uploads": { token: "abc", imageUrl: "/api/images/abc" } });
  await screen.findByText("Photographs that help buyers: 0 of 4");
  choosePhoto("one.png");
  await waitFor(() => expect(screen.getByText("Uploaded")).toBeVisible());
  expect(screen.getByText("Photographs that help buyers: 0 of 4")).toBeVisible();
});

it("what a stored photograph shows is there again, and is sent with it when it changes", async () => {
  const images = ["a", "b"].map((token, imageOrder) => ({
    id: imageOrder,
    imageUrl: `/api/images/${token}`,
    imageOrder,
    kind: imageOrder === 0 ? ("front" as const) : null,
  }));
  const stored = { ...old, images: images as never };
  const { user } = openAs("/sell?edit=9", { "GET /api/products/9": stored, "PUT /api/products/9": stored });
  expect(await screen.findByRole("combobox", { name: "What photograph 1 shows" })).toHaveValue("front");
  await user.selectOptions(screen.getByRole("combobox", { name: "What photograph 2 shows" }), "The box");
  const set = within(screen.getByRole("region", { name: /Photographs that help buyers/ }));
  expect(set.getByText("The box").closest("li")).toHaveTextContent("photographed");
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() =>
    expect(callsTo("PUT /api/products/9")[0]?.body).toMatchObject({
      images: [
        { imageUrl: "a", kind: "front" },
        { imageUrl: "b", kind: "box" },
      ],
    }),
  );
});
