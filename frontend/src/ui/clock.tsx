import { useLingui } from "@lingui/react";
import { type TimeLeft, twoDigits } from "@/lib/time/time";
import { cn } from "./class-names";

export type ClockMood = "calm" | "urgent" | "extended";

export function Clock({ left, mood = "calm" }: { left: TimeLeft; mood?: ClockMood }) {
  const { i18n } = useLingui();
  const units: [string, number, string][] = [
    [i18n.t("days"), left.days, "d"],
    [i18n.t("hours"), left.hours, "h"],
    [i18n.t("minutes"), left.minutes, "m"],
    [i18n.t("seconds"), left.secondsPart, "s"],
  ];
  const large = mood !== "calm";
  const shown = large ? units.slice(2) : left.days > 0 ? units : units.slice(1);
  return (
    <div
      role="timer"
      aria-live="off"
      aria-label={i18n.t("Time left")}
      data-testid="countdown"
      className="flex items-start justify-end gap-1 narrow-90 max-[420px]:gap-1.5"
    >
      {shown.map(([word, value, key], index) => (
        <span key={key} className="contents">
          {index > 0 && <Colon large={large} />}
          <Unit word={word} value={value} mood={mood} />
        </span>
      ))}
    </div>
  );
}

function Unit({ word, value, mood }: { word: string; value: number; mood: ClockMood }) {
  return (
    <span className="grid min-w-[2.2ch] justify-items-center">
      <b
        className={cn(
          "font-medium tracking-[-0.01em]",
          mood === "calm" ? "text-clock leading-[1.18]" : "text-urgent leading-[.95]",
          mood === "urgent" && "text-rosella",
          mood === "extended" && "text-ambar",
        )}
      >
        {twoDigits(value)}
      </b>
      <small className="min-w-12 text-center text-tiny text-ink-2 [font-stretch:100%] max-[420px]:min-w-10">
        {word}
      </small>
    </span>
  );
}

function Colon({ large }: { large: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn("text-edge", large ? "text-clock leading-[1.25]" : "text-part leading-[1.35] max-[420px]:hidden")}
    >
      :
    </span>
  );
}

export function EvaporationLine({ share, mood = "calm" }: { share: number; mood?: ClockMood }) {
  const colour = { calm: "bg-room-ink", urgent: "bg-rosella-liquid", extended: "bg-ambar-liquid" }[mood];
  return (
    <div aria-hidden="true" className="h-1 overflow-hidden bg-room-line">
      <div
        className={cn("h-1", colour)}
        style={{ width: `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%` }}
      />
    </div>
  );
}
