/** The one big moment: the headline, the search, the four shelves, and a bottle that is really for sale. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import { Link, useNavigate } from "react-router-dom";
import { levelOf, pricePerMl } from "@/lib/level";
import { formatRinggit } from "@/lib/money";
import { paths } from "@/lib/paths";
import { coverOf } from "@/lib/photos";
import { Bottle } from "@/ui/bottle";
import { Button } from "@/ui/button";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { newestQuery, type Product } from "./api";
import { CategoryTiles } from "./category-tiles";

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
        <CategoryTiles />
      </div>
      <HeroBottle />
    </section>
  );
}

function HeroSearch() {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(paths.search(String(new FormData(event.currentTarget).get("words") ?? "")));
  };
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-140">
        <label htmlFor={id} className="sr-only">
          {i18n.t("Search perfumes")}
        </label>
        <input
          id={id}
          name="words"
          type="search"
          placeholder={i18n.t("Oud, Kenanga, a house")}
          className="min-h-13 w-full min-w-0 rounded-l-1 border border-r-0 border-edge bg-surface px-3 text-field hover:border-ink focus-visible:outline-offset-[-2px]"
        />
        <Button type="submit" size="large" className="flex-none whitespace-nowrap rounded-l-none max-md:px-4">
          {i18n.t("Start Shopping")}
        </Button>
      </form>
    </search>
  );
}

function HeroBottle() {
  const { data, isPending } = useQuery(newestQuery("listing"));
  const product = data?.find((one) => one.listingType !== "auction" && coverOf(one)) ?? data?.[0];
  return (
    <figure>
      <Photo src={product && coverOf(product)} alt="" ratio="aspect-square" eager />
      <figcaption className="min-h-14 pt-3">
        {isPending && <Skeleton className="h-10" />}
        {product && <Caption product={product} />}
      </figcaption>
    </figure>
  );
}

function Caption({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { brand, name, remainingPercentage, volume, auction } = product;
  const level = levelOf(remainingPercentage, volume);
  const ringgit = auction ? (auction.currentBid ?? auction.startingPrice) : product.price;
  const perMl = pricePerMl(ringgit, remainingPercentage, volume);
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-3 md:grid-cols-[1fr_auto_auto] md:gap-6">
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
        {level.left !== null && (
          <span className="text-meta text-ink-3">
            {i18n.t("about {left} of {volume} ml left", { left: level.left, volume })}
          </span>
        )}
      </div>
      <div className="text-right">
        <Price ringgit={ringgit} />
        {perMl !== null && (
          <div className="text-meta text-ink-3">{i18n.t("{price} per ml left", { price: formatRinggit(perMl) })}</div>
        )}
      </div>
    </div>
  );
}
