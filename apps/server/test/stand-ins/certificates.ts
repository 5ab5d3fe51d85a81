import { createPublicKey, type KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import { BitString, Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, CryptoEngine, Extension } from 'pkijs'

/** Certificates of services that are played: a root, one below it, and what that one issues. */

const crypto = webcrypto as unknown as Crypto
const engine = new CryptoEngine({ name: 'node', crypto })
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const COMMON_NAME = '2.5.4.3'
const [KEY_USAGE, BASIC] = ['2.5.29.15', '2.5.29.19']

export interface Issued {
  certificate: X509Certificate
  key: KeyObject
  name: string
}
export interface Wanted {
  name: string
  /** null: signed by itself. */
  by: Issued | null
  key: KeyObject
  isAuthority: boolean
  from: Date
  until: Date
}

const imported = (key: KeyObject) =>
  crypto.subtle.importKey('pkcs8', Uint8Array.from(key.export({ type: 'pkcs8', format: 'der' })), ALGORITHM, false, ['sign'])
const importedPublic = (key: KeyObject) =>
  crypto.subtle.importKey('spki', Uint8Array.from(createPublicKey(key).export({ type: 'spki', format: 'der' })), ALGORITHM, true, [
    'verify',
  ])
const named = (name: string) => new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: name }) })

export async function issue({ name, by, key, isAuthority, from, until }: Wanted): Promise<Issued> {
  const made = new Certificate()
  made.version = 2
  const serial = crypto.getRandomValues(new Uint8Array(10))
  // Positive, and of one length.
  serial[0] = 0x40
  made.serialNumber = new Integer({ valueHex: serial.buffer })
  made.subject.typesAndValues.push(named(name))
  made.issuer.typesAndValues.push(named(by?.name ?? name))
  made.notBefore.value = from
  made.notAfter.value = until
  const usage = new Uint8Array([isAuthority ? 0b0000_0110 : 0b1100_0000]).buffer
  made.extensions = [
    new Extension({ extnID: BASIC, critical: true, extnValue: new BasicConstraints({ cA: isAuthority }).toSchema().toBER() }),
    new Extension({ extnID: KEY_USAGE, critical: true, extnValue: new BitString({ valueHex: usage, unusedBits: 1 }).toBER() }),
  ]
  await made.subjectPublicKeyInfo.importKey(await importedPublic(key), engine)
  await made.sign(await imported(by?.key ?? key), 'SHA-256', engine)
  return { certificate: new X509Certificate(new Uint8Array(made.toSchema(true).toBER())), key, name }
}
