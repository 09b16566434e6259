import { cleanup, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aCard, aMessage, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const NONE = { yours: null, theirs: null, isTheirsHidden: false, mayWrite: true, until: "2026-12-01T00:00:00Z" };
const aReview = (rating: number, comment: string, isPublic = true) => ({
  id: 1,
  rating,
  comment,
  isPublic,
  pictures: [],
});

function aSale(reviews: object): void {
  const card = {
    transactionId: 6,
    title: "Review",
    text: "Waiting for buyer to submit a review...",
    state: "waiting" as const,
    amount: 560,
    progress: 3,
    auctionId: null,
    payBy: null,
  };
  const sent = { messageType: "ACTION" as const, actionType: "REVIEW", actorId: FARID, senderId: FARID };
  shop.messages.push(aMessage(3, "", { ...sent, receiverId: SELF, card }));
  server.use(http.get("*/api/transactions/6/reviews", () => HttpResponse.json({ ...NONE, ...reviews })));
}

beforeEach(() => {
  pretendMessages();
  fakeLive.state = "open";
});

it("U30: the seller rates the buyer under the review's card", async () => {
  aSale({ isTheirsHidden: true });
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/transactions/6/buyer-rating", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const { user } = renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText("The other review is written. You will read it after yours.")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Rating"), "4.5");
  await user.click(screen.getByRole("button", { name: "Submit rating" }));
  await waitFor(() => expect(sent).toEqual([{ rating: 4.5, comment: "", pictures: [] }]));
});

it("U30: one's own is shown as hidden until the other is written, then both are", async () => {
  aSale({ yours: aReview(4, "Quick to pay.", false), mayWrite: false });
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText("Quick to pay.")).toBeVisible();
  expect(screen.getByText("Hidden until the other review is written, or 14 days after the delivery.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Submit rating" })).toBeNull();
  cleanup();
  shop.messages.pop();
  aSale({ yours: aReview(4, "Quick to pay."), theirs: aReview(5, "Lovely bottle."), mayWrite: false });
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText("Lovely bottle.")).toBeVisible();
  expect(screen.getByText("Review by the buyer")).toBeVisible();
  expect(screen.queryByText(/Hidden until/)).toBeNull();
});

it("U30: reviews that do not load show an error, with the way to try again", async () => {
  aSale({});
  server.use(http.get("*/api/transactions/6/reviews", () => refusal(503, "unavailable")));
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText("The reviews did not load")).toBeVisible();
});

it("U30: the head of the conversation shows how sellers rated the person as a buyer", async () => {
  aSale({});
  const rated = { averageRating: 4.8, reviews: [], total: 12, stars: [12, 0, 0, 0, 0] };
  server.use(http.get(`*/api/buyers/${FARID}/reviews`, () => HttpResponse.json(rated)));
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText("Buyer rating 4.8 (12)")).toBeVisible();
});

it("U30: of whom one buys from it shows no rating as a buyer", async () => {
  shop.messages.push(aCard("INITIATE", { title: "Purchase This Item", text: "Confirm Purchase", progress: 0 }));
  let requestCount = 0;
  server.use(
    http.get(`*/api/buyers/${FARID}/reviews`, () => {
      requestCount += 1;
      return HttpResponse.json({ averageRating: 4.8, reviews: [], total: 12, stars: [12, 0, 0, 0, 0] });
    }),
  );
  renderApp(`/messages?with=${FARID}`);
  await screen.findByRole("button", { name: "Confirm Purchase" });
  expect(requestCount).toBe(0);
});

it("REV-01: pictures are sent as they are chosen, tried again, removed, and named by the review", async () => {
  aSale({});
  const sent: unknown[] = [];
  let uploads = 0;
  server.use(
    http.post("*/api/transactions/6/review-pictures", () => {
      uploads += 1;
      if (uploads === 1) return refusal(503, "unavailable");
      return HttpResponse.json({ token: `t${uploads}` }, { status: 201 });
    }),
    http.post("*/api/transactions/6/buyer-rating", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const { user } = renderApp(`/messages?with=${FARID}`);
  const chooser = await screen.findByTestId<HTMLInputElement>("review-pictures");
  const aPicture = (name: string) => new File(["x"], name, { type: "image/png" });
  await user.upload(chooser, aPicture("box.png"));
  expect(await screen.findByText(/Upload Failed/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Submit rating" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Submit rating" })).toBeEnabled());
  await user.upload(chooser, [aPicture("cap.png"), aPicture("level.png"), aPicture("one too many.png")]);
  await waitFor(() => expect(uploads).toBe(4));
  expect(screen.queryByTestId("review-pictures")).toBeNull();
  expect(screen.queryByText("one too many.png")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Remove picture 2" }));
  await user.click(screen.getByRole("button", { name: "Submit rating" }));
  await waitFor(() => expect(sent).toEqual([{ rating: 5, comment: "", pictures: ["t2", "t4"] }]));
});
