import type { Schemas } from "@/lib/calls/api-client";

const pair = { productId: 12, sellerId: 4, otherProductId: 11, otherSellerId: 3, distance: 2 };
const sellers = { sellerUsername: "", otherSellerUsername: "farid" };
const addresses = { imageUrl: "/api/images/later", otherImageUrl: "/api/images/first" };

export const sameElsewhere: Pick<Schemas["CatalogReportedOut"], "samePictures" | "sameCode"> = {
  samePictures: [{ ...pair, ...sellers, ...addresses, foundAt: "2026-11-20T09:05:00Z" }],
  sameCode: [{ productId: 31, name: "Blanc Matin", sellerId: 44, sellerUsername: "", status: "active" }],
};
