import { useLingui } from "@lingui/react";
import { Search } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { smallIcon } from "@/ui/icon";
import { Modal } from "@/ui/modal";
import { useWays, type Way } from "./use-palette";

export function Palette() {
  const { i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-11 items-center gap-2.5 whitespace-nowrap rounded-1 px-3 text-small text-ink-2 hover:text-ink"
      >
        <Search {...smallIcon} className="max-md:hidden" />
        {i18n.t("Go to")}
        <span
          aria-hidden="true"
          className="ml-auto rounded-1 border border-line px-1.5 text-meta text-ink-3 max-md:hidden"
        >
          Ctrl K
        </span>
      </button>
      {isOpen && <Open onClose={() => setOpen(false)} />}
    </>
  );
}

function Open({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const id = useId();
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const ways = useWays(words);
  const chosen = ways[Math.min(active, ways.length - 1)];
  const place = chosen ? ways.indexOf(chosen) : -1;
  const go = ({ to, run }: Way) => {
    onClose();
    if (run) run();
    else navigate(to);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) go(chosen);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (ways.length > 0) setActive((place + (event.key === "ArrowDown" ? 1 : -1) + ways.length) % ways.length);
  };
  return (
    <Modal
      open
      onClose={onClose}
      onShown={(box) => box.querySelector("input")?.focus()}
      aria-label={i18n.t("Go to")}
      className="mt-[12vh] w-[min(560px,calc(100%-32px))] rounded-2 border shadow-lift"
    >
      <form onSubmit={submit} className="grid">
        <input
          type="search"
          role="combobox"
          autoComplete="off"
          aria-label={i18n.t("A screen, a person, or a number")}
          aria-autocomplete="list"
          aria-expanded={ways.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${place}` : undefined}
          placeholder={i18n.t("A screen, a person, or a number")}
          maxLength={100}
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setActive(0);
          }}
          onKeyDown={press}
          className="min-h-14 w-full border-b border-line bg-transparent px-5 text-field outline-none"
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={i18n.t("Where to")}
          className="max-h-[50dvh] overflow-y-auto py-2"
        >
          {ways.map((way, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: a combobox's options are operated from its field
            // biome-ignore lint/a11y/useFocusableInteractive: the field points at the chosen option
            <div
              key={way.to}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === place}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(way)}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-5 py-1.5 hover:bg-wash aria-selected:bg-wash"
            >
              <span className="min-w-0 truncate">{way.words}</span>
              {way.about && <span className="min-w-0 truncate text-meta text-ink-3">{way.about}</span>}
            </div>
          ))}
        </div>
        <p role="status" className="px-5 pb-3 text-small text-ink-3 empty:hidden">
          {ways.length === 0 ? i18n.t("Nothing found") : ""}
        </p>
      </form>
    </Modal>
  );
}
