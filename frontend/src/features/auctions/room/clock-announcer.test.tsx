import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ClockAnnouncer } from "./clock-announcer";

const END = "2026-11-20T12:00:00Z";
const LATER = "2026-11-20T12:02:00Z";

function clock(left: number, endsAt = END) {
  return (
    <I18nProvider i18n={i18n}>
      <ClockAnnouncer left={left} endsAt={endsAt} />
    </I18nProvider>
  );
}

it.each([
  [400, 8, "10 seconds left"],
  [400, 50, "1 minute left"],
  [70, 1, "10 seconds left"],
  [400, 0, ""],
])(
  "AUC-02: a device that slept from %i to %i seconds announces only what is still true: %s",
  (before, after, announcement) => {
    const { rerender } = render(clock(before));
    rerender(clock(after));
    expect(screen.getByRole("status").textContent).toBe(announcement);
  },
);

it("AUC-02: 5 minutes, 1 minute and 10 seconds are announced, the other seconds are not", () => {
  const announcements: string[] = [];
  const { rerender } = render(clock(400));
  const say = (left: number, endsAt = END) => {
    rerender(clock(left, endsAt));
    const announcement = screen.getByRole("status").textContent ?? "";
    if (announcement !== (announcements.at(-1) ?? "")) announcements.push(announcement);
  };
  for (let left = 400; left >= 5; left -= 1) say(left);
  say(120, LATER);
  for (let left = 119; left >= 0; left -= 1) say(left, LATER);
  expect(announcements).toEqual([
    "5 minutes left",
    "1 minute left",
    "10 seconds left",
    "The end was extended",
    "1 minute left",
    "10 seconds left",
  ]);
});
