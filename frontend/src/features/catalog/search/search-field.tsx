import { useLingui } from "@lingui/react";
import { X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "@/shared/navigation/paths";
import { cn } from "@/ui/class-names";
import { smallIcon } from "@/ui/icon";
import { type Option, useSuggestions } from "./use-suggestions";

const fetchSuggested = () => import("./suggestions");
const Suggested = lazy(async () => ({ default: (await fetchSuggested()).Suggested }));

interface Props {
  label: string;
  placeholder: string;
  className?: string;
  inputClassName?: string;
  before?: ReactNode;
  after?: ReactNode;
}

export function SearchField(props: Props) {
  const { pathname, search } = useLocation();
  const words = pathname === paths.products ? (new URLSearchParams(search).get("search") ?? "") : "";
  return <Field key={words} start={words} {...props} />;
}

function Field({ label, placeholder, className, inputClassName, before, after, start }: Props & { start: string }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(start);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const options = useSuggestions(open ? words : "");
  const shown = open && options.length > 0;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const go = (to: string) => {
    close();
    navigate(to);
  };
  const clear = () => {
    setWords("");
    close();
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(options[active]?.to ?? paths.search(words));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && shown) {
      event.preventDefault();
      return close();
    }
    if (!shown || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    setActive(step(active, event.key === "ArrowDown" ? 1 : -1, options));
  };
  return (
    <search className={className}>
      <form
        action={paths.products}
        onSubmit={submit}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
        className="relative flex"
      >
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <span className="relative flex min-w-0 flex-1">
          {before}
          <input
            ref={field}
            id={id}
            name="search"
            type="search"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={shown ? `${id}-list` : undefined}
            aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
            placeholder={placeholder}
            maxLength={100}
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              setActive(-1);
              setOpen(true);
            }}
            onKeyDown={press}
            onFocus={() => void fetchSuggested()}
            className={cn(
              "w-full min-w-0 text-field [&::-webkit-search-cancel-button]:hidden",
              inputClassName,
              words && "pr-11",
            )}
          />
          {words && (
            <button
              type="button"
              aria-label={i18n.t("Clear the search")}
              onClick={clear}
              className="absolute inset-y-0 right-0 grid w-11 place-items-center text-ink-2 hover:text-ink"
            >
              <X {...smallIcon} />
            </button>
          )}
        </span>
        {after}
        {shown && (
          <Suspense>
            <Suggested id={id} label={i18n.t("Suggestions")} options={options} active={active} onChoose={go} />
          </Suspense>
        )}
      </form>
    </search>
  );
}

function step(active: number, by: number, options: Option[]): number {
  const places = options.length + 1;
  return ((active + 1 + by + places) % places) - 1;
}
