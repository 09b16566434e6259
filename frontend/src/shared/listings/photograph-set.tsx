import { useLingui } from "@lingui/react";
import { Check, Minus } from "lucide-react";
import { useId } from "react";
import { countThere, photographSet, type SetPart } from "@/shared/listings/evidence";
import { photoKindWords } from "@/shared/listings/photo-kinds";
import { paths } from "@/shared/navigation/paths";
import { cn } from "@/ui/class-names";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";

interface Props {
  set: SetPart[];
  withUse?: boolean;
  className?: string;
}

export function PhotographSet({ set, withUse = false, className }: Props) {
  const { i18n } = useLingui();
  const words = photoKindWords();
  const dated = i18n.t("The seller’s name and the date");
  return (
    <ul className={cn("grid gap-1.5 text-small", className)}>
      {set.map(({ kind, there }) => {
        const Mark = there ? Check : Minus;
        return (
          <li key={kind} className={cn("flex gap-2", !there && "text-ink-3")}>
            <Mark {...smallIcon} className="mt-1 flex-none" />
            <span>
              <span className={cn(there && "font-medium")}>
                {kind === "name_and_date" && !withUse ? dated : words[kind].name}
              </span>
              <span className="sr-only">: {there ? i18n.t("photographed") : i18n.t("not photographed")}</span>
              {withUse && <span className="block text-meta text-ink-3">{words[kind].use}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function useSetScore(set: SetPart[]): string {
  const { i18n } = useLingui();
  return i18n.t("{count} of {total}", { count: countThere(set), total: set.length });
}

export function SellersPhotographs({
  product: { images, boxCondition },
}: {
  product: { images: { kind?: string | null }[]; boxCondition: string | null };
}) {
  const { i18n } = useLingui();
  const id = useId();
  const set = photographSet(images, boxCondition);
  const score = useSetScore(set);
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="font-sans text-small font-semibold tracking-normal">
        {i18n.t("Seller’s photographs: {score}", { score })}
      </h2>
      <PhotographSet set={set} className="sm:grid-cols-2" />
      <p className="text-meta text-ink-3">
        {i18n.t("What the seller says they show. They help you compare; they do not prove that a bottle is genuine.")}{" "}
        <Link to={paths.authentication} className="link">
          {i18n.t("What to compare")}
        </Link>
      </p>
    </section>
  );
}
