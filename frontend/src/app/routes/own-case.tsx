/** `/cases/:id`: what was decided about oneself; `/cases/strikes/:id`: a strike; `/cases/measures/:id`: a ban or
 * suspension without a report. */
import { useParams } from "react-router-dom";
import { OwnCaseView, OwnRestrictionView, OwnStrikeView } from "@/features/measures/own-case-view";
import { NotFoundPage } from "./not-found";

export function OwnCasePage() {
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id < 1) return <NotFoundPage />;
  return <OwnCaseView caseId={id} />;
}

export function OwnStrikePage() {
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id < 1) return <NotFoundPage />;
  return <OwnStrikeView strikeId={id} />;
}

export function OwnRestrictionPage() {
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id < 1) return <NotFoundPage />;
  return <OwnRestrictionView actId={id} />;
}
