import type { ReactNode } from "react";

export type DrawingName = "shelf" | "tipped" | "blotters" | "paddle" | "label";

const GHOST = "stroke-edge [stroke-dasharray:3_4]";

const DRAWINGS: Record<DrawingName, { box: [number, number]; lines: ReactNode; liquid: ReactNode }> = {
  shelf: {
    box: [200, 112],
    lines: (
      <>
        <path d="M4 100h192" />
        <path d="M24 50a8 8 0 0 1 8-8h16a8 8 0 0 1 8 8v50H24zM34 42v-8h12v8M32 22h16v12H32z" />
        <path className={GHOST} d="M80 62a8 8 0 0 1 8-8h20a8 8 0 0 1 8 8v38H80zM90 54v-8h16v8M88 34h20v12H88z" />
        <path className={GHOST} d="M140 44a8 8 0 0 1 8-8h14a8 8 0 0 1 8 8v56h-30zM149 36v-8h12v8M147 16h16v12h-16z" />
      </>
    ),
    liquid: <path d="M26 74h28v24H26z" />,
  },
  tipped: {
    box: [200, 104],
    lines: (
      <>
        <path d="M4 92h192" />
        <path d="M52 44h50a8 8 0 0 1 8 8v32a8 8 0 0 1-8 8H52zM110 60h9v16h-9M119 56h12v24h-12z" />
      </>
    ),
    liquid: (
      <>
        <path d="M53 74h56v9a8 8 0 0 1-8 8H53z" />
        <path d="M142 88c0-4 4-7 6-11 2 4 6 7 6 11a6 4 0 0 1-12 0zM164 89c0-3 3-5 4-7 1 2 4 4 4 7a4 3 0 0 1-8 0z" />
      </>
    ),
  },
  blotters: {
    box: [180, 112],
    lines: (
      <>
        <path d="m30 100 34-86 13 5-34 86z" />
        <path d="m62 104 18-88 14 3-18 88z" />
        <path className={GHOST} d="M104 106 108 16l14 1-4 89z" />
        <path d="M134 40c8-6 8-14 2-20M146 52c14-10 14-26 4-36" />
      </>
    ),
    liquid: <path d="m30 100 6-15 13 5-6 15z" />,
  },
  paddle: {
    box: [170, 116],
    lines: (
      <>
        <rect x="36" y="8" width="72" height="62" rx="3" />
        <path d="M66 70v38h12V70" />
        <path d="M64 30c0-8 16-8 16 0v18c0 8-16 8-16 0z" />
        <path d="M120 22h20M124 38h26M120 54h16" />
      </>
    ),
    liquid: <rect x="37" y="64" width="70" height="5" />,
  },
  label: {
    box: [150, 116],
    lines: (
      <>
        <path d="M60 4h30v16H60zM66 20h18v10H66z" />
        <path d="M30 42a12 12 0 0 1 12-12h66a12 12 0 0 1 12 12v58a12 12 0 0 1-12 12H42a12 12 0 0 1-12-12z" />
        <rect className={GHOST} x="46" y="50" width="58" height="40" />
      </>
    ),
    liquid: <path d="M31.5 98h87v2a11 11 0 0 1-11 11h-65a11 11 0 0 1-11-11z" />,
  },
};

export function Drawing({ name }: { name: DrawingName }) {
  const { box, lines, liquid } = DRAWINGS[name];
  return (
    <svg
      width={box[0]}
      height={box[1]}
      viewBox={`0 0 ${box[0]} ${box[1]}`}
      aria-hidden="true"
      className="mb-2 max-w-full text-ink"
    >
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
        {lines}
      </g>
      <g className="fill-ambar-liquid">{liquid}</g>
    </svg>
  );
}
