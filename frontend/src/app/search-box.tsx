/** The search of the header; it opens the catalogue with the words. */
import { useLingui } from "@lingui/react";
import { Search } from "lucide-react";
import { type FormEvent, useId } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "@/lib/paths";
import { cn } from "@/ui/class-names";
import { icon } from "@/ui/icon";

export function SearchBox({ className }: { className?: string }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(paths.search(String(new FormData(event.currentTarget).get("words") ?? "")));
  };
  return (
    <search className={className}>
      <form onSubmit={submit} className="relative">
        <label htmlFor={id} className="sr-only">
          {i18n.t("Search house, perfume or note")}
        </label>
        <Search {...icon} className="pointer-events-none absolute top-3 left-3 text-ink-3" />
        <input
          id={id}
          name="words"
          type="search"
          placeholder={i18n.t("Search house, perfume or note")}
          className={cn(
            "min-h-11 w-full rounded-1 border border-transparent bg-wash pr-3 pl-10 text-field outline-none hover:border-edge",
            "focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-[var(--focus)]",
          )}
        />
      </form>
    </search>
  );
}
