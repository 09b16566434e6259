/** `/cases/:id`: one's own warning or suspension; `/cases/strikes/:id`: one's own strike. */
import { useParams } from "react-router-dom";
import { OwnCaseView, OwnStrikeView } from "@/features/measures/own-case-view";
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
