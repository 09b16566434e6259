import { i18n } from "@lingui/core";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { showToast } from "@/ui/toast-store";

export function showNotSent(error: unknown): void {
  const { status } = asRefusal(error);
  const words = { title: i18n.t("Message Error"), text: i18n.t("Failed to send action message.") };
  if (status >= 400 && status < 500) showTrouble(error);
  else showToast({ ...words, tone: "bad" });
}

export function showTrouble(error: unknown): void {
  const { code, status } = asRefusal(error);
  const noToken = i18n.t("Authentication token not found. Please refresh the page and try again.");
  // A 4xx refuses the step. Anything else leaves its outcome open.
  const title = status >= 400 && status < 500 ? i18n.t("Action Not Allowed") : i18n.t("Error");
  const words = code === "not_signed_in" ? { title: i18n.t("Error"), text: noToken } : messageFor(error, title);
  showToast({ ...words, tone: "bad" });
}
