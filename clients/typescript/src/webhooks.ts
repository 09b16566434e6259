/** Checking that a call of a webhook comes from Wangi. */

const TOLERANCE_SECONDS = 300;

/** It is not signed with this secret, or too old. */
export class InvalidWebhook extends Error {
  override name = "InvalidWebhook";
}

export type WebhookMessage = { type: string; timestamp: string; data: Record<string, unknown> };

/** Return the message of a call that is signed with the secret and not older than five minutes. Give the body as the
 * bytes that came: JSON that was parsed and written anew has another signature. */
export async function readWebhook(
  secret: string,
  headers: Headers | Record<string, string>,
  body: Uint8Array<ArrayBuffer>,
  now: number = Date.now() / 1000,
): Promise<WebhookMessage> {
  const given = headers instanceof Headers ? headers : new Headers(headers);
  const [id, sentAt] = [given.get("webhook-id") ?? "", given.get("webhook-timestamp") ?? ""];
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(now - Number(sentAt)) > TOLERANCE_SECONDS) {
    throw new InvalidWebhook("it is too old, or says no time");
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (bytes === undefined) throw new TypeError("this is no secret of a webhook");
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  const signed = new Blob([`${id}.${sentAt}.`, body]);
  const message = await signed.arrayBuffer();
  for (const one of (given.get("webhook-signature") ?? "").split(" ")) {
    const signature = one.startsWith("v1,") ? bytesOf(one.slice(3)) : undefined;
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, message))) {
      return JSON.parse(new TextDecoder().decode(body)) as WebhookMessage;
    }
  }
  throw new InvalidWebhook("no signature is by this secret");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  } catch {
    return undefined;
  }
}
