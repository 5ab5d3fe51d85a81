import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** SHA256-RSA (PKCS#1 v1.5), Base64: what payment services sign with. */

export type Parameters = Readonly<Record<string, string>>

/** What of parameters is signed: sorted by name, joined as they are. */
export const joined = (parameters: Parameters, isSigned: (name: string) => boolean): string =>
  Object.keys(parameters)
    .filter(isSigned)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&')

export const signRsa = (text: string, key: KeyObject): string => sign('RSA-SHA256', Buffer.from(text, 'utf8'), key).toString('base64')

/** false for whatever is no signature, too. */
export function isSignedBy(text: string | Buffer, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64')
  // Buffer.from skips what is not Base64; a signature is written in one way only.
  if (bytes.toString('base64') !== signature) return false
  return verify('RSA-SHA256', typeof text === 'string' ? Buffer.from(text, 'utf8') : text, key, bytes)
}

/** The services hand keys out as PEM, or as the Base64 inside it. */
const asPem = (text: string, kind: string): string =>
  text.includes('-----BEGIN') ? text : `-----BEGIN ${kind}-----\n${text.trim()}\n-----END ${kind}-----\n`

function ofRsa(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new Error('不是 2048 位以上的 RSA 密钥')
  return key
}

/** PKCS#8 or PKCS#1. Throws where it is none. */
export function privateKeyOf(text: string): KeyObject {
  const isPem = text.includes('-----BEGIN')
  try {
    return ofRsa(createPrivateKey(asPem(text, 'PRIVATE KEY')))
  } catch (error) {
    if (isPem) throw error
    return ofRsa(createPrivateKey(asPem(text, 'RSA PRIVATE KEY')))
  }
}

/** A public key, or that of a certificate. Throws where it is none. */
export const publicKeyOf = (text: string): KeyObject => ofRsa(createPublicKey(asPem(text, 'PUBLIC KEY')))
