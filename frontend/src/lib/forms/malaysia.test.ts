import { expect, it } from "vitest";
import { isEast, STATES, stateOf } from "./malaysia";

it.each([
  ["01000", "Perlis"],
  ["05000", "Kedah"],
  ["34950", "Kedah"],
  ["10450", "Pulau Pinang"],
  ["15000", "Kelantan"],
  ["21000", "Terengganu"],
  ["39000", "Pahang"],
  ["31400", "Perak"],
  ["47301", "Selangor"],
  ["63000", "Selangor"],
  ["50450", "Kuala Lumpur"],
  ["62000", "Putrajaya"],
  ["70000", "Negeri Sembilan"],
  ["75000", "Melaka"],
  ["81300", "Johor"],
  ["87000", "Labuan"],
  ["88000", "Sabah"],
  ["91309", "Sabah"],
  ["93000", "Sarawak"],
  ["98859", "Sarawak"],
] as const)("%s lies in %s", (postcode, state) => expect(stateOf(postcode)).toBe(state));

it.each(["", "5045", "504500", "abcde", "00000", "99999", "87034", "91310"])("“%s” is not a postcode", (postcode) =>
  expect(stateOf(postcode)).toBeNull(),
);

it("three states lie across the sea", () => expect(STATES.filter(isEast)).toEqual(["Sabah", "Sarawak", "Labuan"]));
