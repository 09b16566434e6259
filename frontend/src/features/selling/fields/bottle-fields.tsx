import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { useLater } from "@/lib/page/use-later";
import { BatchCodeReading } from "@/shared/listings/batch-code-reading";
import { categoryName } from "@/shared/listings/categories";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { TextArea, TextField } from "@/ui/field";
import { Segments } from "@/ui/segments";
import { SelectField } from "@/ui/select";
import { brandsQuery, categoriesQuery } from "../api";
import { CONCENTRATIONS, isYear, type ListingForm } from "../rules";
import { volumeOf } from "../shapes";
import { fieldId, useLabels, useSellField } from "./labels";
import { LevelInput } from "./level-input";
import { PlaceFields } from "./place-fields";

export function BottleFields() {
  const { i18n } = useLingui();
  const field = useSellField();
  return (
    <section aria-labelledby="sell-bottle" className="grid gap-6">
      <h2 id="sell-bottle" className="text-part">
        {i18n.t("The bottle")}
      </h2>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField {...field("name")} maxLength={200} />
        <BrandField />
        <CategoryField />
        <TextField {...field("volume")} inputMode="numeric" suffix="ml" />
      </div>
      <Level />
      <div className="grid items-start gap-5 md:grid-cols-[1fr_1fr_1.4fr]">
        <TextField {...field("purchaseYear")} optional inputMode="numeric" hint={i18n.t("The year you bought it.")} />
        <TextField {...field("batchCode")} optional maxLength={50} hint={i18n.t("On the base or under the box.")} />
        <BoxField />
      </div>
      <CodeHelp />
      <div className="grid items-start gap-5 md:grid-cols-[1fr_2fr]">
        <ConcentrationField />
        <TextField {...field("notes")} optional hint={i18n.t("For example: bergamot, pear; white tea; musk")} />
      </div>
      <DescriptionField />
      <PlaceFields />
    </section>
  );
}

function CodeHelp() {
  const { i18n } = useLingui();
  const { control } = useFormContext<ListingForm>();
  const [brand, code, year] = useWatch({ control, name: ["brand", "batchCode", "purchaseYear"] });
  const codeQuery = useLater(JSON.stringify([brand.trim(), code.trim(), year.trim()]));
  const [maker = "", plain = "", bought = ""] = codeQuery ? (JSON.parse(codeQuery) as string[]) : [];
  if (maker === "" || plain === "") return null;
  const purchaseYear = isYear(bought) ? Number(bought) : null;
  return (
    <BatchCodeReading asSeller brand={maker} code={plain} purchaseYear={purchaseYear}>
      <a href={paths.batchCodes} target="_blank" rel="noreferrer" className="link">
        {i18n.t("Where to look")}
      </a>
    </BatchCodeReading>
  );
}

function BrandField() {
  const field = useSellField();
  const { data: brands = [] } = useQuery(brandsQuery);
  return (
    <div>
      <TextField {...field("brand")} list="sell-brands" autoComplete="off" maxLength={100} />
      <datalist id="sell-brands">
        {brands.map((brand) => (
          <option key={brand} value={brand} />
        ))}
      </datalist>
    </div>
  );
}

function ConcentrationField() {
  const { i18n } = useLingui();
  const field = useSellField();
  return (
    <SelectField {...field("concentration")} optional>
      <option value="">{i18n.t("Not stated")}</option>
      {CONCENTRATIONS.map((concentration) => (
        <option key={concentration} value={concentration}>
          {concentration === "Oil" ? i18n.t("Oil") : concentration}
        </option>
      ))}
    </SelectField>
  );
}

function CategoryField() {
  const { i18n } = useLingui();
  const labels = useLabels();
  const { data, error, refetch } = useQuery(categoriesQuery);
  const retry = error && (
    <Button tone="quiet" size="small" onClick={() => void refetch()}>
      {i18n.t("Retry")}
    </Button>
  );
  return (
    <Controller<ListingForm, "categoryId">
      name="categoryId"
      render={({ field, fieldState }) => (
        <SelectField
          {...field}
          id={fieldId("categoryId")}
          label={labels.categoryId}
          error={fieldState.error?.message}
          aside={retry}
          hint={error ? i18n.t("The categories did not load.") : undefined}
        >
          <option value="">{i18n.t("Select a category")}</option>
          {data?.map((category) => (
            <option key={category.id} value={category.id}>
              {categoryName(category.id) ?? category.name}
            </option>
          ))}
        </SelectField>
      )}
    />
  );
}

function Level() {
  const { control } = useFormContext<ListingForm>();
  const volume = useWatch({ control, name: "volume" });
  return (
    <Controller<ListingForm, "remainingPercentage">
      name="remainingPercentage"
      render={({ field, fieldState: { error } }) => (
        <LevelInput
          id={fieldId("remainingPercentage")}
          error={error?.message}
          percent={field.value}
          volume={volumeOf({ volume })}
          onChange={field.onChange}
        />
      )}
    />
  );
}

function BoxField() {
  const { i18n } = useLingui();
  const label = i18n.t("Box condition");
  const choices: { value: ListingForm["boxCondition"]; label: string }[] = [
    { value: "Good", label: i18n.t("Good") },
    { value: "Damaged", label: i18n.t("Damaged") },
    { value: "No Box", label: i18n.t("No Box") },
  ];
  return (
    <div id={fieldId("boxCondition")} className="grid content-start gap-1.5">
      <span aria-hidden="true" className="text-small font-semibold">
        {label}
      </span>
      <Controller<ListingForm, "boxCondition">
        name="boxCondition"
        render={({ field }) => (
          <Segments label={label} value={field.value} choices={choices} onChange={field.onChange} />
        )}
      />
    </div>
  );
}

function DescriptionField() {
  const { i18n } = useLingui();
  const field = useSellField();
  const { control } = useFormContext<ListingForm>();
  const { length } = useWatch({ control, name: "description" });
  const hint = i18n.t(
    "How it was kept, any marks, why you are letting it go. {length, plural, one {# character} other {# characters}}.",
    { length },
  );
  return <TextArea {...field("description")} rows={4} hint={hint} />;
}
