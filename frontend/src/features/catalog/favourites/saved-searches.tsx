import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import type { SavedSearch } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Switch } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { ErrorState } from "@/ui/error-state";
import { TextField } from "@/ui/field";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import { showToast } from "@/ui/toast-store";
import { useChipWords } from "../results/chips";
import { chipsOf, fromSaved, readTerms } from "../search/search-terms";
import { searchesQuery, useChangeSearch, useDeleteSearch } from "./api";

export function SavedSearches() {
  const { i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(searchesQuery);
  return (
    <section aria-labelledby="searches">
      <h2 id="searches" className="mb-2 text-h3">
        {i18n.t("Saved searches")}
      </h2>
      {isPending && <Skeleton className="h-16" />}
      {error && (
        <ErrorState
          heading="h3"
          title={i18n.t("Your searches did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <p className="max-w-[56ch] text-ink-2">
          {i18n.t(
            "None yet. Search the shop, press Save this search, and we will tell you when something new matches.",
          )}{" "}
          <Link to={paths.products} className="link font-medium text-ink">
            {i18n.t("Browse Products")}
          </Link>
        </p>
      )}
      <ul className="border-t border-line empty:hidden">
        {data?.map((search) => (
          <Row key={search.id} search={search} />
        ))}
      </ul>
    </section>
  );
}

function Row({ search }: { search: SavedSearch }) {
  const { i18n } = useLingui();
  const change = useChangeSearch();
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const words = useChipWords();
  const { id, name, byMail, newCount } = search;
  const terms = readTerms(fromSaved(search.wanted));
  const parts = [terms.search && `“${terms.search}”`, ...chipsOf(terms).map(words)].filter(Boolean);
  const failed = (error: Error) => showToast({ ...messageFor(error), tone: "bad" });
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-64">
        <Link to={paths.savedSearch(id)} className="link inline-flex min-h-6 items-center break-words font-semibold">
          {name}
        </Link>
        {newCount > 0 && (
          <Badge tone="good" className="ml-2.5">
            {i18n.t("{newCount} new", { newCount })}
          </Badge>
        )}
        <p className="break-words text-meta text-ink-3">{parts.join(", ") || i18n.t("All Perfumes")}</p>
      </div>
      <Switch
        checked={byMail}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ id, byMail: target.checked }, { onError: failed })}
      >
        <span className="text-small">
          {i18n.t("By mail")}
          <span className="sr-only">: {name}</span>
        </span>
      </Switch>
      <div className="flex">
        <IconButton label={i18n.t("Rename {name}", { name })} onClick={() => setDialog("rename")}>
          <Pencil {...icon} />
        </IconButton>
        <IconButton label={i18n.t("Delete {name}", { name })} onClick={() => setDialog("delete")}>
          <Trash2 {...icon} />
        </IconButton>
      </div>
      {dialog === "rename" && <Rename search={search} onClose={() => setDialog(null)} />}
      {dialog === "delete" && <Delete search={search} onClose={() => setDialog(null)} />}
    </li>
  );
}

function Rename({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const { i18n } = useLingui();
  const [name, setName] = useState(search.name);
  const change = useChangeSearch();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ id: search.id, name: name.trim() }, { onSuccess: onClose });
  };
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button type="submit" form="rename-search" busy={change.isPending} disabled={!name.trim()}>
        {i18n.t("Save Changes")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Rename this search")} onClose={onClose} actions={actions}>
      <form id="rename-search" onSubmit={submit}>
        <TextField
          label={i18n.t("Name of this search")}
          value={name}
          maxLength={80}
          onChange={({ target }) => setName(target.value)}
          error={change.error ? messageFor(change.error).text : undefined}
        />
      </form>
    </Dialog>
  );
}

function Delete({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const { i18n } = useLingui();
  const remove = useDeleteSearch();
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate(search.id, { onSuccess: onClose })}>
        {i18n.t("Delete")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Delete “{name}”?", { name: search.name })} onClose={onClose} actions={actions}>
      <p className="text-ink-2">{i18n.t("We will stop telling you about new matches. Your saved bottles stay.")}</p>
      {remove.error && <p className="text-small text-rosella">{messageFor(remove.error).text}</p>}
    </Dialog>
  );
}
