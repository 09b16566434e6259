import { useLingui } from "@lingui/react";
import { useId } from "react";
import { type Juice, juiceOf, levelOf } from "@/shared/listings/level";
import { cn } from "@/ui/class-names";

const LIQUID: Record<Juice, string> = {
  pandan: "fill-pandan-liquid",
  ambar: "fill-ambar-liquid",
  rosella: "fill-rosella-liquid",
  empty: "fill-wash-2",
};
const INSIDE_TOP = 11.5;
const INSIDE_HEIGHT = 17;
const TICKS = [0, 25, 50, 75, 100];

interface GlassProps {
  percent: number;
  height: number;
  ticks?: boolean;
  juice?: Juice;
}

export function BottleGlass({ percent, height, ticks, juice = juiceOf(percent) }: GlassProps) {
  const depth = (INSIDE_HEIGHT * Math.min(100, Math.max(0, percent))) / 100;
  const top = INSIDE_TOP + INSIDE_HEIGHT - depth;
  return <WrittenGlass {...{ top, depth, height, ticks }} juice={LIQUID[juice]} />;
}

interface WrittenProps {
  top: number | string;
  depth: number | string;
  juice: string;
  height: number;
  ticks?: boolean | undefined;
}

export function WrittenGlass({ top, depth, juice, height, ticks }: WrittenProps) {
  const clip = useId();
  return (
    <svg
      className="flex-none overflow-visible"
      width={height * 0.75}
      height={height}
      viewBox="0 0 24 32"
      aria-hidden="true"
    >
      <path fill="currentColor" d="M8.25 1.25h7.5v5h-7.5zM10 6.25h4v2.4h-4z" />
      <clipPath id={clip}>
        <path d="M5.25 14a2.5 2.5 0 0 1 2.5-2.5h8.5a2.5 2.5 0 0 1 2.5 2.5v12a2.5 2.5 0 0 1-2.5 2.5h-8.500a2.500 2.500 0 0 1-2.500-2.500z" />
      </clipPath>
      <rect className={cn("liquid", juice)} x="5" y={top} width="14" height={depth} clipPath={`url(#${clip})`} />
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth={height > 60 ? 0.9 : 1.5}
        strokeLinejoin="round"
        d="M3.5 13.500a4 4 0 0 1 4-4h9a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4z"
      />
      {ticks && <path className="stroke-edge" strokeWidth=".55" d={TICKS.map(tickOf).join("")} />}
    </svg>
  );
}

function tickOf(percent: number): string {
  const y = INSIDE_TOP + (INSIDE_HEIGHT * (100 - percent)) / 100;
  return `M22.2 ${y}h${percent % 50 === 0 ? 2.2 : 1.6}`;
}

interface Props {
  percent: number;
  volume: number | null;
  height?: number;
  className?: string;
}

export function Bottle({ percent, volume, height = 22, className }: Props) {
  const { i18n } = useLingui();
  const level = levelOf(percent, volume);
  const name =
    level.left === null
      ? i18n.t("{percent}% full", { percent })
      : i18n.t("{percent}% full, about {left} ml of {volume} ml left", { percent, left: level.left, volume });
  return (
    <span
      role="img"
      aria-label={name}
      className={cn("inline-flex items-center gap-1.5 whitespace-nowrap text-meta font-medium text-ink", className)}
    >
      <BottleGlass percent={percent} height={height} />
      <span>{percent > 0 ? `${percent}%` : i18n.t("Not stated")}</span>
    </span>
  );
}
