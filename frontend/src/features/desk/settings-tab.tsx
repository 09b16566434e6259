/** Who sells here, and what the seller wants to be told of. */
import { useLingui } from "@lingui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageFor } from "@/lib/messages";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import type { User } from "@/lib/session";
import { keepWishes, type Wishes, wishesQuery } from "@/lib/wishes";
import { Button } from "@/ui/button";
import { Switch } from "@/ui/choice";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { Facts } from "@/ui/table";
import { showToast } from "@/ui/toast-store";

export function SettingsTab({ user }: { user: User }) {
  const { i18n } = useLingui();
  const facts: [string, string][] = [
    [i18n.t("Name"), `${user.firstName} ${user.lastName}`.trim()],
    [i18n.t("Email"), user.email],
    [i18n.t("Username"), user.username],
    [i18n.t("Account type"), i18n.t("Seller")],
  ];
  return (
    <div className="grid gap-8 pt-7 lg:grid-cols-2 lg:gap-16">
      <section aria-labelledby="desk-account" className="grid content-start gap-4">
        <h2 id="desk-account" className="text-quote">
          {i18n.t("Account")}
        </h2>
        <Facts facts={facts} />
        <p className="text-meta text-ink-3">
          <Link to={paths.profile} className="link inline-flex min-h-11 items-center">
            {i18n.t("Change these in your profile.")}
          </Link>
        </p>
      </section>
      <Notices user={user} />
    </div>
  );
}

const ON = { inApp: true, mail: true };

function Notices({ user }: { user: User }) {
  const { i18n } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(wishesQuery(user.id));
  return (
    <section aria-labelledby="desk-notices" className="grid content-start gap-4">
      <h2 id="desk-notices" className="text-quote">
        {i18n.t("Notifications")}
      </h2>
      {data && <Switches key={JSON.stringify(data)} user={user} ways={data} />}
      {!data && !error && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{i18n.t("Loading")}</span>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
      {error && (
        <Notice tone="bad" role="alert" fact={i18n.t("Your notifications did not load.")}>
          <p className="mb-2.5">{messageFor(error).text}</p>
          <Button tone="line" size="small" busy={isFetching} onClick={() => void refetch()}>
            {i18n.t("Retry")}
          </Button>
        </Notice>
      )}
    </section>
  );
}

function Switches({ user, ways }: { user: User; ways: Wishes }) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [wanted, setWanted] = useState(ways);
  const keep = useMutation({ mutationFn: () => keepWishes(user.id, wanted) });
  const kinds: [string, string][] = [
    ["sales", i18n.t("Sales")],
    ["reviews", i18n.t("New reviews")],
    ["low_stock", i18n.t("Low stock")],
  ];
  const save = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate(undefined, {
      onSuccess: (kept) => {
        client.setQueryData(wishesQuery(user.id).queryKey, kept ?? wanted);
        showToast({ title: i18n.t("Settings saved"), tone: "good" });
      },
      onError: (error) =>
        showToast({ title: i18n.t("Error saving settings"), text: messageFor(error).text, tone: "bad" }),
    });
  };
  return (
    <form onSubmit={save} className="grid gap-4">
      <div>
        {kinds.map(([kind, name]) => {
          const { inApp, mail } = wanted[kind] ?? ON;
          return (
            <Switch
              key={kind}
              checked={inApp || mail}
              onChange={({ target: { checked } }) =>
                setWanted({ ...wanted, [kind]: { inApp: checked, mail: checked && (ways[kind] ?? ON).mail } })
              }
              className="flex min-h-14 flex-row-reverse justify-between border-b border-line"
            >
              {name}
            </Switch>
          );
        })}
      </div>
      <Button type="submit" busy={keep.isPending} className="justify-self-start">
        {i18n.t("Save Changes")}
      </Button>
    </form>
  );
}
