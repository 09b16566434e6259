import { useLingui } from "@lingui/react";
import { Check } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { formatRinggit, toRinggit } from "@/lib/money";
import { durationWords, type Package, type PackageType, sizeWords } from "@/shared/boosts/boosts";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Price } from "@/ui/price";
import { TabPanel, Tabs } from "@/ui/tabs";
import { BoostBadge } from "../boost-badge";
import { addressOf, type Choice } from "./steps";

interface Props {
  packages: Package[];
  choice: Choice;
}

export function PackageStep({ packages, choice }: Props) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const tabs = [
    { value: "standard", label: i18n.t("Standard Boost") },
    { value: "premium", label: i18n.t("Premium Boost") },
  ];
  const open = (type: string) =>
    navigate(addressOf({ ...choice, type: type as PackageType }), { replace: true, preventScrollReset: true });
  return (
    <Tabs label={i18n.t("Packages")} value={choice.type} onChange={open} tabs={tabs} className="mt-6 md:mt-9">
      {(["standard", "premium"] as const).map((type) => (
        <TabPanel key={type} value={type}>
          <Intro type={type} />
          <h2 className="sr-only">{i18n.t("Packages")}</h2>
          <Columns packages={packages.filter((boostPackage) => boostPackage.package_type === type)} choice={choice} />
          <p className="mt-4 text-meta text-ink-3">
            {i18n.t("Boosts are always marked Featured. They never change the order of bids or the price.")}
          </p>
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Intro({ type }: { type: PackageType }) {
  const { i18n } = useLingui();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-6">
      <p className="max-w-[64ch] text-lead text-ink-2">
        {type === "premium"
          ? i18n.t("Everything in Standard for a week, plus the top row of its category and the amber badge.")
          : i18n.t("Your bottle takes its turn on the home page and comes first among equals in search.")}
      </p>
      <figure className="grid justify-items-start gap-1 md:justify-items-end">
        <BoostBadge type={type}>{i18n.t("Featured")}</BoostBadge>
        <figcaption className="text-meta text-ink-3">{i18n.t("The badge buyers see")}</figcaption>
      </figure>
    </div>
  );
}

function Columns({ packages, choice }: Props) {
  const { i18n } = useLingui();
  const main = packages.find(({ item_count }) => item_count === choice.products.length) ?? packages[1] ?? packages[0];
  if (!main) return <p className="border-t border-ink py-6 text-ink-2">{i18n.t("No matching packages")}</p>;
  return (
    <ul className="grid border-y border-ink md:grid-cols-2 xl:grid-cols-4">
      {packages.map((boostPackage) => (
        <Column
          key={boostPackage.id}
          boostPackage={boostPackage}
          main={boostPackage === main}
          to={addressOf(startOf(choice, boostPackage))}
        />
      ))}
    </ul>
  );
}

const startOf = (choice: Choice, { id, item_count }: Package): Choice => ({
  ...choice,
  step: "select-products",
  packageId: id,
  products: choice.products.slice(0, item_count),
});

function Column({ boostPackage, main, to }: { boostPackage: Package; main: boolean; to: string }) {
  const { i18n } = useLingui();
  const { item_count: count, price } = boostPackage;
  const each = formatRinggit(Math.round(price / count) / 100);
  return (
    <li className="flex flex-col gap-3 py-6 not-first:border-t not-first:border-line md:border-line md:px-6 md:max-xl:nth-[2]:border-t-0 md:max-xl:odd:pl-0 md:max-xl:even:border-l xl:border-t-0! xl:first:pl-0 xl:last:pr-0 xl:not-first:border-l">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 md:grid-cols-1 md:gap-y-3">
        <h3 className="serif text-h3 wrap-anywhere">{boostPackage.name}</h3>
        <Price ringgit={toRinggit(price)} size="large" sen />
        <p className="text-meta text-ink-3">
          {count > 1 ? `${sizeWords(count)}, ${i18n.t("{price} per product", { price: each })}` : sizeWords(count)}
        </p>
      </div>
      <dl className="text-small">
        <PackageDetail name={i18n.t("Products")} value={String(count)} />
        <PackageDetail name={i18n.t("Duration")} value={durationWords(boostPackage.duration_hours)} />
      </dl>
      <Features type={boostPackage.package_type} />
      <Button asChild wide tone={main ? "primary" : "line"} className="mt-auto">
        <Link to={to} aria-label={i18n.t("Select Package: {packageName}", { packageName: boostPackage.name })}>
          {i18n.t("Select Package")}
        </Link>
      </Button>
    </li>
  );
}

function PackageDetail({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 border-t border-line py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

function Features({ type }: { type: PackageType }) {
  const { i18n } = useLingui();
  const features = [i18n.t("Homepage feature"), i18n.t("Priority in search results")];
  if (type === "premium") features.push(i18n.t("Extended visibility"), i18n.t("Enhanced product badge"));
  return (
    <ul className="grid gap-2 text-small">
      {features.map((feature) => (
        <li key={feature} className="flex items-center gap-2.5">
          <Check {...smallIcon} className="flex-none text-pandan" />
          {feature}
        </li>
      ))}
    </ul>
  );
}
