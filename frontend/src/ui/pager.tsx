import { useLingui } from "@lingui/react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { icon } from "./icon";
import { Link } from "./link";

interface Props {
  page: number;
  pages: number;
  to: (page: number) => string;
  keepScroll?: boolean;
}

const CELL = "inline-grid size-11 place-items-center rounded-1 text-small font-medium no-underline";

export function Pager({ page, pages, to, keepScroll }: Props) {
  const { i18n } = useLingui();
  if (pages < 2) return null;
  return (
    <nav aria-label={i18n.t("Pages")} className="flex items-center gap-1">
      <Arrow to={page > 1 ? to(page - 1) : null} name={i18n.t("Previous page")} keepScroll={keepScroll}>
        <ArrowLeft {...icon} />
      </Arrow>
      {shownPages(page, pages).map((shown, index, all) => (
        <span key={shown} className="contents">
          {index > 0 && shown - (all[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          <Link
            to={to(shown)}
            preventScrollReset={keepScroll}
            aria-label={i18n.t("Page {shown}", { shown })}
            aria-current={shown === page ? "page" : undefined}
            className={`${CELL} hover:bg-wash aria-[current]:inset-ring aria-[current]:inset-ring-ink`}
          >
            {shown}
          </Link>
        </span>
      ))}
      <Arrow to={page < pages ? to(page + 1) : null} name={i18n.t("Next page")} keepScroll={keepScroll}>
        <ArrowRight {...icon} />
      </Arrow>
    </nav>
  );
}

interface ArrowProps {
  to: string | null;
  name: string;
  keepScroll?: boolean;
  children: React.ReactNode;
}

function Arrow({ to, name, keepScroll, children }: ArrowProps) {
  if (!to) return <span className={`${CELL} text-ink-3 opacity-55`}>{children}</span>;
  return (
    <Link to={to} preventScrollReset={keepScroll} aria-label={name} className={`${CELL} hover:bg-wash`}>
      {children}
    </Link>
  );
}

export function shownPages(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages];
  return [...new Set(near.filter((shown) => shown >= 1 && shown <= pages))].sort((a, b) => a - b);
}
