import { configure } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { Draft } from "@/shared/listings/drafts";
import type { Listing } from "@/shared/listings/listing";
import type { User } from "@/shared/session/session";
import { aProduct, aUser, NOW, signedInAs } from "./makers";
import { renderApp } from "./render-app";
import { server } from "./server";

// Large forms render slowly on busy machines.
configure({ asyncUtilTimeout: 5000 });

export interface Call {
  call: string;
  query: string;
  body: unknown;
  key: string | null;
}

export const sent: Call[] = [];

export const callsTo = (call: string) => sent.filter((sentCall) => sentCall.call === call);

export const ownListing = (change: Partial<Listing> = {}): Listing =>
  ({ ...aProduct({ sellerId: 7, createdAt: NOW }), ...change }) as Listing;

export const aDraft = (change: Partial<Draft> = {}): Draft => ({
  id: 5,
  form: {},
  createdAt: NOW,
  updatedAt: NOW,
  ...change,
});

const figures = {
  totalProducts: 2,
  totalInventory: 3,
  averagePrice: 298.33,
  views30: 40,
  favourites: 6,
  stock: { low: 2, medium: 0, good: 0, out: 0 },
  byStatus: { active: 2 },
  topRated: [],
};

const health = {
  outboxWaiting: 0,
  oldestWaitingAt: null,
  refusedKeys: 0,
  parkedKeys: 0,
  consumerLag: 0,
  p95Ms: 9,
  jobs: [],
};
const adminParts = ["users/", "products/", "auctions/", "orders/", "boost/", ""];

type Answers = Record<string, unknown>;

const PLAIN: Answers = {
  "GET /api/seller/products": [],
  "GET /api/seller/dashboard": figures,
  "GET /api/seller/drafts": [],
  "GET /api/offers/floors": [],
  "POST /api/seller/drafts": aDraft(),
  "PUT /api/seller/drafts/5": aDraft(),
  ...Object.fromEntries(adminParts.map((part) => [`GET /api/admin/${part}health`, health])),
  "GET /api/products/facets": { brands: [{ name: "Atelier Noctell", count: 2 }] },
};

export function openAs(address: string, answers: Answers = {}, change: Partial<User> = {}) {
  sent.length = 0;
  signedInAs(aUser(change));
  server.use(
    ...Object.entries({ ...PLAIN, ...answers }).map(([call, answer]) => {
      const [method = "", path = ""] = call.split(" ");
      return http[method.toLowerCase() as "get"](`*${path}`, async ({ request }) => {
        const type = request.headers.get("Content-Type") ?? "";
        const body = type.includes("json") ? await request.json() : null;
        sent.push({ call, query: new URL(request.url).search, body, key: request.headers.get("Idempotency-Key") });
        if (typeof answer === "function") return answer(body);
        return answer instanceof Response ? answer.clone() : HttpResponse.json(answer as object);
      });
    }),
  );
  return renderApp(address);
}
