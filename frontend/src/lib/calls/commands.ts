import { i18n } from "@lingui/core";
import { addMessages, type Message, messageFor } from "@/lib/i18n/refusal-messages";
import { asRefusal, Refusal } from "./refusal";

addMessages(
  {
    outcome_unknown: ({ details: { safe } }) => ({
      title: i18n.t("Not known yet"),
      text: safe
        ? i18n.t("We do not know yet whether this went through. Sending it again is safe: it is never done twice.")
        : i18n.t("We do not know yet whether this went through. Please look before you send it again."),
    }),
    own_listing: () => ({
      title: i18n.t("Cannot Bid on Your Own Listing"),
      text: i18n.t("You are not allowed to bid on your own listings."),
    }),
  },
  {
    invalid_image: () => i18n.t("Invalid file type"),
    too_large: () => i18n.t("File too large"),
    too_many_images: () => i18n.t("Up to 5 images per product"),
    auction_has_bids: () => i18n.t("An auction with bids can no longer be changed"),
    wrong_status: () => i18n.t("This cannot be done with the listing as it is now"),
    invalid_link: () => i18n.t("This link is not valid any more. Ask for a new one."),
    username_taken: () => i18n.t("Username already taken"),
  },
);

export const KEEPS_KEYS = new RegExp(
  `^/api/(${[
    "products(/\\d+/(duplicate|notes|relist))?",
    "seller/(drafts|products/(bulk|import))",
    "product-images",
    "favorites/searches",
    "auctions(/\\d+/(bids|second-chance(/answer)?))?",
    "messages",
    "boost/create-order",
    "boost/payouts",
    "admin/auctions/\\d+/void-bids",
    "admin/(cases(/payments)?|orders|products|users)/bulk",
  ].join("|")})$`,
);

const HEADER = "Idempotency-Key";
const MOST = 50;

const open = new Map<string, string>();

export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Retries once with the same key if the outcome is unknown, then reports that. */
export async function sendCommand(
  request: Request,
  whose: string | null,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const keyed = request.method === "POST" && KEEPS_KEYS.test(new URL(request.url).pathname);
  if (!keyed) return send(request);
  const commandKey = await giveKey(request, whose);
  if (!navigator.onLine || !request.headers.has(HEADER)) return send(request);
  const again = request.clone();
  const outcome = (await attemptCommand(request, send)) ?? (await attemptCommand(again, send));
  if (!outcome) throw new Refusal(0, "outcome_unknown", "", { safe: true });
  if (commandKey) open.delete(commandKey);
  return outcome;
}

async function giveKey(request: Request, whose: string | null): Promise<string | null> {
  const isForm = request.headers.get("Content-Type")?.startsWith("multipart/") ?? false;
  if (request.headers.has(HEADER) || isForm) return null;
  const commandKey = JSON.stringify([whose, request.url, await request.clone().text()]);
  const key = open.get(commandKey) ?? idempotencyKey();
  open.delete(commandKey);
  open.set(commandKey, key);
  for (const oldest of open.keys()) {
    if (open.size <= MOST) break;
    open.delete(oldest);
  }
  request.headers.set(HEADER, key);
  return commandKey;
}

async function attemptCommand(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response | null> {
  const response = await send(request).catch(() => null);
  if (!response || response.status === 502 || response.status === 504) return null;
  if (response.status !== 503 && response.status !== 500) return response;
  const body = await response
    .clone()
    .json()
    .catch(() => null);
  return body?.code === "outcome_unknown" ? null : response;
}

export function failureMessage(title: string, error: unknown): Message {
  const message = messageFor(error, title);
  return asRefusal(error).code === "outcome_unknown" ? message : { title, text: message.text };
}
