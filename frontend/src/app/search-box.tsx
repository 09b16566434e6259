import { useLingui } from "@lingui/react";
import { Search } from "lucide-react";
import { SearchField } from "@/features/catalog/search/search-field";
import { icon } from "@/ui/icon";

export function SearchBox({ className }: { className?: string }) {
  const { i18n } = useLingui();
  const words = i18n.t("Search house, perfume or note");
  return (
    <SearchField
      label={words}
      placeholder={words}
      className={className}
      before={<Search {...icon} className="pointer-events-none absolute top-3 left-3 text-ink-3" />}
      inputClassName="min-h-11 rounded-1 border border-transparent bg-wash pr-3 pl-10 outline-none hover:border-edge focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-[var(--focus)]"
    />
  );
}
