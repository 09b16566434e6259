import { i18n } from "@lingui/core";
import { formatRinggit } from "@/lib/money";
import { formatDateTime } from "@/lib/time/time";
import { type OrderDetails, statusNames } from "@/shared/orders/orders";
import { actorName, senderName, stepDetails, stepName, timelineOf } from "@/shared/orders/timeline";
import { nameOf } from "@/shared/users/names";

export function orderText(order: OrderDetails): string {
  const [item] = order.items;
  const head: [string, string][] = [
    [i18n.t("Order"), order.orderNumber],
    [i18n.t("Bottle"), item?.name ?? ""],
    [i18n.t("Price"), formatRinggit(order.total)],
    [i18n.t("Seller"), `${nameOf(order.seller.username, order.seller.isDeleted)} (${order.seller.id})`],
    [i18n.t("Buyer"), `${nameOf(order.buyer.username, order.buyer.isDeleted)} (${order.buyer.id})`],
    [i18n.t("Status"), statusNames()[order.status]],
  ];
  const steps = timelineOf(order).map((step) => {
    const details = stepDetails(step);
    return `${new Date(step.at).toISOString()}  ${stepName(step)} (${actorName(order, step)})${details ? `: ${details}` : ""}`;
  });
  const documents = (order.documents ?? []).map(
    (file) => `${new Date(file.at).toISOString()}  ${file.name} (${senderName(order, file.senderId)})`,
  );
  return [
    `Wangi, ${formatDateTime(Date.now())}`,
    "",
    ...head.map(([name, value]) => `${name}: ${value}`),
    "",
    ...steps,
    "",
    ...(documents.length > 0 ? [`${i18n.t("Documents")}:`, ...documents, ""] : []),
  ].join("\n");
}

export function saveOrder(order: OrderDetails): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([orderText(order)], { type: "text/plain;charset=utf-8" }));
  link.download = `wangi-${order.orderNumber}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}
