/** What one is told of: a row for each kind, with a switch for the app and one for mail, kept as it is pressed. */
import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/messages";
import type { User } from "@/lib/session";
import { useWish, type Wish, type Wishes, wishesQuery } from "@/lib/wishes";
import { Button } from "@/ui/button";
import { Switch } from "@/ui/choice";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { showToast } from "@/ui/toast-store";
import { Section } from "./section";

export function Notifications({ user }: { user: User }) {
  const { i18n } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(wishesQuery(user.id));
  return (
    <Section
      title={i18n.t("Notifications")}
      text={i18n.t(
        "What the bell tells you, and what also comes by mail. Mail about one thing comes once a day at most.",
      )}
    >
      {data && <Kinds user={user} wishes={data} />}
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
    </Section>
  );
}

type Group = [string, [string, string][]];

function groupsFor(user: User, i18n: I18n): Group[] {
  const bidding: Group = [
    i18n.t("Bidding"),
    [
      ["outbid", i18n.t("You are outbid")],
      ["ending_soon", i18n.t("An auction you follow ends soon")],
      ["won", i18n.t("You win an auction")],
      ["lost", i18n.t("An auction goes to somebody else")],
      ["auction_cancelled", i18n.t("An auction you bid on is cancelled")],
      ["payment_due", i18n.t("A payment is due")],
      ["second_chance", i18n.t("Second chances")],
    ],
  ];
  const finding: Group = [
    i18n.t("Finding"),
    [
      ["saved_search", i18n.t("Saved searches")],
      ["price_drop", i18n.t("Price drops")],
    ],
  ];
  const selling: Group = [
    i18n.t("Selling"),
    [
      ["sales", i18n.t("Sales")],
      ["unsold", i18n.t("Your auction ends without a sale")],
      ["reviews", i18n.t("New reviews")],
      ["low_stock", i18n.t("Low stock")],
    ],
  ];
  return user.isSeller ? [bidding, finding, selling] : [bidding, finding];
}

function Kinds({ user, wishes }: { user: User; wishes: Wishes }) {
  const { i18n } = useLingui();
  const { mutate } = useWish(user.id);
  const choose = (kind: string, wish: Wish) =>
    mutate(
      { kind, wish },
      {
        onError: (error) =>
          showToast({ title: i18n.t("Error saving settings"), text: messageFor(error).text, tone: "bad" }),
      },
    );
  return (
    <table className="w-full border-collapse text-left">
      <thead className="text-meta text-ink-2">
        <tr>
          <th scope="col" className="sr-only">
            {i18n.t("What happens")}
          </th>
          <th scope="col" className="w-18 pb-1 text-center font-semibold">
            {i18n.t("In the app")}
          </th>
          <th scope="col" className="w-18 pb-1 text-center font-semibold">
            {i18n.t("By mail")}
          </th>
        </tr>
      </thead>
      {groupsFor(user, i18n).map(([group, kinds]) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={3} className="pt-5 pb-1 text-small font-semibold">
              {group}
            </th>
          </tr>
          {kinds.map(([kind, name]) => {
            const wish = wishes[kind];
            return wish && <Kind key={kind} name={name} wish={wish} onChange={(next) => choose(kind, next)} />;
          })}
        </tbody>
      ))}
    </table>
  );
}

function Kind({ name, wish, onChange }: { name: string; wish: Wish; onChange: (wish: Wish) => void }) {
  const { i18n } = useLingui();
  const ways: [keyof Wish, string][] = [
    ["inApp", i18n.t("{name}: in the app", { name })],
    ["mail", i18n.t("{name}: by mail", { name })],
  ];
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1 pr-3 font-normal">
        {name}
      </th>
      {ways.map(([way, label]) => (
        <td key={way} className="text-center">
          <Switch
            checked={wish[way]}
            onChange={({ target: { checked } }) => onChange({ ...wish, [way]: checked })}
            className="justify-center gap-0"
          >
            <span className="sr-only">{label}</span>
          </Switch>
        </td>
      ))}
    </tr>
  );
}
