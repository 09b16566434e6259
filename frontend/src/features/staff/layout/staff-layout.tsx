import { useLingui } from "@lingui/react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { usePageTitle } from "@/lib/page/page-title";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Palette } from "./palette";
import { usePlaces } from "./places";

interface Props {
  title: string;
  children: ReactNode;
}

const placeOf = (places: { to: string }[], pathname: string) =>
  places.find(({ to }) => pathname.startsWith(to))?.to ?? "";

export function StaffLayout({ title, children }: Props) {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  usePageTitle(title);
  const places = usePlaces();
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(`a[href="${placeOf(places, pathname)}"]`);
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 3;
  }, [places, pathname]);
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 py-6 md:grid-cols-[180px_minmax(0,1fr)] md:py-9">
      <nav aria-label={i18n.t("Staff")} className="min-w-0 md:border-r md:border-line md:pr-4">
        <p className="mb-2 text-meta text-ink-3 max-md:sr-only">{i18n.t("Staff")}</p>
        <ul ref={list} className="relative flex gap-1 overflow-x-auto md:grid">
          {places.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={pathname.startsWith(to) ? "page" : undefined}
                className="flex min-h-11 items-center gap-2.5 whitespace-nowrap rounded-1 px-3 text-small text-ink-2 hover:text-ink aria-[current=page]:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                <Icon {...smallIcon} className="max-md:hidden" />
                {label}
              </Link>
            </li>
          ))}
          <li className="max-md:order-first">
            <Palette />
          </li>
        </ul>
      </nav>
      <div className="min-w-0">
        <h1 className="mb-4 text-h2">{title}</h1>
        {children}
      </div>
    </div>
  );
}
