import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serverNow } from "@/lib/time/now";
import { timeLeft } from "@/lib/time/time";
import { learnServerTime, useTimeTowards } from "./server-time";

const START = Date.parse("2026-11-20T12:00:00.000Z");
const END = "2026-11-20T12:01:30.370Z";
const DRIFT_MS = 250;
let wrongBy = 0;

function device(wrong: number): void {
  wrongBy = wrong;
  vi.setSystemTime(START + wrong);
}
const trueNow = () => Date.now() - wrongBy;
const iso = (time: number) => new Date(time).toISOString();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function Countdown() {
  return <output>{timeLeft(END, useTimeTowards(END)).seconds}</output>;
}

const shown = () => Number(screen.getByRole("status").textContent);
const ideal = (at: number) => timeLeft(END, at).seconds;

it.each([0, 47_210, -3_600_123, 86_400_777])(
  "AUC-02, AUC-23: with a device %i ms off, the countdown drifts no further",
  (wrong) => {
    device(wrong);
    learnServerTime(iso(trueNow() - 120));
    render(<Countdown />);
    for (let passed = 0; passed < 95_000; passed += 130) {
      expect([ideal(trueNow()), ideal(trueNow() - DRIFT_MS)]).toContain(shown());
      act(() => void vi.advanceTimersByTime(130));
    }
    expect(shown()).toBe(0);
  },
);

it("an answer that was long under way or kept in between does not make the clock late", () => {
  device(1_000_000);
  learnServerTime(iso(trueNow() - 20));
  learnServerTime(iso(trueNow() - 980));
  expect(Math.abs(serverNow() - trueNow())).toBeLessThanOrEqual(20);
});

it("a better word sets the countdown right at once", () => {
  device(-500_000);
  learnServerTime(iso(trueNow() - 990));
  render(<Countdown />);
  act(() => learnServerTime(iso(trueNow() - 10)));
  expect([ideal(trueNow()), ideal(trueNow() - DRIFT_MS)]).toContain(shown());
});

it.each([7_200_000, -7_200_000])("when the device's clock is set by %i ms, the next word counts", (by) => {
  device(2_000);
  learnServerTime(iso(trueNow()));
  vi.setSystemTime(Date.now() + by);
  wrongBy += by;
  learnServerTime(iso(trueNow() - 30));
  expect(Math.abs(serverNow() - trueNow())).toBeLessThanOrEqual(30);
});

it("a word is forgotten in time, for clocks that run slow", () => {
  device(0);
  learnServerTime(iso(trueNow()));
  act(() => void vi.advanceTimersByTime(11 * 60_000));
  wrongBy = 400;
  learnServerTime(iso(trueNow() - 20));
  expect(Math.abs(serverNow() - trueNow())).toBeLessThanOrEqual(20);
});
