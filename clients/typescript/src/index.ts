/** Wangi for programs in TypeScript and JavaScript. */
export { type Options, Refused, Unreachable } from "./calls.js";
export { Wangi } from "./routes.js";
export type * from "./types.js";
export { InvalidWebhook, readWebhook, type WebhookMessage } from "./webhooks.js";
