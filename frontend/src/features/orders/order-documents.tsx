import { useLingui } from "@lingui/react";
import { FileText, Image } from "lucide-react";
import { sizeInWords } from "@/lib/i18n/file-size";
import { formatDateTime } from "@/lib/time/time";
import type { OrderDetails } from "@/shared/orders/orders";
import { senderName } from "@/shared/orders/timeline";
import { icon } from "@/ui/icon";

export function Documents({ order }: { order: OrderDetails }) {
  const { i18n } = useLingui();
  if (!order.documents?.length) return null;
  return (
    <section aria-labelledby="documents" className="grid content-start gap-4">
      <h2 id="documents" className="serif text-h4">
        {i18n.t("Documents")}
      </h2>
      <ul className="grid">
        {order.documents.map((file) => {
          const Kind = file.contentType.startsWith("image/") ? Image : FileText;
          return (
            <li key={file.url} data-testid="order-document" className="border-b border-line">
              <a
                href={file.url}
                target="_blank"
                rel="noreferrer"
                className="flex min-h-11 items-center gap-3 py-2.5 no-underline"
              >
                <Kind {...icon} className="flex-none" />
                <span className="grid min-w-0">
                  <span className="truncate font-medium underline">{file.name}</span>
                  <span className="text-meta text-ink-2">
                    {senderName(order, file.senderId)}, <time dateTime={file.at}>{formatDateTime(file.at)}</time>,{" "}
                    {sizeInWords(file.size)}
                  </span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
