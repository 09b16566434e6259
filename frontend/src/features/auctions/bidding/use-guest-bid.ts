import { useNavigate } from "react-router-dom";
import { Refusal } from "@/lib/calls/refusal";
import { paths } from "@/shared/navigation/paths";
import { showToast } from "@/ui/toast-store";
import { bidRefused } from "./refusal-words";

export function useGuestBid(auctionId: number): () => void {
  const navigate = useNavigate();
  return () => {
    showToast({ ...bidRefused(new Refusal(401, "not_signed_in", "")), tone: "bad" });
    void navigate(paths.authThen(paths.auction(auctionId)));
  };
}
