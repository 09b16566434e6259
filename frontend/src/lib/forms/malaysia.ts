export const STATES = [
  "Johor",
  "Kedah",
  "Kelantan",
  "Melaka",
  "Negeri Sembilan",
  "Pahang",
  "Perak",
  "Perlis",
  "Pulau Pinang",
  "Sabah",
  "Sarawak",
  "Selangor",
  "Terengganu",
  "Kuala Lumpur",
  "Labuan",
  "Putrajaya",
] as const;

export type State = (typeof STATES)[number];

const STRETCHES: [number, number, State][] = [
  [1000, 2999, "Perlis"],
  [5000, 9999, "Kedah"],
  [14290, 14290, "Kedah"],
  [14390, 14390, "Kedah"],
  [34950, 34950, "Kedah"],
  [10000, 14999, "Pulau Pinang"],
  [15000, 18999, "Kelantan"],
  [20000, 24999, "Terengganu"],
  [25000, 28999, "Pahang"],
  [39000, 39999, "Pahang"],
  [49000, 49000, "Pahang"],
  [69000, 69000, "Pahang"],
  [30000, 36999, "Perak"],
  [40000, 48999, "Selangor"],
  [62000, 62999, "Putrajaya"],
  [63000, 64999, "Selangor"],
  [68000, 68199, "Selangor"],
  [50000, 60999, "Kuala Lumpur"],
  [70000, 73999, "Negeri Sembilan"],
  [75000, 78999, "Melaka"],
  [79000, 86999, "Johor"],
  [87000, 87033, "Labuan"],
  [88000, 91309, "Sabah"],
  [93000, 98859, "Sarawak"],
];

export function stateOf(postcode: string): State | null {
  if (!/^\d{5}$/.test(postcode.trim())) return null;
  const number = Number(postcode);
  return STRETCHES.find(([first, last]) => number >= first && number <= last)?.[2] ?? null;
}

export function isEast(state: string | null | undefined): boolean {
  return state === "Sabah" || state === "Sarawak" || state === "Labuan";
}
