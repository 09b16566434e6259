import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { User } from "@/shared/session/session";
import { aUser, NOW, signedInAs } from "./makers";
import { renderApp } from "./render-app";
import { server } from "./server";

export const HERE = {
  id: "a",
  device: "Chrome on Windows",
  browser: "Chrome",
  system: "Windows",
  place: "Network 60.52.14.0/24",
  network: "60.52.14.0/24",
  isLocal: false,
  signedInWith: "password",
  createdAt: NOW,
  lastSeenAt: NOW,
  current: true,
};
export const PHONE = {
  ...HERE,
  id: "b",
  device: "Safari on iPhone",
  browser: "Safari",
  system: "iPhone",
  current: false,
};
export const sent: Record<string, unknown[]> = {};

export function answers(method: "post" | "delete" | "patch", path: string, answer: () => Response) {
  sent[path] = [];
  server.use(
    http[method](`*${path}`, async ({ request }) => {
      sent[path]?.push(await request.json().catch(() => null));
      return answer();
    }),
  );
}

export function openSettings(change: Partial<User> = {}) {
  server.use(
    http.get("*/api/user/7/sessions", () => HttpResponse.json([HERE, PHONE])),
    http.get("*/api/user/7/passkeys", () => HttpResponse.json([])),
  );
  signedInAs(aUser(change));
  return renderApp("/profile?tab=settings");
}

export const section = async (name: string) => within(await screen.findByRole("region", { name }));
