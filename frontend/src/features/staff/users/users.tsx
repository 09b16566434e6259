import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { formatDate } from "@/lib/time/time";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Cell, HeadCell, Table } from "@/ui/table";
import { SelectAllCell, SelectCell } from "../bulk/select-cells";
import { useSelection } from "../bulk/use-selection";
import { MessageLink } from "../layout/message-link";
import { Listed } from "../layout/staff-list";
import { staffPaths } from "../layout/staff-paths";
import { type Account, peopleQuery } from "../overview/api";
import { AccountStatus } from "./account-status";
import { BanDialog } from "./ban-dialog";
import { PeopleBulk } from "./users-bulk";
import { PeopleFields, peopleFilters } from "./users-filters";

export function People() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const filters = peopleFilters(params);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    peopleQuery(filters),
  );
  const people = data?.pages.flatMap(({ rows }) => rows);
  const [openAccount, setOpenAccount] = useState<Account | null>(null);
  const choose = (change: Record<string, string>) => setParams(staffPaths.filtered(params, change), { replace: true });
  return (
    <>
      <PeopleFields filters={filters} onFilter={choose} />
      <Listed
        count={people?.length}
        error={error}
        empty={i18n.t("No users found")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <Rows people={people ?? []} onAsk={setOpenAccount} />
      </Listed>
      {openAccount && <BanDialog account={openAccount} onClose={() => setOpenAccount(null)} />}
    </>
  );
}

function Rows({ people, onAsk }: { people: Account[]; onAsk: (account: Account) => void }) {
  const { i18n } = useLingui();
  const mayBan = hasDuty(useCurrentUser().user, "conduct");
  const selection = useSelection(people.map(({ id }) => id));
  return (
    <>
      {mayBan && <PeopleBulk people={people} selection={selection} />}
      <Table label={i18n.t("Users")} isStacked>
        <thead>
          <tr>
            {mayBan && <SelectAllCell selection={selection} />}
            <HeadCell>{i18n.t("User")}</HeadCell>
            <HeadCell>{i18n.t("Since")}</HeadCell>
            <HeadCell>{i18n.t("Account status")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{i18n.t("Actions")}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id} data-testid="account-row">
              {mayBan && <SelectCell selection={selection} id={person.id} name={person.username} />}
              <Cell>
                <Link to={staffPaths.person(person.id)} className="link inline-flex min-h-6 items-center font-semibold">
                  {person.username}
                </Link>
                <span className="block text-meta text-ink-3">{person.email}</span>
              </Cell>
              <Cell className="whitespace-nowrap">{formatDate(person.createdAt)}</Cell>
              <Cell>
                <AccountStatus account={person} />
              </Cell>
              <Cell className="text-right whitespace-nowrap">
                <MessageLink id={person.id} username={person.username} />
                {mayBan && !person.staffRole && (
                  <Button tone="line" size="small" onClick={() => onAsk(person)}>
                    {person.isBanned ? i18n.t("Unban") : i18n.t("Ban")}
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
