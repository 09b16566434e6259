/** Pages of a long list: first, the neighbours, last. */
import { useLingui } from "@lingui/react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import { icon } from "./icon";

interface Props {
  page: number;
  pages: number;
  to: (page: number) => string;
}

const CELL = "inline-grid size-11 place-items-center rounded-1 text-small font-medium no-underline";

export function Pager({ page, pages, to }: Props) {
  const { i18n } = useLingui();
  if (pages < 2) return null;
  return (
    <nav aria-label={i18n.t("Pages")} className="flex items-center gap-1">
      <Arrow to={page > 1 ? to(page - 1) : null} name={i18n.t("Previous page")}>
        <ArrowLeft {...icon} />
      </Arrow>
      {shownPages(page, pages).map((shown, index, all) => (
        <span key={shown} className="contents">
          {index > 0 && shown - (all[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          <Link
            to={to(shown)}
            aria-label={i18n.t("Page {shown}", { shown })}
            aria-current={shown === page ? "page" : undefined}
            className={`${CELL} hover:bg-wash aria-[current]:inset-ring aria-[current]:inset-ring-ink`}
          >
            {shown}
          </Link>
        </span>
      ))}
      <Arrow to={page < pages ? to(page + 1) : null} name={i18n.t("Next page")}>
        <ArrowRight {...icon} />
      </Arrow>
    </nav>
  );
}

function Arrow({ to, name, children }: { to: string | null; name: string; children: React.ReactNode }) {
  if (!to) return <span className={`${CELL} text-ink-3 opacity-55`}>{children}</span>;
  return (
    <Link to={to} aria-label={name} className={`${CELL} hover:bg-wash`}>
      {children}
    </Link>
  );
}

export function shownPages(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages];
  return [...new Set(wanted.filter((shown) => shown >= 1 && shown <= pages))].sort((a, b) => a - b);
}
