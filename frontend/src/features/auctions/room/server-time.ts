/** The server's clock, learnt from an auction's answers and frames, given at the seconds of a countdown. */
import { useEffect, useState } from "react";
import { serverNow, setClock } from "@/lib/time/now";

/** A word of the server's clock is forgotten after this time, for clocks of devices run fast or slow. */
const FORGOTTEN_MS = 10 * 60_000;
/** So much cannot be the way of an answer: the device's own clock was set. */
const CLOCK_WAS_SET_MS = 5000;

let clockOffset = { difference: 0, at: Number.NEGATIVE_INFINITY };
const learners = new Set<() => void>();

/**
 * Learn the server's clock from a word that carries it. On its way, and in any cache, a word only grows older: of
 * several, the one that puts the server's time furthest ahead is nearest to the truth.
 */
export function learnServerTime(serverNow: string, receivedAt = Date.now()): void {
  const difference = Date.parse(serverNow) - receivedAt;
  const holds =
    Math.abs(receivedAt - clockOffset.at) < FORGOTTEN_MS && clockOffset.difference - difference < CLOCK_WAS_SET_MS;
  if (Number.isNaN(difference) || (holds && difference <= clockOffset.difference)) return;
  clockOffset = { difference, at: receivedAt };
  setClock(difference);
  for (const learner of learners) learner();
}

/** The server's time, given at each whole second before `end`, so that a countdown changes when the second does. */
export function useTimeTowards(end: string): number {
  const [moment, setMoment] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const current = serverNow();
      setMoment(current);
      const left = Date.parse(end) - current;
      timer = setTimeout(look, left > 0 ? left % 1000 || 1000 : 1000);
    };
    look();
    learners.add(look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      learners.delete(look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [end]);
  return moment;
}
