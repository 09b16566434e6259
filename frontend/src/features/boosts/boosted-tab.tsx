import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { toRinggit } from "@/lib/money";
import { useServerNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { type Boosted, boostedQuery, typeName } from "@/shared/boosts/boosts";
import { paths } from "@/shared/navigation/paths";
import { Count } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Table } from "@/ui/table";
import { BoostBadge } from "./boost-badge";
import { BoostOrders } from "./boost-orders";
import { hoursLeft } from "./hours";
import type { Report } from "./report";

const PHONE_ROW =
  "max-md:grid max-md:grid-cols-[48px_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:py-3";
const PHONE_CELL = "max-md:border-0 max-md:p-0";

export function BoostedCount() {
  const { data } = useQuery(boostedQuery);
  return data && <Count>{data.length}</Count>;
}

export function BoostedTab({ report }: { report: Report }) {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(boostedQuery);
  return (
    <>
      {!data && !error && <Waiting />}
      {error && !data && (
        <ErrorState
          title={i18n.t("Your boosted products did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {data && (data.length > 0 ? <BoostedTable products={data} report={report} /> : <None />)}
      <BoostOrders report={report} />
    </>
  );
}

function None() {
  const { i18n } = useLingui();
  const boost = (
    <Button asChild tone="line">
      <Link to={paths.boost}>{i18n.t("Boost Products")}</Link>
    </Button>
  );
  return (
    <EmptyState drawing="label" title={i18n.t("No boosted products")} action={boost}>
      {i18n.t("A boosted bottle takes its turn on the home page and comes first among equals in search.")}
    </EmptyState>
  );
}

function BoostedTable({ products, report: Report }: { products: Boosted[]; report: Report }) {
  const { i18n } = useLingui();
  const [openReport, setOpenReport] = useState<Boosted | null>(null);
  return (
    <div className="pt-4">
      <Table label={i18n.t("Boosted Products")}>
        <thead className="max-md:sr-only">
          <tr>
            <HeadCell>
              <span className="sr-only">{i18n.t("Image")}</span>
            </HeadCell>
            <HeadCell>{i18n.t("Name")}</HeadCell>
            <HeadCell numeric>{i18n.t("Price")}</HeadCell>
            <HeadCell>{i18n.t("Boost Type")}</HeadCell>
            <HeadCell>{i18n.t("Boosted Until")}</HeadCell>
            <HeadCell>{i18n.t("Time Remaining")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{i18n.t("Actions")}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {products.map((product) => (
            <Row key={product.id} product={product} onReport={() => setOpenReport(product)} />
          ))}
        </tbody>
      </Table>
      {openReport && (
        <Report
          productId={openReport.id}
          name={openReport.name}
          spent={openReport.spent}
          onClose={() => setOpenReport(null)}
        />
      )}
    </div>
  );
}

function Row({ product, onReport }: { product: Boosted; onReport: () => void }) {
  const { i18n } = useLingui();
  const { id, name, price, image_url, boost_type, boosted_until } = product;
  const hours = hoursLeft(boosted_until, useServerNow());
  return (
    <tr className={PHONE_ROW}>
      <Cell className={`${PHONE_CELL} max-md:row-span-4`}>
        <Photo src={image_url} sizes="48px" alt="" className="w-10 max-md:w-12" />
      </Cell>
      <Cell className={`${PHONE_CELL} serif text-price max-md:text-price`}>{name}</Cell>
      <Cell numeric className={PHONE_CELL}>
        <Price ringgit={toRinggit(price)} size="row" />
      </Cell>
      <Cell className={PHONE_CELL}>
        <BoostBadge type={boost_type}>{typeName(boost_type)}</BoostBadge>
      </Cell>
      <Cell className={`${PHONE_CELL} whitespace-nowrap max-md:col-start-2 max-md:row-start-3 max-md:text-meta`}>
        {boosted_until ? formatDateTime(boosted_until) : i18n.t("No end stated")}
      </Cell>
      <Cell className={`${PHONE_CELL} whitespace-nowrap max-md:text-right`}>
        {hours > 0 ? (
          i18n.t("{hours} h", { hours })
        ) : (
          <span className="font-medium text-rosella">{i18n.t("Expired")}</span>
        )}
      </Cell>
      <Cell className={`${PHONE_CELL} text-right whitespace-nowrap max-md:col-[2/-1] max-md:row-start-4`}>
        <IconButton label={i18n.t("Report on {name}", { name })} onClick={onReport} className="mr-1 align-middle">
          <ChartColumn {...icon} />
        </IconButton>
        <Button asChild tone="line" size="small">
          <Link to={`${paths.boost}?products=${id}`} aria-label={i18n.t("Renew Boost of {name}", { name })}>
            {i18n.t("Renew Boost")}
          </Link>
        </Button>
      </Cell>
    </tr>
  );
}

const ROWS = ["a", "b", "c"];

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="pt-4">
      <span className="sr-only">{i18n.t("Loading")}</span>
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-line py-3">
          <Skeleton className="h-12.5 w-10 flex-none" />
          <Skeleton className="w-1/3" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
