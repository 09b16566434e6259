import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { formatDate } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { STATUS_TONES, statusNames } from "@/shared/orders/orders";
import { Badge } from "@/ui/badge";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { staffPaths } from "../layout/staff-paths";
import { personOrdersQuery } from "./api";
import { ServicePart } from "./service-part";

export function Orders({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  return (
    <ServicePart
      title={i18n.t("Purchases and sales")}
      query={useQuery(personOrdersQuery(userId))}
      empty={i18n.t("No orders")}
      isEmpty={(orders) => orders.length === 0}
    >
      {(orders) => (
        <>
          <ul className="text-small">
            {orders.map((order) => (
              <li
                key={order.id}
                className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2.5"
              >
                <span className="min-w-0">
                  <Link to={staffPaths.deal(order.id)} className="link block min-h-6 truncate font-semibold">
                    {bottleName(order.items[0]?.name ?? "")}
                  </Link>
                  <span className="text-ink-3">
                    {order.orderNumber} · {order.seller.id === userId ? i18n.t("sold") : i18n.t("bought")} ·{" "}
                    {formatDate(order.createdAt)}
                  </span>
                </span>
                <span className="grid grid-cols-[auto_minmax(5.5rem,auto)] items-center gap-x-3 text-right max-md:mt-1.5 max-md:w-full max-md:justify-between">
                  <Badge tone={STATUS_TONES[order.status]}>{statusNames()[order.status]}</Badge>
                  <Price ringgit={order.total} size="row" sen />
                </span>
              </li>
            ))}
          </ul>
          <Link
            to={staffPaths.orders({ person: String(userId) })}
            className="link inline-flex min-h-8 items-center text-small"
          >
            {i18n.t("All of them")}
          </Link>
        </>
      )}
    </ServicePart>
  );
}
