import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { failureMessage } from "@/lib/calls/commands";
import { formatDateTime } from "@/lib/time/time";
import { draftsQuery, formOf } from "@/shared/listings/drafts";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { showToast } from "@/ui/toast-store";
import { useListingActions } from "./api";

export function Drafts() {
  const { i18n } = useLingui();
  const { data: drafts = [] } = useQuery({ ...draftsQuery, staleTime: 30_000 });
  const { dropDraft } = useListingActions();
  if (drafts.length === 0) return null;
  const drop = (id: number) =>
    dropDraft.mutate(id, {
      onSuccess: () => showToast({ title: i18n.t("Draft deleted"), tone: "good" }),
      onError: (error) => showToast({ ...failureMessage(i18n.t("Error deleting draft"), error), tone: "bad" }),
    });
  return (
    <section aria-labelledby="dashboard-drafts" className="mt-10">
      <h2 id="dashboard-drafts" className="text-h4">
        {i18n.t("Drafts")}
      </h2>
      <ul className="mt-2">
        {drafts.map((draft) => {
          const { id, updatedAt } = draft;
          const name = formOf(draft).name || i18n.t("Untitled");
          return (
            <li key={id} className="flex items-center gap-3 border-b border-line py-2">
              <div className="min-w-0 flex-1">
                <p className="serif truncate text-price">{name}</p>
                <p className="text-meta text-ink-3">{i18n.t("Saved {at}", { at: formatDateTime(updatedAt) })}</p>
              </div>
              <Button asChild tone="line" size="small">
                <Link to={paths.continueDraft(id)} aria-label={i18n.t("Continue {name}", { name })}>
                  {i18n.t("Continue")}
                </Link>
              </Button>
              <Button
                tone="quiet"
                size="small"
                aria-label={i18n.t("Delete the draft {name}", { name })}
                busy={dropDraft.isPending && dropDraft.variables === id}
                onClick={() => drop(id)}
              >
                {i18n.t("Delete")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
