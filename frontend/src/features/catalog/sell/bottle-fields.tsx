/** What the bottle is and how it was kept. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/ui/button";
import { TextArea, TextField } from "@/ui/field";
import { Segments } from "@/ui/segments";
import { SelectField } from "@/ui/select";
import { categoriesQuery } from "../api";
import { useSellField } from "./labels";
import { LevelInput } from "./level-input";
import { volumeOf } from "./preview";
import type { ListingForm } from "./rules";

export function BottleFields() {
  const { i18n } = useLingui();
  const field = useSellField();
  return (
    <section aria-labelledby="sell-bottle" className="grid gap-6">
      <h2 id="sell-bottle" className="text-part">
        {i18n.t("The bottle")}
      </h2>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField {...field("name")} />
        <TextField {...field("brand")} />
        <CategoryField />
        <TextField {...field("volume")} inputMode="numeric" suffix="ml" />
      </div>
      <Level />
      <div className="grid items-start gap-5 md:grid-cols-[1fr_1fr_1.4fr]">
        <TextField {...field("purchaseYear")} inputMode="numeric" optional />
        <TextField {...field("batchCode")} optional hint={i18n.t("On the base or under the box.")} />
        <BoxField />
      </div>
      <DescriptionField />
    </section>
  );
}

function CategoryField() {
  const { i18n } = useLingui();
  const field = useSellField();
  const { data, error, refetch } = useQuery(categoriesQuery);
  const retry = error && (
    <Button tone="quiet" size="small" onClick={() => void refetch()}>
      {i18n.t("Retry")}
    </Button>
  );
  return (
    <SelectField
      {...field("categoryId")}
      aside={retry}
      hint={error ? i18n.t("The categories did not load.") : undefined}
    >
      <option value="">{i18n.t("Select a category")}</option>
      {data?.map((category) => (
        <option key={category.id} value={category.id}>
          {category.name}
        </option>
      ))}
    </SelectField>
  );
}

function Level() {
  const form = useWatch<ListingForm>() as ListingForm;
  return (
    <Controller<ListingForm, "remainingPercentage">
      name="remainingPercentage"
      render={({ field }) => <LevelInput percent={field.value} volume={volumeOf(form)} onChange={field.onChange} />}
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
    <div className="grid content-start gap-1.5">
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
