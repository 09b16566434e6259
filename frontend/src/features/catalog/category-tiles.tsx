/** The four shelves of the shop, each shown by a bottle that stands on it. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { paths } from "@/lib/paths";
import { coverOf } from "@/lib/photos";
import { Photo } from "@/ui/photo";
import { newestQuery } from "./api";

export function CategoryTiles() {
  const { i18n } = useLingui();
  const { data: products } = useQuery(newestQuery("listing"));
  const shelves: [number, string][] = [
    [1, i18n.t("Designer")],
    [2, i18n.t("Local")],
    [3, i18n.t("Arabian House")],
    [4, i18n.t("Niche")],
  ];
  const coverFor = (category: number) => {
    const bottle = products?.find((product) => product.categoryId === category && coverOf(product));
    return bottle ? coverOf(bottle) : null;
  };
  return (
    <nav aria-label={i18n.t("Browse by category")} className="mt-auto pt-2">
      <ul className="grid grid-cols-2 gap-x-4 border-t border-ink md:gap-x-8">
        {shelves.map(([id, name]) => (
          <li key={id} className="border-b border-line">
            <Link
              to={paths.category(id)}
              className="group flex min-h-16 items-center gap-2.5 py-2.5 no-underline md:min-h-19 md:gap-4"
            >
              <Photo src={coverFor(id)} alt="" ratio="aspect-square" className="w-11 flex-none md:w-14" />
              <span className="serif text-price leading-[1.15] group-hover:underline md:text-lot">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
