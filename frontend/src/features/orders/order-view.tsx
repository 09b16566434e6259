import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Download, MessageSquare, Printer, ShieldAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { usePageTitle } from "@/lib/page/page-title";
import { formatDateTime } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { BoughtListing } from "@/shared/orders/bought-listing";
import { courierNames, trackingPage } from "@/shared/orders/couriers";
import {
  type Courier,
  currentStep,
  type OrderDetails,
  orderQuery,
  STATUS_TONES,
  statusHints,
  statusNames,
  stepNames,
} from "@/shared/orders/orders";
import { actorName, stepDetails, stepName, timelineOf } from "@/shared/orders/timeline";
import { nameOf } from "@/shared/users/names";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { Steps } from "@/ui/steps";
import { saveOrder } from "./order-document";
import { Documents } from "./order-documents";
import { OrderMissing } from "./order-missing";
import { WrongDialog } from "./wrong-dialog";

interface Props {
  orderId: number;
  ownerId: number;
  money: ReactNode;
}

export function OrderView({ orderId, ownerId, money }: Props) {
  const { i18n } = useLingui();
  const { data: order, error, isPending, refetch } = useQuery(orderQuery(orderId));
  usePageTitle(order?.orderNumber ?? i18n.t("Order"));
  if (isPending) return <Loading />;
  if (error) return <OrderMissing error={error} onRetry={() => void refetch()} />;
  const other = order.seller.id === ownerId ? order.buyer : order.seller;
  return (
    <div className="wrap grid gap-10 py-8 md:py-10">
      <Head order={order} />
      {order.status !== "cancelled" && (
        <Steps label={i18n.t("Progress")} steps={stepNames()} current={currentStep(order)} />
      )}
      <div className="grid gap-10 lg:grid-cols-[7fr_4fr] lg:gap-x-16">
        <div className="grid content-start gap-10">
          {money}
          <Timeline order={order} />
          <Documents order={order} />
        </div>
        <Aside order={order} otherId={other.id} otherName={nameOf(other.username, other.isDeleted)} />
        <BoughtListing
          dealId={order.id}
          title={
            order.buyer.id === ownerId ? i18n.t("The listing as you bought it") : i18n.t("The listing as it was bought")
          }
        />
      </div>
    </div>
  );
}

function Head({ order }: { order: OrderDetails }) {
  const { i18n } = useLingui();
  const [item] = order.items;
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Photo src={item?.imageUrl} alt="" ratio="aspect-[4/5]" sizes="96px" className="w-24 flex-none" />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] flex-1 basis-60 gap-1.5">
        <p className="num text-small text-ink-3">{i18n.t("Order {number}", { number: order.orderNumber })}</p>
        <h1 className="serif text-h2 wrap-anywhere">{bottleName(item?.name ?? "")}</h1>
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={STATUS_TONES[order.status]}>{statusNames()[order.status]}</Badge>
          <span className="text-small text-ink-2">{statusHints()[order.status]}</span>
          <span className="text-small text-ink-2">{formatDateTime(order.createdAt)}</span>
        </p>
      </div>
      <Price ringgit={order.total} size="detail" sen className="text-h3" />
    </header>
  );
}

function Timeline({ order }: { order: OrderDetails }) {
  const { i18n } = useLingui();
  const steps = timelineOf(order);
  return (
    <section aria-labelledby="timeline" className="grid content-start gap-4">
      <h2 id="timeline" className="serif text-h4">
        {i18n.t("What happened")}
      </h2>
      <ol className="grid">
        {steps.map((step, index) => (
          <li
            key={`${step.kind}-${step.at}`}
            data-testid="timeline-step"
            className="relative grid gap-0.5 border-l border-line pb-6 pl-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-[5px] size-2.5 rounded-full ${index === steps.length - 1 ? "bg-ambar-liquid" : "bg-ink"}`}
            />
            <span className="font-semibold">{stepName(step)}</span>
            <span className="text-small text-ink-2">
              {actorName(order, step)}, <time dateTime={step.at}>{formatDateTime(step.at)}</time>
            </span>
            {stepDetails(step) && <span className="text-small">{stepDetails(step)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Aside({ order, otherId, otherName }: { order: OrderDetails; otherId: number; otherName: string }) {
  const { i18n } = useLingui();
  const [isWrong, setWrong] = useState(false);
  const courier = order.courier as Courier | null;
  const page = courier && order.trackingNumber ? trackingPage(courier, order.trackingNumber) : null;
  const facts: [string, string][] = [
    [i18n.t("Seller"), nameOf(order.seller.username, order.seller.isDeleted)],
    [i18n.t("Buyer"), nameOf(order.buyer.username, order.buyer.isDeleted)],
  ];
  if (courier)
    facts.push([i18n.t("Parcel"), [courierNames()[courier], order.trackingNumber].filter(Boolean).join(" ")]);
  return (
    <aside className="grid content-start gap-6 lg:row-span-2">
      <dl className="grid">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-2.5 text-small">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2 print:hidden">
        {page && (
          <Button asChild tone="line" wide>
            <a href={page} target="_blank" rel="noreferrer">
              {i18n.t("Track the parcel")}
            </a>
          </Button>
        )}
        <Button asChild wide>
          <Link to={paths.conversation(otherId)}>
            <MessageSquare {...smallIcon} />
            {i18n.t("Message {name}", { name: otherName })}
          </Link>
        </Button>
        <div className="flex gap-2">
          <Button tone="line" className="flex-1" onClick={() => window.print()}>
            <Printer {...smallIcon} />
            {i18n.t("Print")}
          </Button>
          <Button tone="line" className="flex-1" onClick={() => saveOrder(order)}>
            <Download {...smallIcon} />
            {i18n.t("Download")}
          </Button>
        </div>
        <Button tone="quiet" className="justify-self-start -ml-3" onClick={() => setWrong(true)}>
          <ShieldAlert {...smallIcon} />
          {i18n.t("Something is wrong")}
        </Button>
      </div>
      {isWrong && <WrongDialog orderId={order.id} onClose={() => setWrong(false)} />}
    </aside>
  );
}

function Loading() {
  const { i18n } = useLingui();
  return (
    <div className="wrap grid gap-8 py-10">
      <h1 className="sr-only">{i18n.t("Order")}</h1>
      <div role="status" className="grid gap-8">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="h-30 w-full max-w-120" />
        <Skeleton className="h-8" />
        <Skeleton className="h-60" />
      </div>
    </div>
  );
}
