type Json = Record<string, unknown>;

export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window && "credentials" in navigator;
}

export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

export async function findPasskey(options: Json, quiet?: AbortSignal): Promise<Json | null> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const credential = await unlessClosed(
    navigator.credentials.get({ publicKey, ...(quiet && { mediation: "conditional", signal: quiet }) }),
  );
  if (!credential) return null;
  const { authenticatorData, clientDataJSON, signature, userHandle } = (credential as PublicKeyCredential)
    .response as AuthenticatorAssertionResponse;
  return wrapCredential(credential as PublicKeyCredential, {
    authenticatorData: textOf(authenticatorData),
    clientDataJSON: textOf(clientDataJSON),
    signature: textOf(signature),
    userHandle: userHandle && textOf(userHandle),
  });
}

export async function makePasskey(options: Json): Promise<Json | null> {
  const user = options.user as Json;
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const credential = await unlessClosed(navigator.credentials.create({ publicKey }));
  if (!credential) return null;
  const response = (credential as PublicKeyCredential).response as AuthenticatorAttestationResponse;
  return wrapCredential(credential as PublicKeyCredential, {
    attestationObject: textOf(response.attestationObject),
    clientDataJSON: textOf(response.clientDataJSON),
    transports: response.getTransports?.() ?? [],
  });
}

async function unlessClosed(prompt: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await prompt;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

function wrapCredential(credential: PublicKeyCredential, response: Json): Json {
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  };
}

function descriptors(list: unknown): unknown {
  return Array.isArray(list) ? list.map((descriptor) => ({ ...descriptor, id: bytesOf(descriptor.id) })) : undefined;
}

function bytesOf(text: unknown): Uint8Array {
  const plain = atob(String(text).replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
