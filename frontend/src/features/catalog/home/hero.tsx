import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { formatRinggit } from "@/lib/money";
import { coverPictureOf } from "@/lib/pictures";
import { Bottle } from "@/shared/listings/bottle";
import { leftOf, perMlOf, photoWords, priceNow } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { newestQuery, type Product } from "../api";
import { SearchField } from "../search/search-field";
import { CategoryTiles } from "./category-tiles";
import { heroBottle } from "./newest-products";

export function Hero() {
  const { i18n } = useLingui();
  return (
    <section className="wrap grid items-stretch gap-7 pt-6 md:gap-14 md:pt-8 lg:grid-cols-[7fr_5fr]">
      <div className="flex flex-col gap-4.5 md:gap-6 md:pt-5">
        <h1 className="max-w-[8.2em] text-display leading-[.98] tracking-[-0.03em]">
          {i18n.t("Discover Your Signature Scent")}
        </h1>
        <p className="max-w-[48ch] text-field leading-normal text-ink-2 md:text-lead">
          {i18n.t(
            "Pre-owned perfume from people in Malaysia. Every bottle shows how much is left, its batch code and the seller’s own photographs.",
          )}
        </p>
        <HeroSearch />
        <PopularSearches />
        <CategoryTiles />
      </div>
      <HeroBottle />
    </section>
  );
}

function HeroSearch() {
  const { i18n } = useLingui();
  return (
    <SearchField
      label={i18n.t("Search perfumes")}
      placeholder={i18n.t("Oud, Kenanga, a house")}
      className="max-w-140"
      inputClassName="min-h-13 rounded-l-1 border border-r-0 border-edge bg-surface px-3 hover:border-ink focus-visible:outline-offset-[-2px]"
      after={
        <Button type="submit" size="large" className="flex-none whitespace-nowrap rounded-l-none max-md:px-4">
          {i18n.t("Start Shopping")}
        </Button>
      }
    />
  );
}

function PopularSearches() {
  const { i18n } = useLingui();
  const searches = ["oud", "melati", "vetiver"].map((word): [string, string] => [word, paths.search(word)]);
  searches.push([i18n.t("under RM 150"), `${paths.products}?maxPrice=150`]);
  return (
    <p className="flex flex-wrap items-baseline gap-x-4">
      <span className="text-small text-ink-3">{i18n.t("People look for")}</span>
      {searches.map(([words, to]) => (
        <Link key={to} to={to} className="link inline-flex min-h-11 items-center md:min-h-8">
          {words}
        </Link>
      ))}
    </p>
  );
}

function HeroBottle() {
  const { data, isPending } = useQuery(newestQuery("listing"));
  const product = data && heroBottle(data);
  return (
    <figure>
      <Photo
        picture={product && coverPictureOf(product)}
        alt={product ? photoWords(product) : ""}
        ratio="aspect-square"
        sizes="(min-width: 1200px) 512px, (min-width: 1024px) 40vw, 94vw"
        eager
      />
      <figcaption className="min-h-14 pt-3 md:min-h-18">
        {isPending && <Skeleton className="h-10 md:h-14" />}
        {product && <Caption product={product} />}
      </figcaption>
    </figure>
  );
}

function Caption({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { brand, name, remainingPercentage, volume, auction } = product;
  const left = leftOf(product);
  const perMl = perMlOf(product);
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-3 md:grid-cols-[minmax(10rem,1fr)_auto_auto] md:gap-6">
      <div className="grid gap-1">
        <span className="text-meta text-ink-3">{brand}</span>
        <Link
          to={auction ? paths.auction(auction.id) : paths.product(product.id)}
          className="serif text-quote leading-[1.2] no-underline hover:underline"
        >
          {name}
        </Link>
      </div>
      <div className="grid justify-items-start max-md:hidden">
        <Bottle percent={remainingPercentage} volume={volume} height={40} className="text-price font-semibold" />
        {left !== null && (
          <span className="text-meta text-ink-3">{i18n.t("about {left} of {volume} ml left", { left, volume })}</span>
        )}
      </div>
      <div className="text-right">
        <Price ringgit={priceNow(product)} whole />
        {perMl !== null && (
          <div className="text-meta text-ink-3">{i18n.t("{price} per ml left", { price: formatRinggit(perMl) })}</div>
        )}
      </div>
    </div>
  );
}
