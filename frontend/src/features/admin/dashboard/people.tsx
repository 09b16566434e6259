/** Accounts, the newest first: found by name or e-mail address, banned and unbanned with a reason. */
import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { paths } from "@/lib/paths";
import { useCurrentUser } from "@/lib/session/session";
import { hasDuty } from "@/lib/session/staff";
import { formatDate } from "@/lib/time/time";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Link } from "@/ui/link";
import { SelectField } from "@/ui/select";
import { Cell, HeadCell, Table } from "@/ui/table";
import { SelectAllCell, SelectCell } from "../bulk/select-cells";
import { useSelection } from "../bulk/use-selection";
import { adminPaths } from "../layout/admin-paths";
import { ExportButton } from "../layout/export-button";
import { Listed } from "../layout/staff-list";
import { BanDialog } from "../person/ban-dialog";
import { Standing } from "../person/standing";
import { type Account, peopleQuery } from "./api";
import { PeopleBulk } from "./people-bulk";

export function People() {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const [search, role] = [params.get("search") ?? "", params.get("role") ?? ""];
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    peopleQuery(search, role === "seller" ? role : ""),
  );
  const people = data?.pages.flatMap(({ rows }) => rows);
  const [asked, setAsked] = useState<Account | null>(null);
  const choose = (change: Record<string, string>) => setParams(adminPaths.filtered(params, change), { replace: true });
  return (
    <>
      <div className="mb-3 grid gap-3 md:grid-cols-[minmax(0,20rem)_minmax(0,12rem)_1fr]">
        <TextField
          label={i18n.t("Search")}
          type="search"
          maxLength={100}
          value={search}
          hint={i18n.t("Username or e-mail address")}
          onChange={({ target }) => choose({ search: target.value })}
        />
        <SelectField label={i18n.t("Show")} value={role} onChange={({ target }) => choose({ role: target.value })}>
          <option value="">{i18n.t("All users")}</option>
          <option value="seller">{i18n.t("Sellers")}</option>
        </SelectField>
        <div className="md:mt-7 md:justify-self-end">
          <ExportButton
            path="/api/admin/users/export.csv"
            name="wangi-users"
            filters={{ search, role: role === "seller" ? role : "" }}
          />
        </div>
      </div>
      <Listed
        count={people?.length}
        error={error}
        empty={i18n.t("No users found")}
        onRetry={() => void refetch()}
        more={hasNextPage ? { busy: isFetchingNextPage, fetch: () => void fetchNextPage() } : undefined}
      >
        <Rows people={people ?? []} onAsk={setAsked} />
      </Listed>
      {asked && <BanDialog account={asked} onClose={() => setAsked(null)} />}
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
      <Table label={i18n.t("Users")}>
        <thead>
          <tr>
            {mayBan && <SelectAllCell selection={selection} />}
            <HeadCell>{i18n.t("User")}</HeadCell>
            <HeadCell>{i18n.t("Since")}</HeadCell>
            <HeadCell>{i18n.t("Standing")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{i18n.t("Actions")}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {people.map((one) => (
            <tr key={one.id} data-testid="account-row">
              {mayBan && <SelectCell selection={selection} id={one.id} name={one.username} />}
              <Cell>
                <Link to={adminPaths.person(one.id)} className="link inline-flex min-h-6 items-center font-semibold">
                  {one.username}
                </Link>
                <span className="block text-meta text-ink-3">{one.email}</span>
              </Cell>
              <Cell className="whitespace-nowrap">{formatDate(one.createdAt)}</Cell>
              <Cell>
                <Standing account={one} />
              </Cell>
              <Cell className="text-right whitespace-nowrap">
                <Button asChild tone="quiet" size="small">
                  <Link to={paths.conversation(one.id)}>{i18n.t("Message")}</Link>
                </Button>
                {mayBan && !one.staffRole && (
                  <Button tone="line" size="small" onClick={() => onAsk(one)}>
                    {one.isBanned ? i18n.t("Unban") : i18n.t("Ban")}
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
