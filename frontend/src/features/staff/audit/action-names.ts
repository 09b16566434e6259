import { i18n } from "@lingui/core";
import { reasonNames } from "../layout/reason-words";

export const actionNames = (): Record<string, string> => ({
  AccountBatchActDone: i18n.t("Acted on many accounts"),
  AccountRead: i18n.t("Read an account"),
  AccountsExported: i18n.t("Took the list of users as a file"),
  AccountChangedByStaff: i18n.t("Changed an account"),
  AccountDataRead: i18n.t("Looked at accounts"),
  AuctionChangedByStaff: i18n.t("Changed an auction"),
  CaseAppealed: i18n.t("A decision was appealed"),
  CaseBatchActDone: i18n.t("Acted on many cases"),
  CaseClaimed: i18n.t("Took a case"),
  CaseClaimReturned: i18n.t("Gave a case back"),
  CaseDataRead: i18n.t("Looked at cases or the record"),
  CaseDecided: i18n.t("Decided a case"),
  DisputeClaimed: i18n.t("Took a dispute"),
  DisputeClaimReturned: i18n.t("Gave a dispute back"),
  IdentityChecked: i18n.t("Checked an identity"),
  LinkedAccountsRead: i18n.t("Looked at linked accounts"),
  ListingBatchActDone: i18n.t("Acted on many listings"),
  ListingChangedByStaff: i18n.t("Changed a listing"),
  ListingDataRead: i18n.t("Looked at what was written about a listing"),
  ListingRestored: i18n.t("Restored a listing"),
  ListingTakenDown: i18n.t("Removed a listing"),
  ListingsExported: i18n.t("Took the list of listings as a file"),
  SanctionAppealDecided: i18n.t("Decided an appeal"),
  MessageChangedByStaff: i18n.t("Hid a message or a review, or put one back"),
  MoneyChangedByStaff: i18n.t("Changed an order, a payment or a payout"),
  MoneyDataRead: i18n.t("Looked at people's money"),
  OrderBatchActDone: i18n.t("Acted on many orders"),
  OrderChangedByStaff: i18n.t("Moved an order"),
  OrderDataRead: i18n.t("Looked at orders"),
  OrderSetByStaff: i18n.t("Changed an order"),
  OrdersExported: i18n.t("Took the list of orders as a file"),
  PaymentDecided: i18n.t("Decided about a payment"),
  OrderRead: i18n.t("Looked at a purchase"),
  PaymentDecisionCarriedOut: i18n.t("A decision about a payment was carried out"),
  PlatformChangedByStaff: i18n.t("Changed a case, a setting or a rule"),
  RecordExported: i18n.t("Took the record as a file"),
  ReportedFileOpened: i18n.t("Opened a reported file"),
  ReportsRead: i18n.t("Read reported messages"),
  RiskClaimed: i18n.t("Took what looked suspicious"),
  RiskClaimReturned: i18n.t("Gave back what looked suspicious"),
  RiskCleared: i18n.t("Released what looked suspicious"),
  RiskConfirmed: i18n.t("Confirmed arranged bids or a taken account"),
  RuleChanged: i18n.t("Changed a rule of the platform"),
  SecondPersonAsked: i18n.t("Asked for a second person"),
  SettingChanged: i18n.t("Changed a setting"),
  StaffActed: i18n.t("Acted on a payment or payout"),
  StrikeDataRead: i18n.t("Looked at strikes"),
  StrikeDecided: i18n.t("Decided about a strike"),
  StrikeReviewed: i18n.t("A strike was taken back or kept"),
  UserBanned: i18n.t("Banned a user"),
  UserSuspended: i18n.t("Suspended a user"),
  UserUnbanned: i18n.t("Lifted a ban"),
});

export function actionName(type: string): string {
  const name = type.split(".").at(-2) ?? type;
  const spaced = name.replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`);
  return actionNames()[name] ?? spaced;
}

export function reasonName(reason: string): string {
  const names: Record<string, string> = reasonNames();
  return names[reason] ?? reason;
}
