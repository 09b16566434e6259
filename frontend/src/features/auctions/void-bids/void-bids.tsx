import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "@/lib/calls/api-client";
import { callApi } from "@/lib/calls/call-api";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { nameOf } from "@/shared/users/names";
import { Button } from "@/ui/button";
import { Radio } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { showToast } from "@/ui/toast-store";
import type { Bid } from "../live";
import { refetchAuction } from "../room/use-auction-room";
import "../bidding/refusals";

type Reason = Schemas["AuctionVoidBidsIn"]["reason"];

export function VoidBids({ bid }: { bid: Bid }) {
  const { i18n } = useLingui();
  const [dialogOpen, setDialogOpen] = useState(false);
  const name = nameOf(bid.bidder.name, bid.bidder.isDeleted);
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        aria-label={i18n.t("Take back the bids of {name}", { name })}
        onClick={() => setDialogOpen(true)}
      >
        {i18n.t("Take back")}
      </Button>
      {dialogOpen && <VoidBidsDialog bid={bid} name={name} onClose={() => setDialogOpen(false)} />}
    </>
  );
}

function VoidBidsDialog({ bid, name, onClose }: { bid: Bid; name: string; onClose: () => void }) {
  const { i18n } = useLingui();
  const [reason, setReason] = useState<Reason>("typo");
  const voidBids = useVoidBids(bid, onClose);
  const reasons: [Reason, string][] = [
    ["typo", i18n.t("A typing error")],
    ["changed_description", i18n.t("The description changed")],
    ["other", i18n.t("Something else")],
  ];
  const actions = (
    <>
      <Button tone="line" onClick={onClose}>
        {i18n.t("Cancel")}
      </Button>
      <Button tone="danger" busy={voidBids.isPending} onClick={() => voidBids.mutate(reason)}>
        {i18n.t("Take them back")}
      </Button>
    </>
  );
  return (
    <Dialog open title={i18n.t("Take back the bids of {name}", { name })} onClose={onClose} actions={actions}>
      <p>
        {i18n.t("All their bids here are cancelled, and so is their maximum. They may bid again. Everybody sees it.")}
      </p>
      <fieldset className="mt-3">
        <legend className="text-small font-semibold">{i18n.t("The reason they gave")}</legend>
        {reasons.map(([value, words]) => (
          <Radio key={value} name="reason" checked={reason === value} onChange={() => setReason(value)}>
            {words}
          </Radio>
        ))}
      </fieldset>
    </Dialog>
  );
}

function useVoidBids({ auctionId, bidderId }: Bid, onDone: () => void) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: Reason) => {
      const path = { auction_id: auctionId };
      const body = { userId: bidderId, reason };
      return callApi("POST", "/api/admin/auctions/{auction_id}/void-bids", { path, body });
    },
    onSuccess: ({ voided }) => {
      showToast({
        title: i18n.t("{voided, plural, one {# bid taken back} other {# bids taken back}}", { voided }),
        tone: "good",
      });
    },
    onError: (error) => showToast({ ...messageFor(error), tone: "bad" }),
    onSettled: () => {
      refetchAuction(client, auctionId);
      onDone();
    },
  });
}
