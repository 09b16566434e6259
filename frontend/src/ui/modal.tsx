import { createContext, type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "./class-names";
import { pushModal } from "./top-modal";

export const ModalBox = createContext<HTMLElement | null>(null);

interface Props {
  open: boolean;
  onClose: () => void;
  onShown?: (box: HTMLElement) => void;
  className?: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  children: ReactNode;
}

/** Native, because Radix's modal adds a style element, which the security policy refuses. */
export function Modal({ open, onClose, onShown, className, children, ...label }: Props) {
  const [box, setBox] = useState<HTMLDialogElement | null>(null);
  const opener = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when it opens
  useEffect(() => {
    if (!open || !box) return box?.close();
    if (!box.open) {
      opener.current = document.activeElement;
      box.showModal();
      onShown?.(box);
    }
    return pushModal(box);
  }, [open, box]);
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

/** The opener may be gone. The focus then goes to the page's content. */
function giveBack(opener: Element | null): void {
  const place = opener?.isConnected ? opener : document.getElementById("main");
  if (place instanceof HTMLElement) place.focus({ preventScroll: place !== opener });
}
