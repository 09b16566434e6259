import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs } from "@/test/dashboard";
import { NOW } from "@/test/makers";
import { appeal, dealMoney, dispute, protectionTerms } from "@/test/protection";
import { refusal } from "@/test/server";
import { anOrder } from "@/test/talk-makers";

vi.setConfig({ testTimeout: 30_000 });

const decided = dealMoney({
  role: "seller",
  state: "decided",
  heldAt: NOW,
  dueAt: NOW,
  dispute: dispute({ decidedAt: NOW, decisionWords: "The photograph shows another cap." }),
  appeal: appeal(),
  next: ["APPEAL"],
});
const page = {
  "GET /api/orders/12": anOrder(),
  "GET /api/boost/protection": protectionTerms(true),
};

it("a seller reads the decision and until when, and appeals it with words", async () => {
  let money = decided;
  const { user } = openAs("/orders/12", {
    ...page,
    "GET /api/boost/deals/12": () => HttpResponse.json(money),
    "POST /api/boost/deals/12/appeal": () => {
      money = dealMoney({
        ...decided,
        state: "appealed",
        dueAt: null,
        next: [],
        appeal: appeal({ appealedBy: "seller", appealedAt: NOW, words: "It is the cap of the listing." }),
      });
      return HttpResponse.json(money);
    },
  });
  expect(await screen.findByText("The buyer gets everything back")).toBeVisible();
  expect(screen.getByText(/^It can be appealed until/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Appeal the decision" }));
  const dialog = within(screen.getByRole("dialog", { name: "Appeal the decision" }));
  await user.click(dialog.getByRole("button", { name: "Send appeal" }));
  expect(dialog.getByText("Please say why.")).toBeVisible();
  await user.type(dialog.getByLabelText(/^Why this should/), "It is the cap of the listing.");
  await user.click(dialog.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText("It is the cap of the listing.")).toBeVisible();
  expect(screen.getByTestId("protection")).toHaveAttribute("data-state", "appealed");
  expect(callsTo("POST /api/boost/deals/12/appeal").at(-1)?.body).toEqual({ words: "It is the cap of the listing." });
});

it("an appeal that comes too late says so in the form", async () => {
  const { user } = openAs("/orders/12", {
    ...page,
    "GET /api/boost/deals/12": decided,
    "POST /api/boost/deals/12/appeal": () => refusal(409, "appeal_too_late"),
  });
  await user.click(await screen.findByRole("button", { name: "Appeal the decision" }));
  const dialog = within(screen.getByRole("dialog", { name: "Appeal the decision" }));
  await user.type(dialog.getByLabelText(/^Why this should/), "Look again.");
  await user.click(dialog.getByRole("button", { name: "Send appeal" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
});

it.each([
  ["upheld", "Another member of staff has decided the same."],
  ["changed", "Another member of staff has changed the decision."],
] as const)("an appeal that is %s is shown on the page", async (outcome, words) => {
  openAs("/orders/12", {
    ...page,
    "GET /api/boost/deals/12": dealMoney({ ...decided, state: "split", next: [], appeal: appeal({ outcome }) }),
  });
  expect(await screen.findByText(words)).toBeVisible();
});

it("a decided purchase that moderators hold promises no hour", async () => {
  openAs("/orders/12", {
    ...page,
    "GET /api/boost/deals/12": dealMoney({ ...decided, next: [], dueAt: new Date(Date.parse(NOW) + 1).toISOString() }),
  });
  expect(await screen.findByText(/^The time to appeal is over\. The money waits while moderators/)).toBeVisible();
  expect(screen.queryByText(/^It can be appealed until/)).toBeNull();
  expect(screen.queryByText(/The money moves at/)).toBeNull();
});

it("words that went with their account leave no empty quotation", async () => {
  openAs("/orders/12", {
    ...page,
    "GET /api/boost/deals/12": dealMoney({
      ...decided,
      state: "refunded",
      next: [],
      dispute: dispute({ words: "", decidedAt: NOW }),
      appeal: appeal({ appealedBy: "seller", appealedAt: NOW, outcome: "upheld" }),
    }),
  });
  const gone = await screen.findAllByText("These words were removed with their account.");
  expect(gone.map((element) => element.tagName)).toEqual(["BLOCKQUOTE", "BLOCKQUOTE"]);
});
