/** The gateway as the tests see it: by default nobody is signed in and nothing is for sale. */
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

export const refusal = (status: number, code: string, message = code, details: Record<string, unknown> = {}) =>
  HttpResponse.json({ message, code, details, requestId: "test" }, { status });

export const server = setupServer(
  http.get("*/api/v1/auth/me", () => refusal(401, "not_signed_in")),
  http.post("*/api/v1/auth/refresh", () => refusal(401, "not_signed_in")),
  http.get("*/api/v1/auth/providers", () => HttpResponse.json([])),
  http.get("*/api/products", () => HttpResponse.json([])),
  http.get("*/api/categories", () => HttpResponse.json([{ id: 4, name: "Niche", description: null }])),
);
