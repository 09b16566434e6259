import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { durationWords, type Package, packagesQuery, typeName } from "@/shared/boosts/boosts";
import { paths } from "@/shared/navigation/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Drop } from "@/ui/drop";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";

interface Props {
  ids: number[];
  onClose: () => void;
}

export function BoostDialog({ ids, onClose }: Props) {
  const { i18n } = useLingui();
  const title = i18n.t("{count, plural, one {Boost # product} other {Boost # products}}", { count: ids.length });
  return (
    <Dialog open title={title} onClose={onClose}>
      <Packages ids={ids} />
    </Dialog>
  );
}

function Packages({ ids }: { ids: number[] }) {
  const { i18n } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(packagesQuery);
  if (error) {
    return (
      <Notice tone="bad" role="alert" title={i18n.t("Error loading boost packages. Please try again.")}>
        <p className="mb-2.5">{messageFor(error).text}</p>
        <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
          {i18n.t("Retry")}
        </Button>
      </Notice>
    );
  }
  if (data === undefined) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    );
  }
  if (data === null) return <Notice title={i18n.t("Boosts cannot be bought here yet.")} />;
  const fitting = data.filter(({ item_count }) => item_count === ids.length);
  return fitting.length > 0 ? <Choices packages={fitting} ids={ids} /> : <NoMatch packages={data} />;
}

function Choices({ packages, ids }: { packages: Package[]; ids: number[] }) {
  const { i18n } = useLingui();
  return (
    <ul className="grid">
      {packages.map((boostPackage) => (
        <li
          key={boostPackage.id}
          className="flex items-center justify-between gap-4 border-b border-line py-3 last:border-b-0"
        >
          <div className="min-w-0">
            <Badge tone={boostPackage.package_type === "premium" ? "premium" : "promo"}>
              <Drop className={boostPackage.package_type === "premium" ? "fill-on-ambar" : "fill-ambar-liquid"} />
              {typeName(boostPackage.package_type)}
            </Badge>
            <p className="mt-1 font-semibold">{boostPackage.name}</p>
            <p className="text-meta text-ink-3">{durationWords(boostPackage.duration_hours)}</p>
          </div>
          <div className="grid justify-items-end gap-1.5">
            <Price ringgit={boostPackage.price / 100} size="row" sen />
            <Button asChild tone="line" size="small">
              <Link to={`${paths.boost}?package=${boostPackage.id}&products=${ids.join(",")}`}>
                {i18n.t("Select Package")}
              </Link>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function NoMatch({ packages }: { packages: Package[] }) {
  const { i18n } = useLingui();
  const sizes = [...new Set(packages.map(({ item_count }) => item_count))].sort((a, b) => a - b);
  return (
    <Notice tone="warn" title={i18n.t("No matching packages")}>
      <p>{i18n.t("Available sizes: {sizes}. Select that many products.", { sizes: sizes.join(", ") })}</p>
    </Notice>
  );
}
