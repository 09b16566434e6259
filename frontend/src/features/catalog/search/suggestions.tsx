import { useLingui } from "@lingui/react";
import { Search } from "lucide-react";
import { formatShort } from "@/lib/money";
import { smallIcon } from "@/ui/icon";
import { Photo } from "@/ui/photo";
import type { Option } from "./use-suggestions";

interface Props {
  id: string;
  label: string;
  options: Option[];
  active: number;
  onChoose: (to: string) => void;
}

export function Suggested({ id, label, options, active, onChoose }: Props) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 top-full z-50 mt-1 max-h-[70dvh] min-w-0 animate-enter overflow-y-auto rounded-2 border border-line bg-surface py-2 text-ink shadow-lift"
    >
      {options.map((option, place) => (
        // The field keeps the focus and handles the arrow keys and Enter.
        // biome-ignore lint/a11y/useKeyWithClickEvents: a combobox's options are operated from its field
        // biome-ignore lint/a11y/useFocusableInteractive: the field points at the chosen option
        <div
          key={option.key}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option.to)}
          className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-wash aria-selected:bg-wash"
        >
          <Words option={option} />
        </div>
      ))}
    </div>
  );
}

function Words({ option: { kind, words, brand, imageUrl, price, count } }: { option: Option }) {
  const { i18n } = useLingui();
  if (kind === "product") {
    return (
      <>
        <Photo src={imageUrl} alt="" ratio="aspect-square" className="w-9 flex-none" />
        <span className="grid min-w-0 flex-1 leading-[1.25]">
          <span className="serif truncate">{words}</span>
          <span className="truncate text-meta text-ink-3">{brand}</span>
        </span>
        {price !== undefined && <span className="whitespace-nowrap text-meta text-ink-2">{formatShort(price)}</span>}
      </>
    );
  }
  return (
    <>
      <Search {...smallIcon} className="flex-none text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{words}</span>
      {kind === "brand" && (
        <span className="whitespace-nowrap text-meta text-ink-3">
          {i18n.t("{total, plural, one {# bottle} other {# bottles}}", { total: count ?? 0 })}
        </span>
      )}
    </>
  );
}
