import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import { BoughtListing } from "@/shared/orders/bought-listing";
import { outcomeOf } from "@/shared/protection/outcome-words";
import { eventNames, ringgit, stateOf, TONES } from "@/shared/protection/protection-words";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { DetailList } from "@/ui/table";
import { nameOf } from "../cases/case-words";
import { AssignmentButton, AssignmentState, assignmentWords, useIsAssignedToMe } from "../layout/assignment-state";
import { useOfferedActions } from "../layout/page-actions";
import { SecondPersonNotice } from "../layout/second-person";
import { staffPaths } from "../layout/staff-paths";
import { WhenLoaded } from "../layout/when-loaded";
import { type Deal, disputeQuery, holderOf, useAssigning, useWithdrawingDecision } from "./api";
import { DecisionDialog } from "./decision-dialog";
import { HoldNotice } from "./hold-notice";

const OPEN = new Set<Deal["state"]>(["disputed", "appealed", "return_requested", "return_sent"]);

interface Props {
  dealId: number;
  dispute: (deal: Deal) => React.ReactNode;
}

export function DisputePage({ dealId, dispute }: Props) {
  const { i18n } = useLingui();
  return (
    <WhenLoaded query={useQuery(disputeQuery(dealId))} failed={i18n.t("The dispute did not load")} isPage>
      {(deal) => <Page deal={deal}>{dispute(deal)}</Page>}
    </WhenLoaded>
  );
}

function Page({ deal, children }: { deal: Deal; children: React.ReactNode }) {
  const { i18n } = useLingui();
  const [isDeciding, setDeciding] = useState(false);
  const [isAgreeing, setAgreeing] = useState(false);
  const assigning = useAssigning(deal.dealId);
  const isOwn = useIsAssignedToMe(deal.claim?.claimedBy);
  const withdrawing = useWithdrawingDecision(deal.dealId);
  const hold = deal.payoutHold;
  const request = deal.dispute?.secondPerson ?? hold?.secondPerson;
  const isOpen = OPEN.has(deal.state) || deal.state === "withheld";
  useOfferedActions(
    isOpen
      ? [
          { words: assignmentWords(isOwn), run: () => assigning.mutate(isOwn) },
          ...(mayJudge(deal) ? [{ words: i18n.t("Decide"), run: () => setDeciding(true) }] : []),
        ]
      : [],
  );
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <div className="grid content-start gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone={TONES[deal.state]}>{stateOf(deal)}</Badge>
          <AssignmentState holder={holderOf(deal.claim)} dueAt={isOpen ? deal.claim?.dueAt : null} />
          {isOpen && (
            <span className="ml-auto flex gap-2">
              <AssignmentButton isOwn={isOwn} busy={assigning.isPending} onPress={assigning.mutate} />
              <Button size="small" disabled={!mayJudge(deal)} onClick={() => setDeciding(true)}>
                {i18n.t("Decide")}
              </Button>
            </span>
          )}
        </div>
        {assigning.error && (
          <Notice tone="bad" role="alert" title={i18n.t("Error")}>
            {messageFor(assigning.error).text}
          </Notice>
        )}
        {deal.appeal?.needsAnother && (
          <Notice>
            {deal.state === "appealed"
              ? i18n.t("You had a part in this decision. Another member of staff decides about its appeal.")
              : i18n.t("You had a part in the first decision. Another member of staff decides this.")}
          </Notice>
        )}
        {hold && <HoldNotice isConfirmed={hold.isConfirmed} />}
        {request && (
          <SecondPersonNotice
            request={request}
            what={outcomeOf(request.outcome, request.buyerAmount)}
            onAgree={() => setAgreeing(true)}
            withdrawing={withdrawing}
          />
        )}
        {deal.dispute && OPEN.has(deal.state) && !deal.dispute.isEscalated && (
          <p className="text-small text-ink-2">
            {i18n.t("It can be decided once the other side has answered, or from {time} on.", {
              time: formatDateTime(deal.dispute.evidenceUntil),
            })}
          </p>
        )}
        {children}
        <BoughtListing dealId={deal.dealId} title={i18n.t("The listing as it was bought")} reader="staff" />
      </div>
      <div className="grid content-start gap-6">
        <DetailList
          facts={[
            [i18n.t("Bottle"), ringgit(deal.amount)],
            [i18n.t("Protection fee"), ringgit(deal.fee)],
            [i18n.t("Buyer"), <Person key="buyer" id={deal.buyerId} username={deal.buyerName} />],
            [i18n.t("Seller"), <Person key="seller" id={deal.sellerId} username={deal.sellerName} />],
            [
              i18n.t("Listing"),
              <To
                key="listing"
                to={staffPaths.listing(deal.productId)}
                words={i18n.t("Listing {id}", { id: String(deal.productId) })}
              />,
            ],
          ]}
        />
        <DetailList facts={deal.timeline.map(({ event, at }) => [eventNames()[event], formatDateTime(at)])} />
      </div>
      {isDeciding && <DecisionDialog deal={deal} onClose={() => setDeciding(false)} />}
      {isAgreeing && request && <DecisionDialog deal={deal} request={request} onClose={() => setAgreeing(false)} />}
    </div>
  );
}

const mayJudge = ({ state, payoutHold, dispute, appeal }: Deal) =>
  state === "withheld" ? payoutHold?.isConfirmed : dispute?.isEscalated && !appeal?.needsAnother;

const Person = (person: { id: number; username: string }) => (
  <To to={staffPaths.person(person.id)} words={nameOf(person)} />
);

const To = ({ to, words }: { to: string; words: string }) => (
  <Link to={to} className="link num inline-flex min-h-6 items-center">
    {words}
  </Link>
);
