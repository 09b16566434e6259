export const sellerKey = (sellerId: number) => ["seller", sellerId];
