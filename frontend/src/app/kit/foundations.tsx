import { Bottle, BottleGlass } from "@/shared/listings/bottle";
import { Drop } from "@/ui/drop";
import { Logo } from "@/ui/logo";
import { Price } from "@/ui/price";
import { Part, Row } from "./part";

const COLOURS = [
  ["paper", "bg-paper"],
  ["surface", "bg-surface"],
  ["wash", "bg-wash"],
  ["wash-2", "bg-wash-2"],
  ["ink", "bg-ink"],
  ["ink-2", "bg-ink-2"],
  ["ink-3", "bg-ink-3"],
  ["line", "bg-line"],
  ["edge", "bg-edge"],
  ["room", "bg-room"],
  ["room-2", "bg-room-2"],
  ["room-line", "bg-room-line"],
  ["room-ink", "bg-room-ink"],
  ["pandan", "bg-pandan"],
  ["pandan-liquid", "bg-pandan-liquid"],
  ["pandan-wash", "bg-pandan-wash"],
  ["ambar", "bg-ambar"],
  ["ambar-liquid", "bg-ambar-liquid"],
  ["ambar-wash", "bg-ambar-wash"],
  ["rosella", "bg-rosella"],
  ["rosella-liquid", "bg-rosella-liquid"],
  ["rosella-wash", "bg-rosella-wash"],
] as const;

export function Foundations() {
  return (
    <>
      <Part name="Colour">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(104px,1fr))] gap-2.5">
          {COLOURS.map(([name, fill]) => (
            <li key={name} className="text-tiny font-medium">
              <span className={`block h-10 rounded-1 border border-line ${fill}`} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part name="Type">
        <Logo />
        <p className="serif text-h1 leading-[1.12]">Smoke Vesper</p>
        <p className="serif text-h2 leading-[1.12]">Explore Our Collection</p>
        <p className="serif text-h3 leading-[1.12]">Delacourt-Mirande</p>
        <p className="text-lead text-ink-2">Lead. From my late aunt’s dresser in Penang.</p>
        <p>Body 15. Sprays well, no leak, small hairline on the cap corner only.</p>
        <p className="text-small">Small 14. Reserve met, 17 bids from 6 bidders.</p>
        <p className="text-meta text-ink-3">Meta 13. RM 21.33 per ml left</p>
      </Part>
      <Part name="Price and numerals">
        <Row>
          <Price ringgit={1250} size="bid" />
          <Price ringgit={640} size="large" sen />
          <Price ringgit={185} />
          <Price ringgit={880} size="row" sen />
        </Row>
      </Part>
      <Part name="Fill level">
        <Row>
          {[100, 91, 75, 51, 50, 20, 1, 0].map((percent) => (
            <Bottle key={percent} percent={percent} volume={100} height={30} />
          ))}
          <BottleGlass percent={60} height={96} ticks />
          <Drop />
        </Row>
      </Part>
    </>
  );
}
