import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { formatDate } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { useIsProtected } from "@/shared/settings/marketplace-settings";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import type { Text, Texts } from "./texts/text";

const LOADERS: Record<string, () => Promise<{ texts: Texts | ((isProtected: boolean) => Texts) }>> = {
  [paths.terms]: () => import("./texts/terms"),
  [paths.privacy]: () => import("./texts/privacy"),
  [paths.guide]: () => import("./texts/guide"),
  [paths.about]: () => import("./texts/about"),
  [paths.authentication]: () => import("./texts/authenticity"),
  [paths.shipping]: () => import("./texts/shipping"),
  [paths.returns]: () => import("./texts/returns"),
};

export function ReadingPage() {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ["reading", pathname],
    queryFn: () => LOADERS[pathname.replace(/\/$/, "")]?.() ?? Promise.reject(new Error(pathname)),
  });
  const isProtected = useIsProtected();
  const texts = typeof data?.texts === "function" ? data.texts(isProtected) : data?.texts;
  const text = texts?.[i18n.locale === "ms" ? "ms" : "en"];
  usePageTitle(text?.title);
  if (error) {
    return (
      <div className="wrap py-8">
        <ErrorState
          heading="h1"
          title={i18n.t("This page did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  return text ? <Page text={text} /> : <Waiting />;
}

function Page({ text: { title, updated, lead, parts } }: { text: Text }) {
  const { i18n } = useLingui();
  const idOf = (place: number) => `part-${place + 1}`;
  const { hash } = useLocation();
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash]);
  return (
    <article className="wrap pt-6 md:pt-10">
      <header className="max-w-[30ch]">
        <h1 className="text-h1">{title}</h1>
      </header>
      {updated && (
        <p className="mt-3 text-meta text-ink-3">{i18n.t("Last updated {date}", { date: formatDate(updated) })}</p>
      )}
      <p className="serif mt-6 max-w-[48ch] text-quote leading-[1.35]">{lead}</p>
      <div className="mt-10 grid gap-8 border-t border-ink pt-6 lg:grid-cols-[248px_minmax(0,1fr)] lg:gap-12">
        <nav aria-label={i18n.t("On this page")} className="max-lg:hidden">
          <ol className="sticky top-24 grid gap-1 text-small">
            {parts.map(({ heading }, place) => (
              <li key={heading}>
                <Link
                  to={`#${idOf(place)}`}
                  onClick={() => document.getElementById(idOf(place))?.focus({ preventScroll: true })}
                  className="inline-flex min-h-8 items-center text-ink-2 no-underline hover:underline"
                >
                  {heading}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-[64ch] gap-10">
          {parts.map(({ heading, words = [], list }, place) => (
            <section key={heading} aria-labelledby={idOf(place)}>
              <h2 id={idOf(place)} tabIndex={-1} className="mb-3 scroll-mt-24 text-h3 outline-none">
                {heading}
              </h2>
              {words.map((paragraph) => (
                <p key={paragraph} className="mb-3 text-field leading-[1.6] last:mb-0">
                  {paragraph}
                </p>
              ))}
              {list && (
                <ul className="grid list-disc gap-2 pl-5 text-field leading-[1.6]">
                  {list.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
      </div>
      <p className="mt-12 border-t border-line pt-4 text-small">
        <Link to={paths.products} className="link inline-flex min-h-11 items-center font-medium">
          {i18n.t("Browse Products")}
        </Link>
      </p>
    </article>
  );
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="wrap grid min-h-[80dvh] content-start gap-5 pt-10">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-11 w-1/2" />
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="mt-10 h-5 w-1/2" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-2/3" />
    </div>
  );
}
