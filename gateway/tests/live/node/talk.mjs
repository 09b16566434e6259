// One walk with the real socket.io-client; each step is printed as one JSON line.
import { createRequire } from "node:module";

const [library, address, token] = process.argv.slice(2);
const { io } = createRequire(import.meta.url)(library);
const print = (step, more = {}) => console.log(JSON.stringify({ step, ...more }));
const next = (socket, name) => new Promise((resolve) => socket.once(name, resolve));

const options = { path: "/ws", transports: ["websocket"], reconnectionAttempts: 3, reconnectionDelay: 100 };
const socket = io(address, options);
await next(socket, "connected");
print("connected");

socket.emit("auth", { userId: 7, token });
await next(socket, "auth_success");
print("auth_success");

const moved = next(socket, "newBid");
print("joined", { ack: await socket.timeout(3000).emitWithAck("joinAuction", { auctionId: 7 }) });
print("newBid", { frame: await moved });
print("bid", { ack: await socket.timeout(3000).emitWithAck("placeBid", { auctionId: 7, amount: 130 }) });
const refused = await socket.timeout(3000).emitWithAck("placeBid", { auctionId: 7, amount: 1 });
if (refused.code === "bid_too_low") print("refused");

const again = next(socket, "connected");
socket.io.engine.close();
await again;
print("reconnected");
socket.close();

const polling = io(address, { path: "/ws", transports: ["polling"], reconnection: false, forceNew: true });
await next(polling, "connect_error");
print("polling");
polling.close();
print("bye");
