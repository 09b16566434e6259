import { splitSen, toSen } from "@/lib/money";
import { cn } from "./class-names";

interface Props {
  ringgit: number;
  size?: "card" | "detail" | "row" | "large" | "bid";
  sen?: boolean;
  whole?: boolean;
  className?: string;
}

const FIGURE = {
  card: "text-price font-semibold",
  row: "text-body font-semibold",
  detail: "text-lead font-semibold",
  large: "text-big font-medium leading-none tracking-[-0.025em] [font-stretch:92%]",
  bid: "text-bid font-medium leading-[.95] tracking-[-0.035em] narrow-88",
};
const UNIT = {
  card: "text-[.78em] font-medium mr-[.22em]",
  row: "text-[.78em] font-medium mr-[.22em]",
  detail: "text-[.78em] font-medium mr-[.22em]",
  large: "text-[.5em] mr-[.22em] align-[.06em]",
  bid: "text-[.36em] tracking-normal mr-[.3em] align-[.14em]",
};

export function Price({ ringgit, size = "card", sen, whole: rounded, className }: Props) {
  const [whole, small] = splitSen(toSen(rounded ? Math.round(ringgit) : ringgit));
  const showSen = sen || small !== "00";
  return <WrittenPrice whole={whole} sen={showSen ? `.${small}` : ""} size={size} className={className} />;
}

export function WrittenPrice({
  whole,
  sen,
  size = "card",
  className,
}: Pick<Props, "size"> & { whole: string; sen: string; className?: string | undefined }) {
  return (
    <span className={cn("whitespace-nowrap", FIGURE[size], className)}>
      <span className={UNIT[size]}>RM</span>
      <span className="sr-only"> </span>
      {whole}
      {sen && <span className="text-[.62em] font-medium tracking-normal">{sen}</span>}
    </span>
  );
}
