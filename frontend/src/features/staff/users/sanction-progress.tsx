import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { Badge } from "@/ui/badge";
import { ageOf, serviceNames } from "../cases/case-words";
import { type AccountPage, type PersonCases, personCasesQuery } from "./api";
import { ServicePart } from "./service-part";

type Sanction = PersonCases["sanctions"][number];
type Consequence = Sanction["answers"][number]["consequences"][number];

const POLL_MS = 2_000;
const LATE_MS = 300_000;
const ACTS = ["ban", "unban", "suspend", "lift"];

const sanctionNames = (productId: number | null): Record<Sanction["sanction"], string> => ({
  ban: i18n.t("Ban"),
  lift_ban: i18n.t("End of the ban"),
  suspend: i18n.t("Suspension"),
  lift_suspension: i18n.t("End of the suspension"),
  remove_listing: i18n.t("Removal of listing {id}", { id: productId ?? "" }),
});

function inWords({ what, count }: Consequence): string {
  if (what === "listings_hidden") {
    return i18n.t("{count, plural, one {# listing hidden} other {# listings hidden}}", { count });
  }
  if (what === "listings_shown") {
    return i18n.t("{count, plural, one {# listing shown again} other {# listings shown again}}", { count });
  }
  if (what === "auctions_cancelled") {
    return i18n.t("{count, plural, one {# auction cancelled} other {# auctions cancelled}}", { count });
  }
  if (what === "boosts_credited") {
    return i18n.t("{count, plural, one {# boost credited} other {# boosts credited}}", { count });
  }
  return i18n.t("{count, plural, one {# bid void} other {# bids void}}", { count });
}

function isBehind(cases: PersonCases | undefined, acts: AccountPage["acts"]): boolean {
  if (!cases) return false;
  const act = acts.find(({ act: name }) => ACTS.includes(name));
  const newest = cases.sanctions[0];
  const isUnpublished =
    act && Date.parse(act.happenedAt) > Math.max(Date.now() - LATE_MS, Date.parse(newest?.decidedAt ?? "") || 0);
  // Each request is logged, so an overdue answer is not polled.
  const isSoon = ({ waitsFor, decidedAt }: Sanction) =>
    waitsFor.length > 0 && Date.now() - Date.parse(decidedAt) < LATE_MS;
  return isUnpublished || cases.sanctions.some(isSoon);
}

export function CarriedOut({ userId, acts }: { userId: number; acts: AccountPage["acts"] }) {
  const { i18n } = useLingui();
  const query = useQuery({
    ...personCasesQuery(userId),
    refetchInterval: ({ state }) => (isBehind(state.data, acts) ? POLL_MS : false),
  });
  return (
    <ServicePart
      title={i18n.t("Carried out")}
      query={query}
      empty={i18n.t("No ban, no suspension and no removal")}
      isEmpty={({ sanctions }) => sanctions.length === 0}
    >
      {({ sanctions }) => (
        <ul>
          {sanctions.map((sanction) => (
            <li
              key={`${sanction.sanction} ${sanction.productId} ${sanction.decidedAt}`}
              className="border-b border-line py-2.5"
            >
              <SanctionAnswers sanction={sanction} />
            </li>
          ))}
        </ul>
      )}
    </ServicePart>
  );
}

function SanctionAnswers({ sanction }: { sanction: Sanction }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const waits = now - Date.parse(sanction.decidedAt);
  const age =
    waits < 60_000
      ? i18n.t("{seconds} s", { seconds: String(Math.max(0, Math.floor(waits / 1000))) })
      : ageOf(sanction.decidedAt, now);
  return (
    <>
      <h3 className="flex flex-wrap justify-between gap-x-4 font-sans text-small font-semibold tracking-normal">
        {sanctionNames(sanction.productId)[sanction.sanction]}
        <span className="font-normal text-ink-3">{formatDateTime(sanction.decidedAt)}</span>
      </h3>
      <ul className="mt-1 grid gap-1 text-small">
        {sanction.answers.map(({ service, consequences }) => (
          <li key={service} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-ink-2">{serviceNames()[service] ?? service}</span>
            <span>{[i18n.t("Done"), ...consequences.map(inWords)].join(", ")}</span>
          </li>
        ))}
        {sanction.waitsFor.map((service) => (
          <li key={service} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-ink-2">{serviceNames()[service] ?? service}</span>
            <Badge tone={waits > LATE_MS ? "bad" : "warn"}>{i18n.t("Waiting for {age}", { age })}</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}
