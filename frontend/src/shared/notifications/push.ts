import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { callApi } from "@/lib/calls/call-api";
import { registerWorker } from "@/lib/page/worker";
import { claimsOf, readToken } from "@/lib/session/token";
import { deletePushRecord, isPushKept, readPushRecord, savePushRecord } from "./push-record";

export type PushDevice = components["schemas"]["AuthPushDeviceOut"];
export type Allowed = "unsupported" | NotificationPermission;

const RENEWED_EVERY_MS = 86_400_000;
const ownPath = (userId: number) => ({ path: { user_id: userId } });

export const pushDevicesQuery = (userId: number) =>
  queryOptions({
    queryKey: ["account", "push-devices"],
    queryFn: () => callApi("GET", "/api/user/{user_id}/push-devices", ownPath(userId)),
    staleTime: 0,
  });

export function pushPermission(): Allowed {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return can ? Notification.permission : "unsupported";
}

/** Call from a press only: browsers require it for the permission. */
export async function turnPushOn(userId: number, publicKey: string): Promise<Allowed> {
  const permission = await Notification.requestPermission();
  if (permission === "granted") await subscribe(userId, publicKey);
  return permission;
}

export async function turnPushOff(userId: number, device: PushDevice): Promise<void> {
  await callApi("DELETE", "/api/user/{user_id}/push-devices/{device_id}", {
    path: { user_id: userId, device_id: device.id },
  });
  if (!device.current) return;
  deletePushRecord();
  await letGoOfPush().catch(() => undefined);
}

/** Runs once a day and after each sign-in, which invalidates the earlier registration. */
export async function renewPush(now = Date.now()): Promise<void> {
  const mark = readPushRecord();
  const claims = claimsOf(readToken()) as { sub?: string; sid?: string } | null;
  if (!mark || !claims?.sub || !isPushKept() || pushPermission() !== "granted") return;
  if (mark.session === claims.sid && now - mark.at < RENEWED_EVERY_MS) return;
  const userId = Number(claims.sub);
  const { publicKey, devices } = await callApi("GET", "/api/user/{user_id}/push-devices", ownPath(userId));
  // A replaced address says nothing about what the person wants.
  const before = await (await registerWorker()).pushManager.getSubscription();
  const isSame = before?.endpoint === mark.endpoint;
  if (mark.session === claims.sid && isSame && !devices.some(({ current }) => current)) deletePushRecord();
  else await subscribe(userId, publicKey);
}

/**
 * The next user of this browser must not see this user's messages. The record stays, so that push resumes for the
 * same user.
 */
export async function letGoOfPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const shown of (await registration.getNotifications?.()) ?? []) shown.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

async function subscribe(userId: number, publicKey: string): Promise<void> {
  const { pushManager } = await registerWorker();
  const before = await pushManager.getSubscription();
  const isOurs = before && isPushKept() && asText(before.options.applicationServerKey) === publicKey;
  if (before && !isOurs) await before.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys } = (isOurs ? before : await pushManager.subscribe(wanted)).toJSON();
  const body = {
    endpoint: endpoint ?? "",
    publicKey: withoutPadding(keys?.p256dh),
    secret: withoutPadding(keys?.auth),
  };
  await callApi("POST", "/api/user/{user_id}/push-devices", { ...ownPath(userId), body });
  savePushRecord(body.endpoint);
}

const withoutPadding = (text = "") => text.replace(/=+$/, "");

function asText(key: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return withoutPadding(btoa(bytes).replaceAll("+", "-").replaceAll("/", "_"));
}
