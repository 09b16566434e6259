/** The address can be forged, so its code is looked up and never shown. */
import { i18n } from "@lingui/core";

const notAccepted = () => i18n.t("The other service did not accept our request.");
const toBeDoneThere = () => i18n.t("The other service wants you to sign in there first.");

const WORDS = new Map<string, () => string>([
  ["no_session", () => i18n.t("Failed to get session")],
  ["no_data", () => i18n.t("Failed to get user data")],
  ["no_sync", () => i18n.t("Failed to sync user")],
  ["too_late", () => i18n.t("This sign-in took too long or began in another browser. Please try again.")],
  ["registration_paused", () => i18n.t("New accounts cannot be made right now. Please try again later.")],
  ["access_denied", () => i18n.t("You did not allow it, or the other service did not.")],
  ["server_error", () => i18n.t("The other service had a problem. Please try again later.")],
  ["temporarily_unavailable", () => i18n.t("The other service is busy. Please try again later.")],
  ["login_required", toBeDoneThere],
  ["interaction_required", toBeDoneThere],
  ["consent_required", toBeDoneThere],
  ["account_selection_required", toBeDoneThere],
  ["invalid_request", notAccepted],
  ["unauthorized_client", notAccepted],
  ["unsupported_response_type", notAccepted],
  ["invalid_scope", notAccepted],
]);

export function wordsForTrouble(code: string): string | undefined {
  return WORDS.get(code)?.();
}
