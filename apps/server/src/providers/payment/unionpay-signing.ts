import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { isSignedBy, joined, type Parameters, signRsa } from '../outside/rsa.ts'

/** UnionPay's gateway, version 5.1.0: what is signed and how, after the documentation of its open platform. */

/** The hash is written as hex, and that text is what is hashed once more and signed. */
const digestOf = (fields: Parameters): string =>
  createHash('sha256')
    .update(
      joined(fields, (name) => name !== 'signature'),
      'utf8',
    )
    .digest('hex')

export const signFields = (fields: Parameters, key: KeyObject): string => signRsa(digestOf(fields), key)

export const areFieldsSigned = (fields: Parameters, key: KeyObject): boolean => isSignedBy(digestOf(fields), fields.signature ?? '', key)

/** Whose certificates are believed: each message brings the one that it is signed with. */
export interface UnionPayTrust {
  roots: readonly X509Certificate[]
  /** Between the root and the certificates that sign. */
  middles: readonly X509Certificate[]
  /** What the third part of a signing certificate's common name is. */
  name: string
}

const isInForce = (certificate: X509Certificate, now: Date): boolean => certificate.validFromDate <= now && now <= certificate.validToDate

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** UnionPay's numbers stand between @: 041@8310000000083040@中国银联股份有限公司@00016494. */
const namedIn = (certificate: X509Certificate): string => {
  const named: unknown = certificate.toLegacyObject().subject.CN
  return typeof named === 'string' ? (named.split('@')[2] ?? '') : ''
}

export function distrustOfCertificate(certificate: X509Certificate, { roots, middles, name }: UnionPayTrust, now: Date): string | null {
  if (!isInForce(certificate, now)) return 'certificate_expired'
  const isChained = middles.some(
    (middle) =>
      isInForce(middle, now) &&
      isIssuedBy(certificate, middle) &&
      roots.some((root) => isInForce(root, now) && isIssuedBy(middle, root) && isIssuedBy(root, root)),
  )
  if (!isChained) return 'certificate_unknown'
  return namedIn(certificate) === name ? null : 'certificate_of_another'
}

/** Why a message is not to be believed; null: UnionPay has signed it. */
export function distrustOfUnionPay(fields: Parameters, trust: UnionPayTrust, now: Date): string | null {
  const { signature = '', signPubKeyCert = '' } = fields
  if (signature === '' || signPubKeyCert === '') return 'unsigned'
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(signPubKeyCert)
  } catch {
    return 'certificate_unreadable'
  }
  const distrust = distrustOfCertificate(certificate, trust, now)
  if (distrust !== null) return distrust
  return areFieldsSigned(fields, certificate.publicKey) ? null : 'bad_signature'
}

/** An answer: k=v joined by &, values as they are and nothing escaped; a value in braces may hold both signs itself. */
export function answeredFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  let rest = text.trim()
  while (rest !== '') {
    const middle = rest.indexOf('=')
    if (middle < 0) break
    const isGroup = rest[middle + 1] === '{'
    const closing = isGroup ? rest.indexOf('}&', middle) + 1 : rest.indexOf('&', middle)
    const end = closing > 0 ? closing : rest.length
    fields[rest.slice(0, middle)] = rest.slice(middle + 1, end)
    rest = rest.slice(end + 1)
  }
  return fields
}
