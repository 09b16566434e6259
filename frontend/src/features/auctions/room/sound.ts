import { useEffect, useRef, useSyncExternalStore } from "react";
import type { BidderStatus } from "./bidder-status";

const KEY = "wangi_room_sound";
const OUTBID_HZ = [660, 440];
const LAST_SECONDS_HZ = [880];
const TONE_SECONDS = 0.18;
const SOFT = 0.08;
const LAST_SECONDS = 10;

const listeners = new Set<() => void>();
let speaker: AudioContext | undefined;

export function useSound(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isOn);
}

/** The tone plays once when turned on. Browsers also require this press before any sound. */
export function chooseSound(on: boolean): void {
  if (on) localStorage.setItem(KEY, "on");
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
  playTones(OUTBID_HZ);
}

export function useSounds(bidderStatus: BidderStatus, left: number): void {
  const before = useRef({ bidderStatus, left });
  useEffect(() => {
    const was = before.current;
    before.current = { bidderStatus, left };
    if (bidderStatus === "outbid" && was.bidderStatus === "leading") playTones(OUTBID_HZ);
    if (left > 0 && left <= LAST_SECONDS && was.left > LAST_SECONDS) playTones(LAST_SECONDS_HZ);
  }, [bidderStatus, left]);
}

function isOn(): boolean {
  return localStorage.getItem(KEY) === "on";
}

function playTones(tones: number[]): void {
  if (!isOn() || !("AudioContext" in window)) return;
  speaker ??= new AudioContext();
  // Browsers allow no sound before the first press on a page.
  void speaker.resume().catch(() => undefined);
  for (const [at, hertz] of tones.entries()) playTone(speaker, hertz, speaker.currentTime + at * TONE_SECONDS);
}

function playTone(context: AudioContext, hertz: number, from: number): void {
  const [sound, loudness] = [context.createOscillator(), context.createGain()];
  sound.frequency.value = hertz;
  loudness.gain.setValueAtTime(0, from);
  loudness.gain.linearRampToValueAtTime(SOFT, from + TONE_SECONDS / 4);
  loudness.gain.linearRampToValueAtTime(0, from + TONE_SECONDS);
  sound.connect(loudness).connect(context.destination);
  sound.start(from);
  sound.stop(from + TONE_SECONDS);
}
