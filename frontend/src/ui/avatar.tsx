import { cn } from "./class-names";
import { SafeImage } from "./photo";

const SIZES = { 28: "size-7 text-tiny", 40: "size-10 text-small", 72: "size-18 text-h4", 120: "size-30 text-h2" };

interface Props {
  name: string;
  src?: string | null;
  size?: keyof typeof SIZES;
}

export function Avatar({ name, src, size = 40 }: Props) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "relative inline-grid flex-none place-items-center overflow-hidden rounded-full bg-wash-2 font-semibold text-ink-2",
        SIZES[size],
      )}
    >
      {initialsOf(name)}
      {src && <SafeImage src={src} alt="" className="absolute inset-0 size-full object-cover" />}
    </span>
  );
}

function initialsOf(name: string): string {
  const parts = name.split(/[\s._-]+/).filter(Boolean);
  const [first = "", second = ""] = parts;
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase();
}
