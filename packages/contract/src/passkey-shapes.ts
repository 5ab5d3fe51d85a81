import { type Static, Type } from 'typebox'

/** What browsers answer when a passkey is made or shown, as the standard writes it (WebAuthn, JSON): bytes are base64url. */

const Bytes = (most: number) => Type.String({ minLength: 1, maxLength: most, pattern: '^[A-Za-z0-9_-]+$' })
const Kind = Type.Unsafe<'public-key'>({ type: 'string', enum: ['public-key'] })
/** Ids are of 1023 bytes at most. */
export const CredentialId = Bytes(1364)

export const PasskeyShown = Type.Object({
  id: CredentialId,
  rawId: CredentialId,
  type: Kind,
  response: Type.Object({
    clientDataJSON: Bytes(4000),
    authenticatorData: Bytes(4000),
    signature: Bytes(8000),
    userHandle: Type.Optional(Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_-]*$' })),
  }),
})
export type PasskeyShownWire = Static<typeof PasskeyShown>

export const PasskeyMade = Type.Object({
  id: CredentialId,
  rawId: CredentialId,
  type: Kind,
  response: Type.Object({
    clientDataJSON: Bytes(4000),
    attestationObject: Bytes(20_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20, pattern: '^[a-z-]+$' }), { maxItems: 10 })),
  }),
})
export type PasskeyMadeWire = Static<typeof PasskeyMade>

const Known = Type.Object({ id: CredentialId, type: Kind, transports: Type.Optional(Type.Array(Type.String())) })

/** What navigator.credentials is asked with. */
export const ShowOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Unsafe<'required'>({ type: 'string', enum: ['required'] }),
  allowCredentials: Type.Array(Known),
})
export const AddOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Kind, alg: Type.Integer() })),
  timeout: Type.Integer(),
  attestation: Type.Unsafe<'none'>({ type: 'string', enum: ['none'] }),
  excludeCredentials: Type.Array(Known),
  authenticatorSelection: Type.Object({
    residentKey: Type.Unsafe<'preferred'>({ type: 'string', enum: ['preferred'] }),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Unsafe<'required'>({ type: 'string', enum: ['required'] }),
  }),
})
