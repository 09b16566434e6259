import { DropdownMenu } from "radix-ui";
import { type ReactNode, useContext } from "react";
import { ModalBox } from "./modal";

interface Props {
  trigger: ReactNode;
  title: string;
  children: ReactNode;
}

/** Not modal: Radix would add a style element, which the security policy refuses. */
export function Menu({ trigger, title, children }: Props) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={useContext(ModalBox)}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-60 max-w-[min(320px,calc(100vw-16px))] animate-enter rounded-2 border border-line bg-surface py-2 text-ink shadow-lift"
        >
          <DropdownMenu.Label className="truncate px-4 py-2 text-meta text-ink-3">{title}</DropdownMenu.Label>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ROW =
  "flex min-h-11 w-full items-center gap-3 px-4 font-medium no-underline outline-none data-[highlighted]:bg-wash";

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className={`${ROW} cursor-pointer`} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLink({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild className={ROW}>
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuRule() {
  return <DropdownMenu.Separator className="my-2 border-t border-line" />;
}
