import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Review } from "@/shared/reviews/reviews";
import { aSeller, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const amir = { id: 7, username: "amir", profileImage: null, isDeleted: false, isVerified: false };
const aReview = (change: Partial<Review> = {}): Review => ({
  id: 1,
  rating: 4.5,
  comment: "As described.",
  createdAt: "2026-11-14T00:00:00Z",
  user: amir,
  reviewer: amir,
  product: { id: 3, name: "Smoke Vesper", imageUrl: null, price: 300, status: "sold", listingType: "fixed" },
  reply: null,
  isPublic: true,
  pictures: [],
  ...change,
});
const shop = (...reviews: Review[]) =>
  server.use(
    http.get("*/api/sellers/9", () => HttpResponse.json(aSeller({ id: 9 }))),
    http.get("*/api/sellers/9/reviews", () =>
      HttpResponse.json({ averageRating: 4.6, reviews, total: 12, stars: [9, 2, 1, 0, 0] }),
    ),
  );

it("SELP-19, REV-03: the average, how the stars are spread, and each review with the seller's answer", async () => {
  shop(
    aReview({ reply: { text: "Enjoy it.", createdAt: "2026-11-15T00:00:00Z" } }),
    aReview({ id: 2, reviewer: null }),
  );
  renderApp("/sellers/9?tab=reviews");
  expect(await screen.findByText("From 12 reviews")).toBeVisible();
  const row = screen.getByText("5 stars").closest("li");
  expect(within(row as HTMLElement).getByText("9")).toBeVisible();
  expect(screen.getByText("amir")).toBeVisible();
  expect(screen.getByText("Enjoy it.")).toBeVisible();
  expect(screen.getByText("Deleted user")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
});

it("REV-04, U30: the owner answers a review once, and a refusal is shown", async () => {
  signedInAs(aUser({ id: 9 }));
  shop(aReview());
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/reviews/1/reply", async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) return refusal(409, "reply_closed", "You have already replied to this review.");
      shop(aReview({ reply: { text: "Thank you.", createdAt: "2026-11-15T00:00:00Z" } }));
      return HttpResponse.json(aReview());
    }),
  );
  const { user } = renderApp("/sellers/9?tab=reviews");
  await user.click(await screen.findByRole("button", { name: "Reply" }));
  await user.type(screen.getByLabelText(/Your reply/), "Thank you.");
  await user.click(screen.getByRole("button", { name: "Publish reply" }));
  expect(await screen.findByText("You have already replied to this review.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Publish reply" }));
  await waitFor(() => expect(screen.queryByLabelText(/Your reply/)).toBeNull());
  expect(screen.getByText("Thank you.")).toBeVisible();
  expect(sent).toEqual([{ text: "Thank you." }, { text: "Thank you." }]);
});

it("a review is reported by the person who is signed in, but not by its writer", async () => {
  signedInAs(aUser({ id: 9 }));
  shop(aReview(), aReview({ id: 2, reviewer: { ...amir, id: 9 } }));
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/reviews/1/reports", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  const { user } = renderApp("/sellers/9?tab=reviews");
  await user.click(await screen.findByRole("button", { name: "Report" }));
  const dialog = within(screen.getByRole("dialog", { name: "Report this review" }));
  await user.selectOptions(dialog.getByLabelText("What is wrong?"), "spam");
  await user.type(dialog.getByLabelText(/In your own words/), "It is about another shop.");
  await user.click(dialog.getByRole("button", { name: "Report" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ reason: "spam", words: "It is about another shop." }]);
});

it("REV-03: the pictures of a review are small beside its words and open at full size", async () => {
  const picture = (token: string) => ({
    token,
    imageUrl: `/api/review-pictures/${token}`,
    thumbnailUrl: `/api/review-pictures/${token}?size=small`,
    width: 700,
    height: 500,
  });
  shop(aReview({ pictures: [picture("a"), picture("b")] }), aReview({ id: 2 }));
  const { user } = renderApp("/sellers/9?tab=reviews");
  const list = within(await screen.findByRole("list", { name: "Pictures of the review" }));
  expect(list.getAllByRole("button")).toHaveLength(2);
  await user.click(list.getByRole("button", { name: "Open picture 2" }));
  const zoom = within(await screen.findByRole("dialog", { name: "Photographs" }));
  expect(zoom.getByRole("img")).toHaveAttribute("src", "/api/review-pictures/b");
  await user.click(zoom.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
