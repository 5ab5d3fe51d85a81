import { X509Certificate } from 'node:crypto'

/** With what a paper is signed; travels to the drawing thread. */
export interface SigningKey {
  /** DER. */
  certificate: Uint8Array
  /** DER, from the issuer up to the root. */
  chain: readonly Uint8Array[]
  /** PKCS#8, PEM. */
  privateKey: string
  keyType: 'RSA' | 'EC'
  /** Address of an RFC 3161 time-stamp authority; '': none. */
  timestampUrl: string
}

/** What papers say of the certificate that they are signed with. */
export interface CertificateFacts {
  serial: string
  subject: string
  issuer: string
  validFrom: Date
  validUntil: Date
  /** SHA-256, as readers show it. */
  fingerprint: string
  certificate: Uint8Array
  chain: readonly Uint8Array[]
  isDemo: boolean
}

/** With what this process signs papers. */
export interface Signer {
  key: SigningKey
  facts: CertificateFacts
  /** A certificate for one signature of a buyer's, whose key is forgotten after it; only the demo issues its own. */
  issueFor?: (company: { name: string; creditCode: string }, now: Date) => Promise<Signer>
}

/** Of a name as node writes it: a line a part, or the parts of one line joined by plus signs. */
export const commonName = (name: string): string => /(?:^|\+ )CN=(.*?)(?: \+ |$)/m.exec(name)?.[1] ?? name

export function signerFrom(key: SigningKey, isDemo: boolean): Signer {
  const x509 = new X509Certificate(key.certificate)
  return {
    key,
    facts: {
      serial: x509.serialNumber,
      subject: commonName(x509.subject),
      issuer: commonName(x509.issuer),
      validFrom: x509.validFromDate,
      validUntil: x509.validToDate,
      fingerprint: x509.fingerprint256,
      certificate: key.certificate,
      chain: key.chain,
      isDemo,
    },
  }
}
