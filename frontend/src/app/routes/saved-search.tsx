import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { markSearchSeen, searchesQuery } from "@/features/catalog/favourites/api";
import { fromSaved } from "@/features/catalog/search/search-terms";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";

export function SavedSearchPage() {
  const { i18n } = useLingui();
  const { id } = useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(searchesQuery);
  const search = data?.find((search) => String(search.id) === id);
  usePageTitle(search?.name);
  useEffect(() => {
    if (!search) return;
    void markSearchSeen(search.id);
    navigate(`${paths.products}?${fromSaved(search.wanted)}`, { replace: true });
  }, [search, navigate]);
  if (error) {
    return (
      <div className="wrap py-8">
        <ErrorState
          heading="h1"
          title={i18n.t("Your searches did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (!data || search)
    return (
      <p role="status" className="wrap min-h-80 py-10 text-ink-2">
        {i18n.t("Loading")}
      </p>
    );
  const back = (
    <Button asChild>
      <Link to={paths.favourites}>{i18n.t("Saved searches")}</Link>
    </Button>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing="shelf" heading="h1" title={i18n.t("This search is not kept any more")} action={back} />
    </div>
  );
}
