import { useLingui } from "@lingui/react";
import { boostPaths } from "@/shared/boosts/boost-paths";
import { Link } from "@/ui/link";

export function PromotedNote({ className }: { className?: string }) {
  const { i18n } = useLingui();
  return (
    <p className={className}>
      <span className="text-meta text-ink-3">
        {i18n.t("Featured bottles are promoted by their sellers.")}{" "}
        <Link to={boostPaths.terms} className="link inline-flex min-h-6 items-center">
          {i18n.t("How boosts work")}
        </Link>
      </span>
    </p>
  );
}
