const MAX_SEN = 10_000_000_00;
const WRITTEN = /^(\d{1,3}(,\d{3})*|\d+)(\.\d{1,2})?$/;

export function parseSen(input: string): number | null {
  const bare = input.trim().replace(/^RM\s*/i, "");
  if (!WRITTEN.test(bare)) return null;
  const [ringgit = "0", sen = ""] = bare.replaceAll(",", "").split(".");
  const total = Number(ringgit) * 100 + Number(sen.padEnd(2, "0"));
  return total <= MAX_SEN ? total : null;
}

export function toSen(ringgit: number): number {
  return Math.round(ringgit * 100);
}

export function toRinggit(sen: number): number {
  return sen / 100;
}

const grouped = new Intl.NumberFormat("en-MY", { maximumFractionDigits: 0 });

export function splitSen(sen: number): [string, string] {
  return [grouped.format(Math.floor(sen / 100)), String(sen % 100).padStart(2, "0")];
}

export function formatRinggit(ringgit: number): string {
  const [whole, sen] = splitSen(toSen(ringgit));
  return `RM\u00a0${whole}.${sen}`;
}

export function formatShort(ringgit: number): string {
  const [whole, sen] = splitSen(toSen(ringgit));
  return sen === "00" ? `RM\u00a0${whole}` : `RM\u00a0${whole}.${sen}`;
}

export function forInput(ringgit: number): string {
  const sen = toSen(ringgit);
  return sen % 100 === 0 ? String(sen / 100) : (sen / 100).toFixed(2);
}
