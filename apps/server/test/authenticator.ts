import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyMadeWire, PasskeyShownWire } from '#contract/passkey-shapes.ts'

/** A device that makes and shows passkeys as the standard says, so that a test can also have it say what none would. */

const [PRESENT, VERIFIED, ATTESTED] = [1, 4, 64]
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** What a page, or a page that lies, has the device say. */
export interface Said {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** false: nobody showed the device who he is. */
  verified?: boolean
  counter?: number
  userHandle?: string
  /** Statement about its maker. */
  attestation?: { fmt: string; statement: Map<string, unknown> }
}

export interface Authenticator {
  id: string
  make: (options: { challenge: string; rp: { id: string } }, said?: Said) => PasskeyMadeWire
  show: (options: { challenge: string; rpId: string }, said?: Said) => PasskeyShownWire
}

/** counts: it says how often it was used, from 1 on. */
export function makeAuthenticator({ origin = 'http://localhost', counts = true, id = text(randomBytes(32)) } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let used = 0

  const clientData = (type: string, challenge: string, said: Said) =>
    Buffer.from(
      JSON.stringify({
        type: said.type ?? type,
        challenge: said.challenge ?? challenge,
        origin: said.origin ?? origin,
        crossOrigin: false,
      }),
    )
  function head(rpId: string, said: Said, more = 0): Buffer {
    used += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(said.counter ?? (counts ? used : 0))
    const flags = PRESENT | (said.verified === false ? 0 : VERIFIED) | more
    return Buffer.concat([sha256(said.rpId ?? rpId), Buffer.from([flags]), counter])
  }
  return {
    id,
    make({ challenge, rp }, said = {}) {
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const bytes = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(bytes.length)
      const authData = Buffer.concat([head(rp.id, said, ATTESTED), Buffer.alloc(16), length, bytes, Buffer.from(isoCBOR.encode(key))])
      const { fmt, statement } = said.attestation ?? { fmt: 'none', statement: new Map<string, unknown>() }
      const object = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', new Uint8Array(authData)],
      ])
      const attestationObject = text(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0]))
      const clientDataJSON = text(clientData('webauthn.create', challenge, said))
      return { id, rawId: id, type: 'public-key', response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    show({ challenge, rpId }, said = {}) {
      const client = clientData('webauthn.get', challenge, said)
      const authData = head(rpId, said)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(client)]))
        .sign(privateKey)
      const response = { clientDataJSON: text(client), authenticatorData: text(authData), signature: text(signature) }
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...response, ...(said.userHandle !== undefined && { userHandle: said.userHandle }) },
      }
    },
  }
}
