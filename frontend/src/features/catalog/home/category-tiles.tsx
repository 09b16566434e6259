import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { coverPictureOf } from "@/lib/pictures";
import { CATEGORIES, categoryName } from "@/shared/listings/categories";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { categoriesQuery, newestQuery } from "../api";
import { bottleOf } from "./newest-products";

export function CategoryTiles() {
  const { i18n } = useLingui();
  const { data: products } = useQuery(newestQuery("listing"));
  const { data: categories } = useQuery(categoriesQuery);
  const coverFor = (category: number) => {
    const bottle = products && bottleOf(category, products);
    return bottle ? coverPictureOf(bottle) : null;
  };
  const countOf = (category: number) => categories?.find(({ id }) => id === category)?.count;
  return (
    <nav aria-label={i18n.t("Browse by category")} className="mt-auto pt-2">
      <ul className="grid grid-cols-2 gap-x-4 border-t border-ink md:gap-x-8">
        {CATEGORIES.map((id) => (
          <li key={id} className="border-b border-line">
            <Link
              to={paths.category(id)}
              className="group flex min-h-16 items-center gap-2.5 py-2.5 no-underline md:min-h-19 md:gap-4"
            >
              <Photo
                picture={coverFor(id)}
                alt=""
                ratio="aspect-square"
                sizes="56px"
                className="w-11 flex-none md:w-14"
              />
              <span className="serif text-price leading-[1.15] group-hover:underline md:text-lot">
                {categoryName(id)}
              </span>
              <Bottles count={countOf(id)} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Bottles({ count }: { count: number | undefined }) {
  const { i18n } = useLingui();
  if (count === undefined) return null;
  return (
    <span className="ml-auto whitespace-nowrap text-meta text-ink-3 max-md:hidden">
      {i18n.t("{total, plural, one {# bottle} other {# bottles}}", { total: count })}
    </span>
  );
}
