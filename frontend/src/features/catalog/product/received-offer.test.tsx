import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aProduct, aUser, signedInAs } from "@/test/makers";
import { pretendMessages } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const offer = { id: 5, productId: 1, sellerId: 9, amount: 560, expiresAt: "2099-11-27T01:00:00Z" };
const offered = () => screen.findByRole("region", { name: "The seller offers it to you" });

function open(answers: (() => Response)[]) {
  const requests: string[] = [];
  server.use(
    http.get("*/api/products/1", () => HttpResponse.json(aProduct({ listingType: "negotiable" }))),
    http.get("*/api/offers/received/1", () => {
      requests.push("received");
      return (answers.length > 1 ? answers.shift() : answers[0])?.();
    }),
  );
  return { asked: requests, ...renderApp("/products/1") };
}

const withOffer = () => HttpResponse.json({ offer });
const none = () => HttpResponse.json({ offer: null });

it("U18: it is accepted, a refusal is shown, and the conversation opens", async () => {
  pretendMessages();
  let presses = 0;
  server.use(
    http.post("*/api/offers/received/5/accept", () => {
      presses += 1;
      if (presses === 1) return refusal(409, "offer_not_open", "This offer is not open any more.");
      return HttpResponse.json({ transactionId: 3, status: "WAITING_PAYMENT" });
    }),
  );
  const { user, path } = open([withOffer]);
  expect(await offered()).toHaveTextContent("RM 560");
  await user.click(screen.getByRole("button", { name: "Accept" }));
  expect(await screen.findByText("This offer is not open any more.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(path()).toContain("/messages"));
});

it("U18: it is declined and gone; one that did not load is asked for again", async () => {
  signedInAs(aUser());
  server.use(http.post("*/api/offers/received/5/decline", () => HttpResponse.json({ success: true })));
  const { user } = open([() => refusal(404, "not_found"), withOffer, none]);
  expect(await screen.findByText("The offers of the seller did not load.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  const section = within(await offered());
  await user.click(section.getByRole("button", { name: "No, thank you" }));
  await waitFor(() => expect(screen.queryByText("The seller offers it to you")).toBeNull());
});

it("U18: a guest sees none", async () => {
  const { asked: requests } = open([withOffer]);
  await screen.findByRole("heading", { level: 1, name: "Smoke Vesper" });
  expect(requests).toEqual([]);
});
