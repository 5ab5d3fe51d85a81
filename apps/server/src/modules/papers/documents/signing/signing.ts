import { createSign } from 'node:crypto'
import { PDF, type Signer } from '@libpdf/core'
import { checkPaper } from '../checking.ts'
import type { SigningKey } from './certificate.ts'
import { hastyAuthority } from './time-authority.ts'

export interface SignRequest {
  key: SigningKey
  reason: string
  /** Of the signature's field: unique in the file. */
  field: string
  at: Date
}

/** PAdES: B-B without a time stamp, B-T with one. */
export type SignatureLevel = 'B-B' | 'B-T'

/** Room for the signature, in bytes: with a short chain, and with what public time-stamp authorities send. */
const ROOM = { 'B-B': 6_000, 'B-T': 16_000 } as const

/** The library's own signer reckons in script, a hundred times slower than the platform's. */
const signerOf = ({ certificate, chain, privateKey, keyType }: SigningKey): Signer => ({
  certificate,
  certificateChain: [...chain],
  keyType,
  signatureAlgorithm: keyType === 'RSA' ? 'RSASSA-PKCS1-v1_5' : 'ECDSA',
  // ECDSA: node writes DER, as CMS wants it.
  sign: async (data, digest) => new Uint8Array(createSign(digest.replace('-', '')).update(data).sign(privateKey)),
})

async function signAt(bytes: Uint8Array, { key, reason, field, at }: SignRequest, level: SignatureLevel): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  const signed = await pdf.sign({
    signer: signerOf(key),
    reason,
    fieldName: field,
    signingTime: at,
    level,
    estimatedSize: ROOM[level],
    ...(level === 'B-T' && { timestampAuthority: hastyAuthority(key.timestampUrl) }),
  })
  return signed.bytes
}

export interface Signed {
  bytes: Uint8Array
  level: SignatureLevel
  /** Why the authority's time stamp is missing; null: it is there, or no authority is set. */
  stampFault: string | null
}

/**
 * Signs a PDF as PAdES (ETSI.CAdES.detached, SHA-256), on top of what is signed in it already. Where a time-stamp authority is
 * set but does not answer the paper is signed without: it never waits, and a later job stamps it.
 */
export async function signPdf(bytes: Uint8Array, request: SignRequest): Promise<Signed> {
  if (request.key.timestampUrl === '') return { bytes: await signAt(bytes, request, 'B-B'), level: 'B-B', stampFault: null }
  try {
    const stamped = await signAt(bytes, request, 'B-T')
    // Whoever answers in the authority's place could send any token: a paper that says it is stamped must be so.
    const { signatures } = await checkPaper(stamped, [])
    if (!signatures.at(-1)?.stamp?.fits) throw new Error('the time stamp is not of this signature')
    return { bytes: stamped, level: 'B-T', stampFault: null }
  } catch (error) {
    // A fault of ours and not of the authority comes up again here.
    return { bytes: await signAt(bytes, request, 'B-B'), level: 'B-B', stampFault: String(error) }
  }
}
