// What an integrator would write: read an auction, follow it, bid, and decide by the code of a refusal.
import { Refused, Wangi } from "./index.js";

declare const process: { argv: string[] };
const [address, key, readingKey, auctionId] = process.argv.slice(2) as [string, string, string, string];
const id = Number(auctionId);
const wangi = new Wangi(key, address);

function say(what: string, result: unknown): void {
  console.log(JSON.stringify({ what, result }));
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const { status, code, details, requestId } = refused;
    return { status, code, details, hasRequest: requestId.length > 0 };
  }
}

const before = await wangi.auctionAuction(id);
say("read", { id: before.id, minimumBid: before.minimumBid, bidCount: before.bidCount });
const stop = new AbortController();
const following = wangi.follow(["BidPlaced"], { auctionId: id, signal: stop.signal });
say("first", { type: (await following.next()).value?.type });
const placed = await wangi.auctionPostBid(id, { amount: before.minimumBid }, `follow-${id}`);
say("bid", { result: placed.result, amount: placed.bid.amount });
const again = await wangi.auctionPostBid(id, { amount: before.minimumBid }, `follow-${id}`);
say("bid again under its key", { sameBid: again.bid.id === placed.bid.id });
for await (const event of following) {
  if (event.type === "BidPlaced") say("received", { type: event.type, amount: event.data.amount });
  stop.abort();
}
say("too low", await codeOf(wangi.auctionPostBid(id, { amount: 1 })));
say("without the scope", await codeOf(new Wangi(readingKey, address).auctionPostBid(id, { amount: 500 })));
say("no such key", await codeOf(new Wangi("wangi_0000", address).auctionMine()));
