/** Being told by push on this device: what the browser allows, turned on, turned off, and renewed when the app is opened. */
import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { answer, api } from "@/lib/calls/api-client";
import { registerWorker } from "@/lib/page/worker";
import { claimsOf, readToken } from "@/lib/session/token";
import { dropMark, isPushKept, keepMark, readMark } from "./push-record";

export type PushDevice = components["schemas"]["AuthPushDeviceOut"];
export type Allowed = "unsupported" | NotificationPermission;

/** A device that was not seen for long is forgotten; once a day is far more often. */
const RENEWED_EVERY_MS = 86_400_000;
const ownPath = (userId: number) => ({ params: { path: { user_id: userId } } });

export const pushDevicesQuery = (userId: number) =>
  queryOptions({
    queryKey: ["account", "push-devices"],
    queryFn: () => answer(api.GET("/api/user/{user_id}/push-devices", ownPath(userId))),
    staleTime: 0,
  });

/** What the browser allows without being asked. */
export function allowed(): Allowed {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return can ? Notification.permission : "unsupported";
}

/** Asks the person, then the browser's push service, then tells the server. Call it from a press only. */
export async function turnPushOn(userId: number, publicKey: string): Promise<Allowed> {
  const permission = await Notification.requestPermission();
  if (permission === "granted") await subscribe(userId, publicKey);
  return permission;
}

export async function turnPushOff(userId: number, device: PushDevice): Promise<void> {
  await answer(
    api.DELETE("/api/user/{user_id}/push-devices/{device_id}", {
      params: { path: { user_id: userId, device_id: device.id } },
    }),
  );
  if (!device.current) return;
  dropMark();
  // The server sends nothing more whether the browser lets go or not.
  await letGoOfPush().catch(() => undefined);
}

/** Tells the server that this device is still here: once a day, and after each sign-in, which ends what was before. */
export async function renewPush(now = Date.now()): Promise<void> {
  const mark = readMark();
  const claims = claimsOf(readToken()) as { sub?: string; sid?: string } | null;
  if (!mark || !claims?.sub || !isPushKept() || allowed() !== "granted") return;
  if (mark.session === claims.sid && now - mark.at < RENEWED_EVERY_MS) return;
  const userId = Number(claims.sub);
  const { publicKey, devices } = await answer(api.GET("/api/user/{user_id}/push-devices", ownPath(userId)));
  // An address that the push service has replaced or given up says nothing about what the person wants.
  const before = await (await registerWorker()).pushManager.getSubscription();
  const isSame = before?.endpoint === mark.endpoint;
  if (mark.session === claims.sid && isSame && !devices.some(({ current }) => current)) dropMark();
  else await subscribe(userId, publicKey);
}

/** Lets go of this browser's address: what its push service still holds for the last person is not shown to the next, and what is
 * shown goes. The mark stays, so that the same person need not turn push on again. */
export async function letGoOfPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const shown of (await registration.getNotifications?.()) ?? []) shown.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

async function subscribe(userId: number, publicKey: string): Promise<void> {
  const { pushManager } = await registerWorker();
  const before = await pushManager.getSubscription();
  // One browser has one address at a time, for one key and one person: what waits for another one is not shown here.
  const isOurs = before && isPushKept() && asText(before.options.applicationServerKey) === publicKey;
  if (before && !isOurs) await before.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys } = (isOurs ? before : await pushManager.subscribe(wanted)).toJSON();
  const body = { endpoint: endpoint ?? "", publicKey: bare(keys?.p256dh), secret: bare(keys?.auth) };
  await answer(api.POST("/api/user/{user_id}/push-devices", { ...ownPath(userId), body }));
  keepMark(body.endpoint);
}

const bare = (text = "") => text.replace(/=+$/, "");

function asText(key: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return bare(btoa(bytes).replaceAll("+", "-").replaceAll("/", "_"));
}
