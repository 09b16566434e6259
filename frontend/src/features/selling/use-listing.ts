import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { DraftForm, Listing, ListingIn, StartImage } from "./api";
import { useDraft } from "./drafts/use-draft";
import { fieldId } from "./fields/labels";
import { coverAddress, isStuck, isUnderway, sentImages } from "./photos/photos";
import { usePhotos } from "./photos/use-photos";
import { type FieldName, LINKED, type ListingForm, listingRules } from "./rules";
import { floorOf, toDraft, toListingIn } from "./shapes";
import { after, fieldsOn, STEPS, type Step, stepOf } from "./steps";
import { usePublish } from "./use-publish";

export interface Start {
  form: ListingForm;
  images: StartImage[];
  step: Step;
  editing: Listing | null;
  draftId: number | null;
  relistOf: Listing | null;
}

export function useListing(start: Start, sellerId: number, onPublished: (listing: Listing) => void) {
  const { editing } = start;
  const form = useForm<ListingForm>({
    resolver: zodResolver(listingRules()),
    defaultValues: start.form,
    shouldFocusError: false,
  });
  const photos = usePhotos(start.images);
  const course = useCourse(start, form.trigger, () => wrongNames(form.formState.errors));
  useRecheck(form, course.attempted);
  useCover(form, photos.list, course.attempted);

  const images = JSON.stringify(sentImages(photos.list));
  const list = useRef(photos.list);
  list.current = photos.list;
  const read = useCallback(() => {
    const values = form.getValues();
    const begun = [values.name, values.brand, values.description].some((words) => words?.trim()) || images !== "[]";
    if (!begun) return null;
    return toDraft({ ...values, imageUrl: coverAddress(list.current) }, sentImages(list.current));
  }, [form, images]);
  const { subscribe } = form;
  const onChange = useCallback(
    (listener: () => void) => subscribe({ formState: { values: true }, callback: listener }),
    [subscribe],
  );

  const [first] = useState(read);
  const [isAsking, setAsking] = useState(false);
  const done = useRef(false);
  const { publish, sending } = usePublish({
    form,
    editing,
    again: start.relistOf && { id: start.relistOf.id, reworded: () => wordsOf(read()) !== wordsOf(first) },
    onDone: (listing) => {
      done.current = true;
      onPublished(listing);
    },
    onRefused: (names) => names[0] && course.open(stepOf(names[0])),
  });
  const { kept, save, draftId } = useDraft({
    id: start.draftId,
    enabled: !editing && !isAsking && !sending,
    read,
    onChange,
  });
  const underway = isUnderway(photos.list);
  const send = useCallback(() => {
    if (isStuck(photos.list)) return course.open("photos");
    const extras: Partial<ListingIn> = { sellerId, isNew: (editing ?? start.relistOf)?.isNew ?? false };
    if (!editing) extras.draftId = draftId();
    const all = { ...form.getValues(), imageUrl: coverAddress(photos.list) };
    const floor = floorOf(all);
    const keptBefore = editing ? floorOf(start.form) : null;
    publish({ body: toListingIn(all, sentImages(photos.list), extras), ...(floor !== keptBefore && { floor }) });
  }, [photos.list, course.open, sellerId, editing, start, draftId, form, publish]);
  useEffect(() => {
    if (!isAsking || underway || kept.state === "saving") return;
    setAsking(false);
    send();
  }, [isAsking, underway, kept.state, send]);

  const unsaved = () =>
    editing ? JSON.stringify(read()) !== JSON.stringify(first) : ["waiting", "saving", "failed"].includes(kept.state);
  return {
    form,
    photos,
    ...course,
    kept,
    saveDraft: save,
    busy: isAsking || sending,
    waiting: isAsking && underway,
    wouldLose: () => !done.current && (unsaved() || underway),
    finish: async () => {
      if (await course.lookOver()) setAsking(true);
    },
  };
}

const wordsOf = (values: DraftForm | null) => JSON.stringify({ ...values, price: 0, floor: null, auction: null });

type Form = ReturnType<typeof useForm<ListingForm>>;

const wrongNames = (errors: object) => Object.keys(errors) as FieldName[];

function useCourse(start: Start, trigger: Form["trigger"], wrong: () => FieldName[]) {
  const [step, setStep] = useState(start.step);
  const [reached, setReached] = useState<Step>(start.editing ? "preview" : start.step);
  const [attempts, setAttempts] = useState(0);
  const attempted = useRef(new Set<Step>());
  const open = useCallback((next: Step) => {
    setStep(next);
    setReached((far) => (STEPS.indexOf(next) > STEPS.indexOf(far) ? next : far));
    window.scrollTo(0, 0);
  }, []);
  const focusOnly = (names: FieldName[]) => {
    if (names.length === 1 && names[0]) document.getElementById(fieldId(names[0]))?.focus();
  };
  const next = async () => {
    attempted.current.add(step);
    const right = await trigger(fieldsOn(step));
    setAttempts((before) => before + 1);
    if (right) return open(after(step));
    focusOnly(wrong().filter((name) => fieldsOn(step).includes(name)));
  };
  const checkStep = async () => {
    for (const each of STEPS) attempted.current.add(each);
    const right = await trigger();
    setAttempts((before) => before + 1);
    if (right) return true;
    const names = wrong();
    const at = STEPS.find((each) => fieldsOn(each).some((name) => names.includes(name))) ?? step;
    open(at);
    setTimeout(() => focusOnly(names.filter((name) => fieldsOn(at).includes(name))));
    return false;
  };
  return { step, reached, attempts, attempted, open, next, lookOver: checkStep };
}

function useRecheck({ subscribe, trigger }: Form, attempted: { current: Set<Step> }): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const field = name as FieldName | undefined;
          if (field && attempted.current.has(stepOf(field))) void trigger([field, ...(LINKED[field] ?? [])]);
        },
      }),
    [subscribe, trigger, attempted],
  );
}

function useCover(
  { setValue }: Form,
  list: Parameters<typeof coverAddress>[0],
  attempted: { current: Set<Step> },
): void {
  const cover = coverAddress(list) || (isUnderway(list) ? `${window.location.origin}/placeholder.jpg` : "");
  useEffect(() => {
    setValue("imageUrl", cover, { shouldValidate: attempted.current.has("photos") });
  }, [cover, setValue, attempted]);
}
