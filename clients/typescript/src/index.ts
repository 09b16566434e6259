/** Wangi for programs in TypeScript and JavaScript. */
export type { Options } from "./calls.js";
export type { EventData } from "./events.js";
export { Refused, Unreachable } from "./refusals.js";
export { Wangi } from "./routes.js";
export type { Event, EventType, Wishes } from "./stream.js";
export type * from "./types.js";
export { InvalidWebhook, readWebhook, type WebhookMessage } from "./webhooks.js";
