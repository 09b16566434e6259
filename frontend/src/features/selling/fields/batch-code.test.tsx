import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";

const write = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

async function openBottle(answer: object) {
  const { user } = openAs("/sell?type=fixed", {
    "GET /api/products/batch-code": { place: "base_and_box", provesAuthenticity: false, ...answer },
  });
  await screen.findByRole("heading", { level: 2, name: "Photographs" });
  fireEvent.change(screen.getByLabelText("Choose photographs"), { target: { files: [] } });
  return user;
}

it.each([
  [{ verdict: "fits", years: [2019, 2009], isAfterPurchase: false }, "Format fits; likely 2019 or 2009"],
  [{ verdict: "fits", years: [], isAfterPurchase: false }, "Format fits; its year cannot be decoded"],
  [
    { verdict: "does_not_fit", years: [], isAfterPurchase: false },
    "Format does not fit this brand: check it, and add a photo",
  ],
  [{ verdict: "unknown", years: [], isAfterPurchase: false }, "Cannot decode"],
])("%o is “%s”, and no proof", async (answer, sentence) => {
  await openBottle(answer);
  write("Brand", "Dior");
  write(/Batch code/, "9N01");
  write(/Purchase year/, "2020");
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByText(/A batch code does not prove that a bottle is genuine/)).toBeInTheDocument();
  expect(screen.queryByText(/after the purchase year/)).toBeNull();
  await waitFor(() => expect(callsTo("GET /api/products/batch-code").at(-1)?.query).toContain("purchaseYear=2020"));
});

it("years that are all after the purchase are named as a question", async () => {
  await openBottle({ verdict: "fits", years: [2025, 2015], isAfterPurchase: true });
  write("Brand", "Guerlain");
  write(/Batch code/, "5C01");
  expect(await screen.findByText(/after the purchase year: compare the code/)).toBeInTheDocument();
});

it("without a brand or a code nothing is asked", async () => {
  await openBottle({ verdict: "unknown", years: [], isAfterPurchase: false });
  write(/Batch code/, "5C01");
  await screen.findByLabelText("Brand");
  expect(callsTo("GET /api/products/batch-code")).toEqual([]);
});
