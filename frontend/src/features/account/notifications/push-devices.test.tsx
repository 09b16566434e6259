import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { letGoOfPush, renewPush } from "@/shared/notifications/push";
import { isPushKept, readPushRecord } from "@/shared/notifications/push-record";
import { server } from "@/test/server";
import { openSettings, section } from "@/test/settings";

const PATH = "*/api/user/7/push-devices";
const KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6";
const PHONE = { id: 4, browser: "Chrome", system: "Android", createdAt: "2026-11-20T08:00:00Z", succeededAt: null };

interface Asked {
  endpoint: string;
}

function devices(permission: NotificationPermission | null, kept: object[] = [], held: string | null = null) {
  const list = [...kept];
  const posted: Asked[] = [];
  server.use(
    http.get(PATH, () => HttpResponse.json({ publicKey: KEY, devices: list })),
    http.post(PATH, async ({ request }) => {
      posted.push((await request.json()) as Asked);
      list.push({ ...PHONE, id: 5, system: "Windows", current: true });
      return HttpResponse.json({ id: 5 }, { status: 201 });
    }),
    http.delete(`${PATH}/:id`, ({ params }) => {
      list.splice(
        list.findIndex((device) => (device as { id: number }).id === Number(params.id)),
        1,
      );
      return HttpResponse.json({ success: true });
    }),
  );
  const subscribe = vi.fn(async () => ({
    toJSON: () => ({ endpoint: "https://web.push.apple.com/a", keys: { p256dh: "p==", auth: "a" } }),
  }));
  const unsubscribe = vi.fn(async () => true);
  const before = held && { endpoint: held, options: { applicationServerKey: null }, unsubscribe };
  const close = vi.fn();
  const worker = {
    pushManager: { getSubscription: async () => before, subscribe },
    getNotifications: async () => [{ close }],
  };
  const request = vi.fn(async () => permission ?? "default");
  if (permission) {
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("Notification", {
      permission: permission === "denied" ? "denied" : "default",
      requestPermission: request,
    });
    Object.defineProperty(navigator, "serviceWorker", {
      configurable: true,
      value: { register: async () => worker, ready: Promise.resolve(worker), getRegistration: async () => worker },
    });
  }
  return { posted, subscribe, request, unsubscribe, close };
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

it("asks only after a press, then this device stands in the list and can be turned off", async () => {
  const { posted, subscribe, request } = devices("granted");
  const { user } = openSettings();
  const part = await section("On your devices");
  const button = await part.findByRole("button", { name: "Turn on on this device" });
  expect(request).not.toHaveBeenCalled();
  vi.stubGlobal("Notification", { permission: "granted", requestPermission: request });
  await user.click(button);
  expect(await part.findByText("This device")).toBeVisible();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
  expect(posted).toEqual([{ endpoint: "https://web.push.apple.com/a", publicKey: "p", secret: "a" }]);
  await user.click(part.getByRole("button", { name: "Turn off on Chrome on Windows" }));
  await waitFor(() => expect(part.queryByText("This device")).toBeNull());
  expect(localStorage.getItem("wangi_push")).toBeNull();
});

it("a person who says no sees how to change their mind, and nothing is sent", async () => {
  const { posted, request } = devices("granted");
  request.mockResolvedValue("denied");
  const { user } = openSettings();
  const part = await section("On your devices");
  await user.click(await part.findByRole("button", { name: "Turn on on this device" }));
  expect(await part.findByText("This browser blocks notifications from Wangi.")).toBeVisible();
  expect(posted).toEqual([]);
});

it("a browser that cannot get notifications says so, and other devices can still be turned off", async () => {
  devices(null, [{ ...PHONE, current: false }]);
  const { user } = openSettings();
  const part = await section("On your devices");
  expect(await part.findByText("This browser cannot be told while Wangi is closed.")).toBeVisible();
  expect(part.queryByRole("button", { name: "Turn on on this device" })).toBeNull();
  await user.click(part.getByRole("button", { name: "Turn off on Chrome on Android" }));
  await waitFor(() => expect(part.queryByText("Chrome on Android")).toBeNull());
});

it("a list that did not load is asked for again", async () => {
  server.use(http.get(PATH, () => HttpResponse.json({ code: "unavailable" }, { status: 503 })));
  openSettings();
  const part = await section("On your devices");
  expect(await part.findByText("This list did not load.")).toBeVisible();
  expect(screen.getByRole("region", { name: "On your devices" })).toContainElement(
    part.getByRole("button", { name: "Retry" }),
  );
});

const ADDRESS = "https://web.push.apple.com/a";
const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`;

it.each([
  ["a day later", { user: "7", session: "s", at: 0, endpoint: ADDRESS }, [{ ...PHONE, current: true }], 1],
  ["within the day", { user: "7", session: "s", at: Date.now() }, [{ ...PHONE, current: true }], 0],
  ["after another sign-in", { user: "7", session: "before", at: Date.now() }, [], 1],
  ["for another person", { user: "8", session: "s", at: 0 }, [], 0],
  ["once it was turned off elsewhere", { user: "7", session: "s", at: 0, endpoint: ADDRESS }, [], 0],
  [
    "once its address was given up",
    { user: "7", session: "s", at: 0, endpoint: "https://web.push.apple.com/b" },
    [],
    1,
  ],
])("the device is renewed as it should: %s", async (_, mark, kept, times) => {
  const { posted, request } = devices("granted", kept, ADDRESS);
  vi.stubGlobal("Notification", { permission: "granted", requestPermission: request });
  localStorage.setItem("app_token", tokenOf({ sub: "7", sid: "s" }));
  localStorage.setItem("wangi_push", JSON.stringify(mark));
  await renewPush();
  expect(posted).toHaveLength(times);
  expect(request).not.toHaveBeenCalled();
});

it("who signs out takes along what the browser's push service still holds, and what is shown", async () => {
  const { unsubscribe, close } = devices("granted", [], ADDRESS);
  localStorage.setItem("wangi_push", JSON.stringify({ user: "7", session: "s", at: 0, endpoint: ADDRESS }));
  await letGoOfPush();
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
  expect(readPushRecord()?.user, "who comes back need not turn it on again").toBe("7");
});

it("a guest has no push to renew", () => {
  localStorage.removeItem("wangi_push");
  localStorage.removeItem("app_token");
  expect(isPushKept()).toBe(false);
});
