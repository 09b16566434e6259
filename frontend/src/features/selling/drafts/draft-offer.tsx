import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "@/lib/time/time";
import { draftsQuery, formOf } from "@/shared/listings/drafts";
import { paths } from "@/shared/navigation/paths";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";

export function DraftOffer() {
  const { i18n } = useLingui();
  const { data: drafts = [] } = useQuery({ ...draftsQuery, staleTime: 30_000 });
  const [latest, ...others] = [...drafts].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  if (!latest) return null;
  return (
    <Notice title={i18n.t("Continue your draft")}>
      <Link className="link" to={paths.continueDraft(latest.id)}>
        {formOf(latest).name || i18n.t("Untitled")}
      </Link>
      {", "}
      {formatDateTime(latest.updatedAt)}
      {others.length > 0 && (
        <>
          {". "}
          <Link className="link" to={paths.dashboard}>
            {i18n.t("{count, plural, one {# more draft} other {# more drafts}}", { count: others.length })}
          </Link>
        </>
      )}
    </Notice>
  );
}
