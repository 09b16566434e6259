/** The browser's own modal: keeps the focus, closes with Escape, gives the focus back. */
import { createContext, type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "./class-names";
import { standUp } from "./top-modal";

/** The modal around a component, if any: what floats above the page must stand in it, because all else is out of reach. */
export const ModalBox = createContext<HTMLElement | null>(null);

interface Props {
  open: boolean;
  onClose: () => void;
  /** Called when it stands; without it the focus is on the first control. */
  onShown?: (box: HTMLElement) => void;
  className?: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  children: ReactNode;
}

/** Radix's modal would add a style element, which the page's security policy refuses. */
export function Modal({ open, onClose, onShown, className, children, ...label }: Props) {
  const [box, setBox] = useState<HTMLDialogElement | null>(null);
  const opener = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it opens
  useEffect(() => {
    if (!open || !box) return box?.close();
    if (!box.open) {
      opener.current = document.activeElement;
      box.showModal();
      onShown?.(box);
    }
    return standUp(box);
  }, [open, box]);
  // Closing gives the focus back by itself; a dialog that is taken away has to do it here.
  useEffect(() => () => giveBack(opener.current), []);
  return (
    <dialog
      ref={setBox}
      {...label}
      onClose={(event) => event.target === event.currentTarget && onClose()}
      className={cn("m-auto border-line bg-surface text-ink backdrop:bg-scrim open:animate-enter", className)}
    >
      <ModalBox value={box}>{children}</ModalBox>
    </dialog>
  );
}

/** What opened it may be gone meanwhile; the reader then goes on at the page's content. */
function giveBack(opener: Element | null): void {
  const place = opener?.isConnected ? opener : document.getElementById("main");
  if (place instanceof HTMLElement) place.focus({ preventScroll: place !== opener });
}
