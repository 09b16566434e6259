import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { batchCodeQuery, type CodeQuestion, type CodeReading } from "@/shared/listings/batch-codes";
import { paths } from "@/shared/navigation/paths";
import { cn } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";

interface Props extends CodeQuestion {
  asSeller?: boolean;
  children?: ReactNode;
}

export function BatchCodeReading({ brand, code, purchaseYear, asSeller = false, children }: Props) {
  const { data, isLoading } = useQuery(batchCodeQuery({ brand, code, purchaseYear }));
  if (isLoading) return <Skeleton className="h-16" />;
  return data ? <Reading reading={data} asSeller={asSeller} more={children} /> : null;
}

function Reading({ reading, asSeller, more }: { reading: CodeReading; asSeller: boolean; more: ReactNode }) {
  const { i18n } = useLingui();
  const verdict = useVerdict(reading, asSeller);
  const isOdd = reading.verdict === "does_not_fit" || reading.isAfterPurchase;
  const place = {
    base_and_box: i18n.t("Usually on the base of the bottle and under the box."),
    back_and_box: i18n.t("Usually under the bottle or low on its back, and under the box."),
  };
  return (
    <div className={cn("grid gap-1 rounded-1 px-3.5 py-3 text-small", isOdd ? "bg-ambar-wash" : "bg-wash")}>
      <p role={asSeller ? "status" : undefined} className="font-semibold">
        {verdict}
      </p>
      {reading.isAfterPurchase && (
        <p>{i18n.t("That is after the purchase year: compare the code with a photograph of it.")}</p>
      )}
      {asSeller && reading.place && <p>{place[reading.place]}</p>}
      <p className="text-ink-2">
        {i18n.t("A batch code does not prove that a bottle is genuine.")}{" "}
        {more ?? (
          <Link to={paths.batchCodes} className="link">
            {i18n.t("What a code tells, and what not")}
          </Link>
        )}
      </p>
    </div>
  );
}

function useVerdict({ verdict, years }: CodeReading, asSeller: boolean): string {
  const { i18n } = useLingui();
  const either = useMemo(() => new Intl.ListFormat(i18n.locale, { type: "disjunction" }), [i18n.locale]);
  if (verdict === "unknown") return i18n.t("Cannot decode");
  if (verdict === "does_not_fit") {
    return asSeller
      ? i18n.t("Format does not fit this brand: check it, and add a photo")
      : i18n.t("Format does not fit this brand: ask for a photo");
  }
  if (years.length === 0) return i18n.t("Format fits; its year cannot be decoded");
  return i18n.t("Format fits; likely {years}", { years: either.format(years.map(String)) });
}
