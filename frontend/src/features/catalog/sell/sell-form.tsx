/** Listing a perfume as an auction: the bottle, then the auction, with the preview beside it. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react";
import { type FieldPath, FormProvider, useForm, useFormState, useWatch } from "react-hook-form";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import type { Product } from "../api";
import { AuctionFields } from "./auction-fields";
import { BottleFields } from "./bottle-fields";
import { useLabels } from "./labels";
import { Preview } from "./preview";
import { type ListingForm, listingRules, newListing } from "./rules";
import { usePublish } from "./use-publish";

interface Props {
  seller: string;
  onPublished: (product: Product) => void;
}

export function SellForm({ seller, onPublished }: Props) {
  const { i18n } = useLingui();
  const form = useForm<ListingForm>({
    resolver: zodResolver(listingRules()),
    defaultValues: newListing(),
    shouldFocusError: false,
  });
  const { publish, sending } = usePublish(form, onPublished);
  const refuse = () => {
    const [first, ...others] = Object.keys(form.formState.errors) as FieldPath<ListingForm>[];
    if (first && others.length === 0) document.getElementById(`sell-${first}`)?.focus();
  };
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-18">
        <form noValidate onSubmit={form.handleSubmit(publish, refuse)} className="grid gap-12">
          <Summary />
          <BottleFields />
          <AuctionFields />
          <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-4 max-md:sticky max-md:bottom-14 max-md:z-3 max-md:bg-paper max-md:py-2.5">
            <p className="text-meta text-ink-3 max-md:hidden">
              {i18n.t("The auction starts at once. After the first bid its terms stay as they are.")}
            </p>
            <Button type="submit" size="large" busy={sending} className="max-md:w-full">
              {i18n.t("Publish auction")}
            </Button>
          </div>
        </form>
        <LivePreview seller={seller} />
      </div>
    </FormProvider>
  );
}

function LivePreview({ seller }: { seller: string }) {
  const form = useWatch<ListingForm>() as ListingForm;
  return <Preview form={form} seller={seller} />;
}

function Summary() {
  const labels = useLabels();
  const { errors, submitCount } = useFormState<ListingForm>();
  const wrong = (Object.keys(labels) as FieldPath<ListingForm>[]).filter((name) => errors[name]);
  return (
    <ErrorSummary attempt={submitCount} wrong={wrong.map((name) => ({ id: `sell-${name}`, label: labels[name] }))} />
  );
}
