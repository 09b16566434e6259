/** Translations of the server's sentences that no screen has itself; one that is not here stays as the server sent it. */
import { i18n } from "@lingui/core";

export function translated(sentence: string): string {
  return sentence in i18n.messages ? i18n._(sentence) : sentence;
}

/** Those that no form of ours says by itself, written down so that both catalogues have them. */
export const known = () => [
  i18n.t("No image selected"),
  i18n.t("A picture is no longer there. Please add it again."),
  i18n.t("You have added many pictures today. Please submit your review, or try again tomorrow."),
  i18n.t("Please enter an amount between RM 0.01 and RM 100,000."),
  i18n.t("Only the other person can answer this offer."),
  i18n.t("This offer is not open any more."),
  i18n.t("An offer is open already. Answer it, or withdraw yours first."),
  i18n.t("You have made as many offers as this listing takes from one buyer."),
  i18n.t("This listing takes no offers now."),
  i18n.t("You have offered this listing to those who keep it within the last 7 days."),
  i18n.t("You have offered many listings to those who keep them today. Please try again tomorrow."),
  i18n.t("Please select an image file"),
  i18n.t("Password must be 128 characters or less"),
  i18n.t("Password must not contain your username or e-mail address."),
  i18n.t("This password is too common. Choose another one."),
  i18n.t("You must accept the seller terms"),
  i18n.t("This is your own listing"),
  i18n.t("This listing is no longer available"),
  i18n.t("This picture was uploaded before. Remove it first."),
  i18n.t("Finish a listing first: too many of your pictures are not used yet"),
  i18n.t("You have 100 drafts. Please delete some first."),
  i18n.t("You have 1,000 favorites. Please remove some first."),
  i18n.t("You have 5,000 listings for sale. Please archive or delete some first."),
  i18n.t("You have put up 2,000 listings within 24 hours. Please go on later."),
  i18n.t("Too many of your auctions are still opening. Please try again in an hour."),
  i18n.t("You can save up to 20 searches"),
  i18n.t("Two-factor sign-in is on already."),
  i18n.t("Two-factor sign-in is not set up."),
  i18n.t("This passkey could not be used. Try again, or sign in another way."),
  i18n.t("The passkey could not be added. Please try again."),
  i18n.t("This passkey was added already."),
  i18n.t("You have 20 passkeys already. Remove one first."),
  i18n.t("You have changed your email address too often this week. Please try again later."),
  i18n.t("A copy of your data is on its way already. Wait until it has arrived, or try again in a minute."),
  i18n.t("Nobody has won this auction."),
  i18n.t("You have already said how this sale went."),
  i18n.t("The winner still has time to pay."),
  i18n.t("There is no second chance to offer here."),
  i18n.t("A second chance offer is still open."),
  i18n.t("This offer is over."),
  i18n.t("Your bid was accepted."),
  i18n.t("Your maximum was raised."),
  i18n.t("Your bid was accepted, but an automatic bid was higher."),
];
