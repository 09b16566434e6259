import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListingCard } from "@/shared/listings/card/listing-card";
import { ListingCardSkeletons } from "@/shared/listings/card/listing-card-skeleton";
import { deleteSeenBottles, readSeenBottles } from "@/shared/listings/seen-bottles";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { similarQuery } from "../api";
import { SectionHead } from "../home/section-head";

const ROW = "grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4";

export function Similar({ productId, categoryId }: { productId: number; categoryId: number }) {
  const { i18n } = useLingui();
  const { data, isPending } = useQuery(similarQuery(productId));
  if (!isPending && !data?.length) return null;
  return (
    <section aria-labelledby="similar" className="wrap section-gap">
      <SectionHead id="similar" title={i18n.t("Similar bottles")} to={paths.category(categoryId)} />
      {isPending && <ListingCardSkeletons count={4} className={ROW} />}
      {data && (
        <div className={ROW}>
          {data.slice(0, 8).map((product) => (
            <ListingCard key={product.id} product={product} />
          ))}
        </div>
      )}
    </section>
  );
}

export function RecentlySeen({ except }: { except: number }) {
  const { i18n } = useLingui();
  const [all, setAll] = useState(readSeenBottles);
  const seen = all.filter(({ id }) => id !== except);
  if (seen.length === 0) return null;
  const forget = () => {
    deleteSeenBottles();
    setAll([]);
  };
  return (
    <section aria-labelledby="seen" className="wrap section-gap">
      <SectionHead id="seen" title={i18n.t("Recently seen")}>
        <Button tone="quiet" size="small" className="-mr-3" onClick={forget}>
          {i18n.t("Clear")}
        </Button>
      </SectionHead>
      <ul className="flex gap-4 overflow-x-auto pb-2">
        {seen.map(({ id, name, brand, imageUrl }) => (
          <li key={id} className="group relative w-28 flex-none md:w-34">
            <Photo src={imageUrl} alt="" />
            <p className="mt-2 truncate text-meta text-ink-2">{brand}</p>
            <Link
              to={paths.product(id)}
              className="serif cover-link line-clamp-2 leading-[1.2] no-underline group-hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
