import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "@/lib/time/time";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { staffPaths } from "../layout/staff-paths";
import { ServicePart } from "../users/service-part";
import { type LinkedAccount, linksQuery } from "./api";
import { signalNames } from "./risk-words";

const focusOn = (element: HTMLElement | null) => element?.focus();

export function LinkedAccounts({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const query = useQuery({ ...linksQuery(userId), enabled: isAsked });
  const title = i18n.t("Linked accounts");
  if (isAsked)
    return (
      <div ref={focusOn} tabIndex={-1} className="outline-none">
        <ServicePart
          title={title}
          query={query}
          empty={i18n.t("No other account has the same browser, address or bank account.")}
          isEmpty={({ accounts }) => accounts.length === 0}
        >
          {({ accounts }) => <Accounts accounts={accounts} />}
        </ServicePart>
      </div>
    );
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-h3">{title}</h2>
      <p className="mb-3 text-small text-ink-2">
        {i18n.t("Which accounts have the same browser, address or bank account. That you looked is recorded.")}
      </p>
      <Button tone="line" size="small" onClick={() => setAsked(true)}>
        {i18n.t("Look at linked accounts")}
      </Button>
    </section>
  );
}

function Accounts({ accounts }: { accounts: LinkedAccount[] }) {
  const { i18n } = useLingui();
  return (
    <ul className="text-small">
      {accounts.map(({ person, signals }) => (
        <li key={person.id} className="border-b border-line py-1.5">
          <Link to={staffPaths.person(person.id)} className="link inline-flex min-h-8 items-center">
            {person.username || i18n.t("Member {id}", { id: String(person.id) })}
          </Link>
          <ul className="text-ink-2">
            {signals.map(({ kind, since, seenAt }) => (
              <li key={kind} className="flex flex-wrap justify-between gap-x-4">
                <span>{signalNames()[kind]}</span>
                <span className="text-ink-3">
                  {i18n.t("since {since}, last on {last}", { since: formatDate(since), last: formatDate(seenAt) })}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
