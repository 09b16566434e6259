import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatDate } from "@/lib/time/time";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { hasDuty } from "@/shared/session/staff-duties";
import { Link } from "@/ui/link";
import { DetailList } from "@/ui/table";
import { MessageLink } from "../layout/message-link";
import { StaffLayout } from "../layout/staff-layout";
import { WhenLoaded } from "../layout/when-loaded";
import { LinkedAccounts } from "../risk/linked-accounts";
import { Acts, SignIns } from "./account-record";
import { AccountStatus } from "./account-status";
import { type AccountPage, accountQuery } from "./api";
import { BanRequest } from "./ban-request";
import { OwnReports } from "./own-reports";
import { RoleChange } from "./role-change";
import { CarriedOut } from "./sanction-progress";
import { Sanctions } from "./sanctions";
import { CasesAbout, RiskAbout, Strikes } from "./service-details";
import { UserMoney } from "./user-money";
import { Orders } from "./user-orders";

export function UserPage({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  const account = useQuery(accountQuery(userId));
  return (
    <StaffLayout title={account.data?.account.username ?? i18n.t("Member {id}", { id: userId })}>
      <WhenLoaded query={account} failed={i18n.t("The account did not load")} isPage>
        {(page) => <Loaded page={page} />}
      </WhenLoaded>
    </StaffLayout>
  );
}

function Loaded({ page }: { page: AccountPage }) {
  const { account, signIns, acts } = page;
  const { user } = useCurrentUser();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-7">
        <Head page={page} />
        <Orders userId={account.id} />
        <CasesAbout userId={account.id} />
        <OwnReports userId={account.id} />
        <Acts acts={acts} />
        <CarriedOut userId={account.id} acts={acts} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-7">
        {hasDuty(user, "money") && <UserMoney userId={account.id} />}
        {hasDuty(user, "conduct") && <RiskAbout userId={account.id} />}
        {hasDuty(user, "conduct") && <LinkedAccounts userId={account.id} />}
        <Strikes userId={account.id} />
        <SignIns signIns={signIns} />
      </div>
    </div>
  );
}

function Head({ page }: { page: AccountPage }) {
  const { account, emailHash, banAsked, banTakesTwo } = page;
  const { i18n } = useLingui();
  const facts: [string, ReactNode][] = [
    [i18n.t("Name"), `${account.firstName} ${account.lastName}`],
    [
      i18n.t("E-mail"),
      account.emailVerified ? account.email : i18n.t("{email} (not verified)", { email: account.email }),
    ],
    [
      i18n.t("Hash of the address"),
      <code className="text-small break-all" key="hash">
        {emailHash}
      </code>,
    ],
    [i18n.t("Since"), formatDate(account.createdAt)],
    [i18n.t("Identity"), account.identityCheckedAt ? formatDate(account.identityCheckedAt) : i18n.t("Not checked")],
  ];
  return (
    <section aria-label={i18n.t("Account")} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AccountStatus account={account} />
        <span className="ml-auto flex gap-4 text-small">
          {account.isSeller && (
            <Link to={paths.seller(account.id)} className="link inline-flex min-h-11 items-center">
              {i18n.t("Shop")}
            </Link>
          )}
          <MessageLink id={account.id} username={account.username} />
        </span>
      </div>
      <DetailList facts={facts} />
      {banAsked && <BanRequest account={account} request={banAsked} />}
      {!account.staffRole && <Sanctions account={account} isBanAsked={banAsked !== null} banTakesTwo={banTakesTwo} />}
      <RoleChange page={page} />
    </section>
  );
}
