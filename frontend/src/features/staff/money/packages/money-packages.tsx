import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { toRinggit } from "@/lib/money";
import { durationWords, sizeWords } from "@/shared/boosts/boosts";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ErrorState } from "@/ui/error-state";
import { Price } from "@/ui/price";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Table } from "@/ui/table";
import { packagesQuery, type StaffPackage } from "../api";
import { PackageDialog } from "./package-dialog";
import { PackageHistory } from "./package-history";

export function MoneyPackages() {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(packagesQuery);
  const [changing, setChanging] = useState<StaffPackage | null>(null);
  const [openPackage, setOpenPackage] = useState<StaffPackage | null>(null);
  if (error && !data) {
    return (
      <ErrorState
        title={i18n.t("The packages did not load")}
        text={messageFor(error).text}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{i18n.t("Loading")}</span>
        <Skeleton className="h-60" />
      </div>
    );
  }
  return (
    <>
      <Table label={i18n.t("Packages")}>
        <thead>
          <tr>
            <HeadCell>{i18n.t("Package")}</HeadCell>
            <HeadCell>{i18n.t("Holds")}</HeadCell>
            <HeadCell>{i18n.t("Duration")}</HeadCell>
            <HeadCell numeric>{i18n.t("Price")}</HeadCell>
            <HeadCell>{i18n.t("On offer")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{i18n.t("Actions")}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {data.map((boostPackage) => (
            <tr key={boostPackage.id}>
              <Cell className="whitespace-nowrap font-semibold">{boostPackage.name}</Cell>
              <Cell className="whitespace-nowrap">{sizeWords(boostPackage.itemCount)}</Cell>
              <Cell className="whitespace-nowrap">{durationWords(boostPackage.durationHours)}</Cell>
              <Cell numeric>
                <Price ringgit={toRinggit(boostPackage.price)} size="row" sen />
              </Cell>
              <Cell>
                <Badge tone={boostPackage.isActive ? "good" : "line"}>
                  {boostPackage.isActive ? i18n.t("Yes") : i18n.t("No")}
                </Badge>
              </Cell>
              <Cell className="whitespace-nowrap text-right">
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={i18n.t("History of {name}", { name: boostPackage.name })}
                  onClick={() => setOpenPackage(boostPackage)}
                >
                  {i18n.t("History")}
                </Button>
                <Button
                  tone="line"
                  size="small"
                  aria-label={i18n.t("Change {name}", { name: boostPackage.name })}
                  onClick={() => setChanging(boostPackage)}
                >
                  {i18n.t("Change")}
                </Button>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {changing && <PackageDialog shown={changing} onClose={() => setChanging(null)} />}
      {openPackage && <PackageHistory shown={openPackage} onClose={() => setOpenPackage(null)} />}
    </>
  );
}
