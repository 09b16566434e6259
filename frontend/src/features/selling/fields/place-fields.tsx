import { useLingui } from "@lingui/react";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { isEast, STATES, stateOf } from "@/lib/forms/malaysia";
import { TextField } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { SelectField } from "@/ui/select";
import type { ListingForm } from "../rules";
import { useSellField } from "./labels";

export function PlaceFields() {
  const { i18n } = useLingui();
  const field = useSellField();
  const { control, setValue } = useFormContext<ListingForm>();
  const state = useWatch({ control, name: "state" });
  const [postcode, setPostcode] = useState("");
  const unknown = postcode.length === 5 && stateOf(postcode) === null;
  const findState = (input: string) => {
    const digits = input.replace(/\D/g, "").slice(0, 5);
    setPostcode(digits);
    const state = stateOf(digits);
    if (state) setValue("state", state, { shouldDirty: true });
  };
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 text-h4 font-semibold">{i18n.t("Where it is sent from")}</legend>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          label={i18n.t("Postcode")}
          optional
          inputMode="numeric"
          autoComplete="off"
          value={postcode}
          onChange={(event) => findState(event.target.value)}
          hint={
            unknown
              ? i18n.t("No state has this postcode. Choose the state yourself.")
              : i18n.t("Finds the state. The postcode itself is not kept and not sent.")
          }
        />
        <SelectField {...field("state")} value={state} optional>
          <option value="">{i18n.t("Not stated")}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </SelectField>
      </div>
      <Caution east={isEast(state)} />
    </fieldset>
  );
}

function Caution({ east }: { east: boolean }) {
  const { i18n } = useLingui();
  return (
    <Notice tone="warn" title={i18n.t("Perfume is flammable.")}>
      {i18n.t("The post office does not take inflammable articles. Ask your courier before you promise a parcel.")}{" "}
      {east &&
        i18n.t(
          "Parcels between the Peninsula and Sabah, Sarawak or Labuan usually fly, where such goods may be refused.",
        )}
    </Notice>
  );
}
