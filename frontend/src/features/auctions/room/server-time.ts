import { useEffect, useState } from "react";
import { serverNow, setClock } from "@/lib/time/now";

/** Device clocks drift, so the measured offset expires. */
const FORGOTTEN_MS = 10 * 60_000;
/** A larger jump is not latency: the device's clock was set. */
const CLOCK_WAS_SET_MS = 5000;

let clockOffset = { difference: 0, at: Number.NEGATIVE_INFINITY };
const learners = new Set<() => void>();

/** Latency and caches only make the server's time look older, so the sample furthest ahead is the most accurate. */
export function learnServerTime(serverNow: string, receivedAt = Date.now()): void {
  const difference = Date.parse(serverNow) - receivedAt;
  const holds =
    Math.abs(receivedAt - clockOffset.at) < FORGOTTEN_MS && clockOffset.difference - difference < CLOCK_WAS_SET_MS;
  if (Number.isNaN(difference) || (holds && difference <= clockOffset.difference)) return;
  clockOffset = { difference, at: receivedAt };
  setClock(difference);
  for (const learner of learners) learner();
}

export function useTimeTowards(end: string): number {
  const [moment, setMoment] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const publishMoment = () => {
      clearTimeout(timer);
      const current = serverNow();
      setMoment(current);
      const left = Date.parse(end) - current;
      timer = setTimeout(publishMoment, left > 0 ? left % 1000 || 1000 : 1000);
    };
    publishMoment();
    learners.add(publishMoment);
    document.addEventListener("visibilitychange", publishMoment);
    return () => {
      clearTimeout(timer);
      learners.delete(publishMoment);
      document.removeEventListener("visibilitychange", publishMoment);
    };
  }, [end]);
  return moment;
}
