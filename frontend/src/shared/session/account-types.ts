import type { components } from "@/generated/api";

type Schemas = components["schemas"];

export type User = Schemas["AuthUserOut"];
export type Seller = Schemas["AuthSellerOut"];
export type SignedIn = Schemas["AuthSessionOut"];
export type SignInBody = Schemas["AuthLoginIn"];
export type ProfileChange = Schemas["AuthProfileIn"];
export type DeviceSession = Schemas["AuthSignInOut"];
export type Passkey = Schemas["AuthPasskeyOut"];
