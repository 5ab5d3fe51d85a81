import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { PasskeyMadeWire, PasskeyShownWire } from '#contract/passkey-shapes.ts'
import type { Config } from '../../../../platform/config.ts'
import { siteOrigin } from '../../../../platform/qr.ts'
import type { NewPasskey, PasskeyRow } from './passkey-store.ts'

/** What a browser answers for a passkey (WebAuthn), and what of it is believed. */

/** Where passkeys are made and shown: the host they are bound to, and the address of the pages that may ask for them. */
export interface PasskeySite {
  rpId: string
  origin: string
}

/** Null: browsers know no passkeys there, at a bare IP address or over plain HTTP. */
export function passkeySite(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): PasskeySite | null {
  const address = siteOrigin(request, config)
  if (!URL.canParse(address)) return null
  const { hostname, origin, protocol } = new URL(address)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isLocal || protocol === 'https:' ? { rpId: hostname, origin } : null
}

/** Loaded when the first passkey is asked for: most processes of the shop never do, and it takes its time. */
export const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256: what every device knows. Left to the library, the list would follow the Node.js version that runs. */
export const ALGORITHMS = [-8, -7, -257]

/** By which a device tells one account of this shop from another; it says nothing of the person. */
export const handleOf = (accountId: number): Buffer => Buffer.from(`anheng-staff-${accountId}`)

/**
 * Who made the device is of no interest here, and browsers that are not asked for it say nothing, or what the passkey signed itself. A
 * statement with certificates could have the library fetch lists of revoked ones from wherever the certificate says.
 */
async function saysNoMore({ response }: PasskeyMadeWire): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const object = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = object.get('fmt')
  return format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined)
}

/** Null: not made for this question, at this address, by somebody whom the device knows. */
export async function readMade(
  passkey: PasskeyMadeWire,
  challenge: string,
  { rpId, origin }: PasskeySite,
): Promise<Omit<NewPasskey, 'name'> | null> {
  try {
    if (!(await saysNoMore(passkey))) return null
    const { verifyRegistrationResponse } = await webauthn()
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (made === undefined) return null
    const { id, publicKey, counter } = made.credential
    const transports = passkey.response.transports ?? []
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports, rpId, synced: made.credentialBackedUp }
  } catch {
    // Whatever the library throws at what a stranger's program may have made up.
    return null
  }
}

export interface Shown {
  counter: number
  synced: boolean
  /** Its device counts, and is not further than last time: there may be two of it. */
  doubted: boolean
}

/** Null: not this passkey, not for this question, not at this address, or by somebody whom the device does not know. */
export async function readShown(
  passkey: PasskeyShownWire,
  known: PasskeyRow,
  challenge: string,
  { rpId, origin }: PasskeySite,
): Promise<Shown | null> {
  try {
    const { verifyAuthenticationResponse } = await webauthn()
    const { userHandle, ...response } = passkey.response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...passkey, response: { ...response, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The count is judged below, where a doubt is told from a mere fault.
      credential: { id: known.credentialId, publicKey: new Uint8Array(known.publicKey), counter: 0 },
      requireUserVerification: true,
    })
    if (!verified) return null
    const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo
    return { counter, synced, doubted: (counter > 0 || known.counter > 0) && counter <= known.counter }
  } catch {
    return null
  }
}
