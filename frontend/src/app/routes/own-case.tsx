import { useParams } from "react-router-dom";
import { OwnCaseView, OwnRestrictionView, OwnStrikeView } from "@/features/sanctions/own-case-view";
import { NotFoundPage } from "./not-found";

export function OwnCasePage() {
  const { id: number, kind } = useParams();
  const id = Number(number);
  if (!Number.isSafeInteger(id) || id < 1) return <NotFoundPage />;
  if (kind === "strikes") return <OwnStrikeView strikeId={id} />;
  if (kind === "sanctions") return <OwnRestrictionView actId={id} />;
  return kind ? <NotFoundPage /> : <OwnCaseView caseId={id} />;
}
