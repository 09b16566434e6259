import { useState } from "react";
import { timeLeft } from "@/lib/time/time";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Clock, EvaporationLine } from "@/ui/clock";
import { Dialog } from "@/ui/dialog";
import type { DrawingName } from "@/ui/drawings";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Menu, MenuItem } from "@/ui/menu";
import { Notice } from "@/ui/notice";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { Cell, DetailList, HeadCell, Table } from "@/ui/table";
import { showToast } from "@/ui/toast-store";
import { Tooltip } from "@/ui/tooltip";
import { Part, Row } from "./part";

const nothing = () => undefined;
const DRAWINGS: DrawingName[] = ["shelf", "blotters", "paddle", "label"];

export function Surfaces() {
  return (
    <>
      <Clocks />
      <Part name="Notices">
        <Notice title="Your offer stands">for 48 hours.</Notice>
        <Notice tone="good" title="You are the highest bidder." />
        <Notice tone="warn" title="A bank number.">
          Check this account at Semak Mule before you pay.
        </Notice>
        <Notice tone="bad" title="Disconnected.">
          Prices may be old.
        </Notice>
      </Part>
      <Floating />
      <Part name="Table, facts, people">
        <Table label="Orders">
          <thead>
            <tr>
              <HeadCell>Order</HeadCell>
              <HeadCell numeric>Total</HeadCell>
            </tr>
          </thead>
          <tbody>
            <tr>
              <Cell>WG-10476</Cell>
              <Cell numeric>
                <Price ringgit={120} size="row" sen />
              </Cell>
            </tr>
          </tbody>
        </Table>
        <DetailList facts={[["Box condition", "No Box"]]} />
        <Row>
          {([28, 40, 72, 120] as const).map((size) => (
            <Avatar key={size} name="nurul.a" size={size} />
          ))}
        </Row>
      </Part>
      <Part name="Waiting, empty, wrong">
        <div className="grid max-w-120 grid-cols-2 gap-4">
          <Skeleton className="aspect-[4/5] h-auto" />
          <Photo src={null} alt="" />
        </div>
        {DRAWINGS.map((drawing) => (
          <EmptyState key={drawing} drawing={drawing} heading="p" title="No products found" />
        ))}
        <ErrorState heading="h3" title="The bottles did not load" text="Please try again later." onRetry={nothing} />
      </Part>
    </>
  );
}

function Clocks() {
  const at = (seconds: number) => timeLeft(new Date(seconds * 1000).toISOString(), 0);
  return (
    <Part name="Clock">
      <div className="room flex flex-wrap gap-7 rounded-1 px-5 py-4">
        <Clock left={at(200_000)} />
        <Clock left={at(6129)} />
        <Clock left={at(98)} mood="urgent" />
        <Clock left={at(120)} mood="extended" />
        <div className="w-full">
          <EvaporationLine share={0.7} />
        </div>
      </div>
    </Part>
  );
}

function Floating() {
  const [open, setOpen] = useState(false);
  const keep = (
    <>
      <Button tone="line" onClick={() => setOpen(false)}>
        Keep it
      </Button>
      <Button tone="danger" onClick={() => setOpen(false)}>
        Delete
      </Button>
    </>
  );
  return (
    <Part name="Toasts, dialog, menu, tooltip">
      <Row>
        <Button tone="line" onClick={() => showToast({ title: "Bid Placed!", text: "RM 885.00" }, "kit")}>
          Toast
        </Button>
        <Button tone="line" onClick={() => showToast({ title: "Bid Too Low", tone: "bad" }, "kit")}>
          Same toast, error
        </Button>
        <Button tone="line" onClick={() => setOpen(true)}>
          Dialog
        </Button>
        <Menu title="My Account" trigger={<Button tone="line">Menu</Button>}>
          <MenuItem onSelect={nothing}>Logout</MenuItem>
        </Menu>
        <Tooltip text="The seller is told when an auction ends below the reserve.">
          <Button tone="line">Tooltip</Button>
        </Tooltip>
      </Row>
      <Dialog open={open} title="Are you sure?" onClose={() => setOpen(false)} actions={keep}>
        This cannot be undone.
      </Dialog>
    </Part>
  );
}
