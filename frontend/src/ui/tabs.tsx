import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "./class-names";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  tabs: { value: string; label: ReactNode }[];
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Tabs({ label, value, onChange, tabs, aside, className, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab is brought into view each time another is chosen
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[data-state=active]");
    // Not scrollIntoView: the next Tab would start here instead of at the top of the page.
    if (list.current && chosen) keepInView(list.current, chosen);
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={onChange} className={className}>
      <div className="flex flex-wrap-reverse items-center justify-between gap-x-4 border-b border-line">
        <Radix.List
          ref={list}
          aria-label={label}
          // Radix moves the focus by code, which browsers treat as keyboard focus. A pointer press shows no ring.
          data-pointed={pointed || undefined}
          onPointerDownCapture={() => setPointed(true)}
          onKeyDownCapture={() => setPointed(false)}
          onBlur={() => setPointed(false)}
          className="group/tabs -m-1 flex min-w-0 gap-3.5 overflow-x-auto p-1 [scrollbar-width:none] max-md:text-small md:gap-7"
        >
          {tabs.map((tab) => (
            <Tab key={tab.value} value={tab.value}>
              {tab.label}
            </Tab>
          ))}
        </Radix.List>
        {aside}
      </div>
      {children}
    </Radix.Root>
  );
}

function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Trigger
      value={value}
      className="inline-flex min-h-12 items-center gap-2 whitespace-nowrap border-b-2 border-transparent font-medium text-ink-2 hover:text-ink focus-visible:rounded-1 focus-visible:-outline-offset-2 group-data-pointed/tabs:outline-none data-[state=active]:border-ink data-[state=active]:text-ink"
    >
      {children}
    </Radix.Trigger>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} tabIndex={-1} className={cn("outline-none", className)}>
      {children}
    </Radix.Content>
  );
}

function keepInView(list: HTMLElement, tab: HTMLElement): void {
  const [box, place] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (place.right > box.right) list.scrollLeft += place.right - box.right;
  if (place.left < box.left) list.scrollLeft -= box.left - place.left;
}
