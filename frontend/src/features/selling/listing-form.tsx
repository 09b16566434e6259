import { useLingui } from "@lingui/react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { FormProvider, useFormState, useWatch } from "react-hook-form";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { showToast } from "@/ui/toast-store";
import type { Listing } from "./api";
import { AuctionsPaused } from "./auctions-paused";
import { DraftOffer } from "./drafts/draft-offer";
import { KeptLine } from "./drafts/draft-state";
import { AuctionFields } from "./fields/auction-fields";
import { BottleFields } from "./fields/bottle-fields";
import { fieldId, useLabels } from "./fields/labels";
import { PriceFields } from "./fields/price-fields";
import { LeaveGuard } from "./leave-guard";
import { PhotosStep } from "./photos/photos-step";
import { type DrawCard, Preview, useDrawnListing } from "./preview";
import { PreviewStep } from "./preview-step";
import type { ListingForm as Form } from "./rules";
import { StepRail } from "./step-rail";
import { before, fieldsOn, type Step } from "./steps";
import { TypeStep } from "./type-step";
import { type Start, useListing } from "./use-listing";

interface Props {
  title: string;
  start: Start;
  seller: User;
  drawCard: DrawCard;
  drawPage: DrawCard;
  onPublished: (listing: Listing) => void;
}

export function ListingForm({ title, start, seller, drawCard, drawPage, onPublished }: Props) {
  const { i18n } = useLingui();
  const listing = useListing(start, seller.id, onPublished);
  const { form, step, busy } = listing;
  const isPublic = start.editing !== null;
  const saveDraft = async () => {
    const outcome = await listing.saveDraft();
    if (outcome === "saved") showToast({ title: i18n.t("Draft saved"), tone: "good" });
    if (outcome === "failed") showToast({ title: i18n.t("The draft was not saved."), tone: "bad" });
    if (outcome === "nothing") showToast({ title: i18n.t("There is nothing to keep yet.") });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (step === "preview" ? listing.finish() : listing.next());
  };
  return (
    <FormProvider {...form}>
      <div className="mb-6 flex items-center justify-between gap-x-4 max-md:mb-4">
        <h1 className="min-w-0 text-h1">{title}</h1>
        {isPublic ? (
          <Button tone="quiet" className="flex-none max-md:-mr-3" busy={busy} onClick={() => void listing.finish()}>
            {i18n.t("Save Changes")}
          </Button>
        ) : (
          <Button
            tone="quiet"
            className="flex-none max-md:-mr-3"
            busy={listing.kept.state === "saving"}
            onClick={() => void saveDraft()}
          >
            {i18n.t("Save draft")}
          </Button>
        )}
      </div>
      <StepRail current={step} reached={listing.reached} onOpen={listing.open} />
      <div className="mt-8 grid items-start max-md:-mt-1 gap-8 lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-18">
        <form noValidate onSubmit={submit} className="grid min-w-0 gap-8">
          {!isPublic && <AuctionsPaused step={step} />}
          <Summary step={step} attempts={listing.attempts} />
          <Steps listing={listing} isPublic={isPublic} seller={seller.username} {...{ drawCard, drawPage }} />
          <Foot listing={listing} isPublic={isPublic} />
        </form>
        <Beside listing={listing} seller={seller.username} drawCard={drawCard} />
      </div>
      <LeaveGuard wouldLose={listing.wouldLose} />
    </FormProvider>
  );
}

type Course = ReturnType<typeof useListing>;

/** All steps stay mounted, so that nothing typed is lost. */
function Steps({
  listing,
  isPublic,
  seller,
  drawCard,
  drawPage,
}: {
  listing: Course;
  isPublic: boolean;
  seller: string;
  drawCard: DrawCard;
  drawPage: DrawCard;
}) {
  const { photos, step } = listing;
  const { errors } = useFormState<Form>();
  const drawn = useDrawnListing(photos.list, seller);
  const auction = useWatch<Form, "listingType">({ name: "listingType" }) === "auction";
  const boxCondition = useWatch<Form, "boxCondition">({ name: "boxCondition" });
  const contents: Record<Step, ReactNode> = {
    type: (
      <>
        {!isPublic && <DraftOffer />}
        <TypeStep settled={isPublic} />
      </>
    ),
    photos: (
      <PhotosStep
        photos={photos}
        error={errors.imageUrl?.message}
        active={step === "photos"}
        boxCondition={boxCondition}
      />
    ),
    bottle: <BottleFields />,
    price: auction ? <AuctionFields /> : <PriceFields />,
    preview: (
      <PreviewStep
        listing={drawn}
        photos={photos.list}
        {...{ drawCard, isPublic }}
        drawPage={step === "preview" ? drawPage : null}
      />
    ),
  };
  const shown = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) shown.current?.focus({ preventScroll: true });
    last.current = step;
  }, [step]);
  return Object.entries(contents).map(([name, content]) => (
    <div
      key={name}
      ref={name === step ? shown : undefined}
      tabIndex={-1}
      hidden={name !== step}
      className="grid gap-6 outline-none [&[hidden]]:hidden"
    >
      {content}
    </div>
  ));
}

function Foot({ listing, isPublic }: { listing: Course; isPublic: boolean }) {
  const { i18n } = useLingui();
  const { step, busy, waiting, kept, open, saveDraft } = listing;
  const auction = useWatch<Form, "listingType">({ name: "listingType" }) === "auction";
  const publish = auction ? i18n.t("Publish auction") : i18n.t("Publish listing");
  const last = isPublic ? i18n.t("Save Changes") : publish;
  return (
    <div className="grid gap-2 border-t border-line py-4 max-md:sticky max-md:bottom-14 max-md:z-3 max-md:-mx-4 max-md:bg-paper max-md:px-4 max-md:py-2.5">
      <div className="flex items-center justify-between gap-4 max-md:*:flex-1">
        {step === "type" ? (
          <span className="max-md:hidden" />
        ) : (
          <Button tone="line" onClick={() => open(before(step))}>
            {i18n.t("Back")}
          </Button>
        )}
        <div className="max-md:hidden">
          <KeptLine kept={kept} onRetry={() => void saveDraft()} />
        </div>
        <Button type="submit" busy={busy}>
          {step === "preview" ? last : i18n.t("Continue")}
        </Button>
      </div>
      <p role="status" className="text-right text-meta text-ink-3 empty:hidden">
        {waiting && i18n.t("Waiting for the photographs to arrive; then it is sent.")}
      </p>
    </div>
  );
}

function Beside({ listing, seller, drawCard }: { listing: Course; seller: string; drawCard: DrawCard }) {
  const drawn = useDrawnListing(listing.photos.list, seller);
  return <Preview listing={drawn} drawCard={drawCard} />;
}

function Summary({ step, attempts }: { step: Step; attempts: number }) {
  const labels = useLabels();
  const { errors } = useFormState<Form>();
  const wrong = fieldsOn(step).filter((name) => errors[name]);
  return <ErrorSummary attempt={attempts} wrong={wrong.map((name) => ({ id: fieldId(name), label: labels[name] }))} />;
}
