import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useLater } from "@/lib/page/use-later";
import { useCurrentUser } from "@/shared/session/session";
import { mayOpen } from "@/shared/session/staff-duties";
import { foundPeopleQuery } from "../overview/api";
import { usePageActions } from "./page-actions";
import { usePlaces } from "./places";
import { staffPaths } from "./staff-paths";

export interface Way {
  to: string;
  words: string;
  about?: string;
  run?: () => void;
}

const SHORTEST = 2;
const NUMBER = /^#?([1-9][0-9]{0,17})$/;
const ORDER = /^w(?:g-)?0*([1-9][0-9]{0,17})$/;
const PARCEL = /^(?=.*\d)[a-z0-9-]{6,40}$/;

export function useWays(typed: string): Way[] {
  const { i18n } = useLingui();
  const words = typed.trim().toLowerCase();
  const number = NUMBER.exec(words)?.[1];
  const places = usePlaces()
    .filter(({ label }) => label.toLowerCase().includes(words))
    .map(({ to, label }): Way => ({ to, words: label, about: i18n.t("Screen") }));
  const acts = usePageActions()
    .filter((act) => act.words.toLowerCase().includes(words))
    .map(({ run, ...act }): Way => ({ ...act, run, to: `act ${act.words}`, about: i18n.t("On this page") }));
  const numbered = useNumbered(number);
  const orders = useOrders(words);
  const query = useLater(words);
  const isName = query.length >= SHORTEST && !number;
  const { data } = useQuery({ ...foundPeopleQuery(query), enabled: isName });
  const people = isName && query === words ? (data ?? []) : [];
  return [
    ...acts,
    ...places,
    ...numbered,
    ...people.map(({ id, username, email }): Way => ({ to: staffPaths.person(id), words: username, about: email })),
    ...orders,
  ];
}

function useNumbered(number: string | undefined): Way[] {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  if (!number) return [];
  const ways: Way[] = [
    { to: staffPaths.person(Number(number)), words: i18n.t("Person {number}", { number }) },
    { to: staffPaths.deal(number), words: i18n.t("Purchase {number}", { number }) },
    { to: staffPaths.listing(Number(number)), words: i18n.t("Listing {id}", { id: number }) },
    { to: staffPaths.case(Number(number)), words: i18n.t("Case {number}", { number }) },
    { to: staffPaths.dispute(Number(number)), words: i18n.t("Money of purchase {number}", { number }) },
    { to: staffPaths.order(number), words: i18n.t("Boost order {number}", { number }) },
  ];
  return ways.filter(({ to }) => mayOpen(user, to));
}

function useOrders(words: string): Way[] {
  const { i18n } = useLingui();
  const order = ORDER.exec(words)?.[1];
  if (order) {
    const number = words.toUpperCase();
    return [{ to: staffPaths.deal(order), words: i18n.t("Order {number}", { number }) }];
  }
  if (!PARCEL.test(words)) return [];
  const number = words.toUpperCase();
  return [{ to: staffPaths.orders({ search: number }), words: i18n.t("Parcel {number}", { number }) }];
}
