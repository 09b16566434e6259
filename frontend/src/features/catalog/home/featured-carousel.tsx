import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, Pause, Play } from "lucide-react";
import type { KeyboardEvent } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { Product } from "@/shared/listings/types";
import { cn } from "@/ui/class-names";
import { ErrorState } from "@/ui/error-state";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Skeleton } from "@/ui/skeleton";
import { featuredQuery } from "../api";
import { FeaturedCard } from "./featured-card";
import { SectionHead } from "./section-head";
import { useCarousel } from "./use-carousel";

const PER_PAGE = 2;

export function Featured() {
  const { i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(featuredQuery);
  if (data?.length === 0) return null;
  if (data) return <Carousel products={data} />;
  return (
    <section aria-labelledby="featured" className="wrap section-gap">
      <SectionHead id="featured" title={i18n.t("Featured")} />
      {isPending && (
        <div className={PAGE}>
          <WaitingCard />
          <WaitingCard />
        </div>
      )}
      {error && (
        <ErrorState
          heading="h3"
          title={i18n.t("The bottles did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

const PAGE = "grid gap-6 lg:min-h-85 lg:grid-cols-2 lg:gap-8";

function Carousel({ products }: { products: Product[] }) {
  const { i18n } = useLingui();
  const pages = Math.ceil(products.length / PER_PAGE);
  const carousel = useCarousel(pages);
  const { page, go } = carousel;
  const press = ({ key }: KeyboardEvent) => {
    if (key === "ArrowRight") go((now) => now + 1);
    if (key === "ArrowLeft") go((now) => now - 1);
  };
  return (
    <section
      aria-labelledby="featured"
      aria-roledescription={i18n.t("carousel")}
      className="wrap section-gap"
      onKeyDown={press}
    >
      <SectionHead id="featured" title={i18n.t("Featured")}>
        {pages > 1 && <Controls pages={pages} {...carousel} />}
      </SectionHead>
      {/* biome-ignore lint/a11y/useSemanticElements: a page of a carousel is a group, there is no element for it */}
      <div
        key={page}
        role="group"
        aria-roledescription={i18n.t("slide")}
        aria-label={i18n.t("{page} of {pages}", { page: page + 1, pages })}
        className={cn(PAGE, "animate-[enter_350ms_cubic-bezier(.2,.7,.2,1)]")}
      >
        {products.slice(page * PER_PAGE, page * PER_PAGE + PER_PAGE).map((product) => (
          <FeaturedCard key={product.id} product={product} />
        ))}
      </div>
      {pages > 1 && <Dots pages={pages} page={page} onChoose={(to) => go(() => to)} />}
    </section>
  );
}

function Controls({ pages, page, go, stopped, still, setPaused }: { pages: number } & ReturnType<typeof useCarousel>) {
  const { i18n } = useLingui();
  return (
    <div className="flex items-center gap-1">
      <span className="mr-1 whitespace-nowrap text-meta text-ink-3 max-md:sr-only">
        {i18n.t("{page} of {pages}", { page: page + 1, pages })}
      </span>
      {!still && (
        <IconButton label={stopped ? i18n.t("Play") : i18n.t("Pause")} onClick={() => setPaused(!stopped)}>
          {stopped ? <Play {...icon} /> : <Pause {...icon} />}
        </IconButton>
      )}
      <IconButton outlined label={i18n.t("Previous")} onClick={() => go((now) => now - 1)}>
        <ArrowLeft {...icon} />
      </IconButton>
      <IconButton outlined label={i18n.t("Next")} onClick={() => go((now) => now + 1)}>
        <ArrowRight {...icon} />
      </IconButton>
    </div>
  );
}

function Dots({ pages, page, onChoose }: { pages: number; page: number; onChoose: (page: number) => void }) {
  const { i18n } = useLingui();
  return (
    <div className="mt-3 flex justify-center">
      {Array.from({ length: pages }, (_, place) => place).map((place) => (
        <button
          key={place}
          type="button"
          aria-label={i18n.t("Page {shown}", { shown: place + 1 })}
          aria-current={place === page ? "true" : undefined}
          onClick={() => onChoose(place)}
          className="grid size-11 place-items-center after:h-[3px] after:w-6 after:bg-edge/40 after:content-[''] aria-[current]:after:bg-ink"
        />
      ))}
    </div>
  );
}

function WaitingCard() {
  return (
    <div aria-hidden="true" className="grid grid-cols-[120px_1fr] gap-5 md:grid-cols-[minmax(0,45fr)_minmax(0,55fr)]">
      <Skeleton className="aspect-[4/5] h-auto" />
      <div className="grid content-start gap-3 border-t border-line pt-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-12" />
      </div>
    </div>
  );
}
