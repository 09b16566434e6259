// What an integrator would write: read an auction, follow it, bid, and decide by the code of a refusal.
import { Refused, Wangi } from "./index.js";

declare const process: { argv: string[] };
const [address, key, readingKey, auctionId] = process.argv.slice(2) as [string, string, string, string];
const id = Number(auctionId);
const wangi = new Wangi(key, address);

function say(what: string, told: unknown): void {
  console.log(JSON.stringify({ what, told }));
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

async function* events(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<{ type: string; data: { amount: number } }> {
  let text = "";
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (data !== undefined) yield JSON.parse(data.slice("data: ".length));
    }
  }
}

const before = await wangi.auctionAuction(id);
say("read", { id: before.id, minimumBid: before.minimumBid, bidCount: before.bidCount });
const stop = new AbortController();
const stream = await fetch(`${address}/api/v1/events/stream?auctionId=${id}&type=BidPlaced`, {
  headers: { Authorization: `Bearer ${key}` },
  signal: stop.signal,
});
if (stream.body === null) throw new Error(`no stream: ${stream.status}`);
const placed = await wangi.auctionPostBid(id, { amount: before.minimumBid }, `follow-${id}`);
say("bid", { result: placed.result, amount: placed.bid.amount });
const again = await wangi.auctionPostBid(id, { amount: before.minimumBid }, `follow-${id}`);
say("bid again under its key", { sameBid: again.bid.id === placed.bid.id });
for await (const event of events(stream.body)) {
  say("heard", { type: event.type, amount: event.data.amount });
  break;
}
stop.abort();
say("too low", await codeOf(wangi.auctionPostBid(id, { amount: 1 })));
say("without the scope", await codeOf(new Wangi(readingKey, address).auctionPostBid(id, { amount: 500 })));
say("no such key", await codeOf(new Wangi("wangi_0000", address).auctionMine()));
