import { createPrivateKey, webcrypto } from 'node:crypto'
import { BitString, Integer, PrintableString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
} from 'pkijs'

/** A self-made root and the signer below it: for the demo and for tests, never for a real shop. */
export interface DemoCertificate {
  /** DER */
  root: Uint8Array
  /** PKCS#8, PEM */
  rootKey: string
  /** DER */
  signer: Uint8Array
  /** PKCS#8, PEM */
  privateKey: string
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 }
const OID = {
  commonName: '2.5.4.3',
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  keyUsage: '2.5.29.15',
  basic: '2.5.29.19',
  extended: '2.5.29.37',
}
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36'
const DAY_MS = 86_400_000
const ROOT_DAYS = 3_652
const SIGNER_DAYS = 1_095

const crypto = webcrypto as unknown as Crypto
const engine = new CryptoEngine({ name: 'node', crypto })

function nameOf(name: string): RelativeDistinguishedNames {
  const typesAndValues = [
    new AttributeTypeAndValue({ type: OID.country, value: new PrintableString({ value: 'CN' }) }),
    new AttributeTypeAndValue({ type: OID.organisation, value: new Utf8String({ value: name }) }),
    new AttributeTypeAndValue({ type: OID.commonName, value: new Utf8String({ value: name }) }),
  ]
  return new RelativeDistinguishedNames({ typesAndValues })
}

/** Bits of the key usage, from the first: digitalSignature, nonRepudiation, …, keyCertSign, cRLSign. */
const usage = (bits: number) =>
  new Extension({
    extnID: OID.keyUsage,
    critical: true,
    extnValue: new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits: 1 }).toBER(),
  })
const SIGNS = 0b1100_0000
const CERTIFIES = 0b0000_0110

interface Wanted {
  subject: string
  issuer: string
  days: number
  keys: CryptoKeyPair
  signingKey: CryptoKey
  extensions: Extension[]
}

async function certificateOf(wanted: Wanted, now: Date): Promise<Uint8Array> {
  const certificate = new Certificate()
  certificate.version = 2
  const serial = crypto.getRandomValues(new Uint8Array(12))
  // Positive, and of one length.
  serial[0] = 0x40
  certificate.serialNumber = new Integer({ valueHex: serial.buffer })
  certificate.subject = nameOf(wanted.subject)
  certificate.issuer = nameOf(wanted.issuer)
  certificate.notBefore.value = now
  certificate.notAfter.value = new Date(now.getTime() + wanted.days * DAY_MS)
  certificate.extensions = wanted.extensions
  await certificate.subjectPublicKeyInfo.importKey(wanted.keys.publicKey, engine)
  await certificate.sign(wanted.signingKey, 'SHA-256', engine)
  return new Uint8Array(certificate.toSchema(true).toBER())
}

const constraints = (cA: boolean) =>
  new Extension({ extnID: OID.basic, critical: true, extnValue: new BasicConstraints({ cA }).toSchema().toBER() })

const pemOf = (der: ArrayBuffer): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`
}

const ROOT_NAME = '安衡药采演示根证书'
const exported = async (key: CryptoKey): Promise<string> => pemOf(await crypto.subtle.exportKey('pkcs8', key))

function signerExtensions(): Extension[] {
  const purposes = new ExtKeyUsage({ keyPurposes: [EMAIL_PROTECTION, DOCUMENT_SIGNING] })
  return [constraints(false), usage(SIGNS), new Extension({ extnID: OID.extended, extnValue: purposes.toSchema().toBER() })]
}

/** Both say 演示 in their subject, so that nobody takes a paper of the demo for one of the law. */
export async function makeDemoCertificate(company: string, now: Date): Promise<DemoCertificate> {
  const pair = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
  const [rootKeys, signerKeys] = await Promise.all([pair(), pair()])
  const issuer = ROOT_NAME
  const signingKey = rootKeys.privateKey
  const root = await certificateOf(
    { subject: issuer, issuer, days: ROOT_DAYS, keys: rootKeys, signingKey, extensions: [constraints(true), usage(CERTIFIES)] },
    now,
  )
  const extensions = signerExtensions()
  const signer = await certificateOf(
    { subject: `${company}（演示）`, issuer, days: SIGNER_DAYS, keys: signerKeys, signingKey, extensions },
    now,
  )
  return { root, rootKey: await exported(rootKeys.privateKey), signer, privateKey: await exported(signerKeys.privateKey) }
}

const EVENT_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }

/** A certificate for a buyer of the demo, below the same root, with a key that is made for one signature. */
export async function issueDemo(
  by: { root: Uint8Array; rootKey: string },
  company: string,
  now: Date,
): Promise<{ certificate: Uint8Array; privateKey: string }> {
  const keys = (await crypto.subtle.generateKey(EVENT_ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair
  const der = createPrivateKey(by.rootKey).export({ format: 'der', type: 'pkcs8' })
  const signingKey = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), ALGORITHM, false, ['sign'])
  const certificate = await certificateOf(
    { subject: `${company}（演示）`, issuer: ROOT_NAME, days: SIGNER_DAYS, keys, signingKey, extensions: signerExtensions() },
    now,
  )
  return { certificate, privateKey: await exported(keys.privateKey) }
}
