import { useLingui } from "@lingui/react";
import { SlidersHorizontal, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Count } from "@/ui/badge";
import { Button } from "@/ui/button";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { chipsOf, type SearchTerms } from "../search/search-terms";
import { Filters } from "./filters";

export function FilterSheet({ terms, onApply }: { terms: SearchTerms; onApply: (terms: SearchTerms) => void }) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const on = chipsOf(terms).length;
  return (
    <>
      <Button tone="line" className="w-full" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal {...icon} />
        {i18n.t("Filters")}
        {on > 0 && <Count>{on}</Count>}
      </Button>
      {open && (
        <Sheet onClose={() => setOpen(false)}>
          <Filters
            name="sheet"
            terms={terms}
            onApply={(next) => {
              setOpen(false);
              onApply(next);
            }}
            className="px-(--gutter) [&>div:first-child]:pr-11"
            footClassName="sticky bottom-0 -mx-(--gutter) border-t border-line bg-surface p-(--gutter)"
          />
        </Sheet>
      )}
    </>
  );
}

function Sheet({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const { i18n } = useLingui();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    if (!box.current?.open) box.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      aria-label={i18n.t("Filters")}
      onClose={onClose}
      className="m-0 mt-auto max-h-[88dvh] w-full max-w-full overflow-y-auto overscroll-contain rounded-t-sheet border-t border-line bg-surface text-ink shadow-lift backdrop:bg-scrim open:animate-enter"
    >
      <div className="sticky top-0 z-1 flex h-0 justify-end">
        <IconButton label={i18n.t("Close")} className="mt-0.5 mr-1" onClick={onClose}>
          <X {...icon} />
        </IconButton>
      </div>
      {children}
    </dialog>
  );
}
