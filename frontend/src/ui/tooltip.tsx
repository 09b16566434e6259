import { Tooltip as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

interface Props {
  text: string;
  side?: "top" | "bottom";
  children: ReactNode;
}

export function Tooltip({ text, side, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger
        asChild
        // Touch has no hover: a press shows the tooltip instead of hiding it.
        onPointerDown={(event) => event.preventDefault()}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-enter rounded-2 border border-line bg-surface px-3 py-2 text-meta text-ink shadow-lift"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
