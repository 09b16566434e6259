import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

export function Section({ title, text, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-18 gap-y-4 border-t border-line py-8 first:border-t-0 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]"
    >
      <div className="grid content-start gap-1.5">
        <h2 id={id} className="text-h3">
          {title}
        </h2>
        {text && <p className="max-w-[44ch] text-small text-ink-2">{text}</p>}
      </div>
      <div className="min-w-0 max-w-160">{children}</div>
    </section>
  );
}
