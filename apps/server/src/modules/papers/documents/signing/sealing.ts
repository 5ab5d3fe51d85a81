import { signExisting } from '../drawing/paper.ts'
import type { CertificateFacts, Signer } from './certificate.ts'
import type { Signed } from './signing.ts'

/** Whose signature is put on a paper. */
export type Which =
  | { by: 'shop'; reason: string }
  /** A buyer by its own seal; signer: the person who used it. */
  | { by: 'company'; reason: string; company: { name: string; creditCode: string }; signer: string }

export interface Sealed extends Signed {
  facts: CertificateFacts
}

/**
 * Signs finished PDFs: with a certificate of our own, or through a signing platform that does SM2 and GB/T 38540 under contract.
 * What is signed already stays as it is: a signature is added behind. null: nobody signs for that party here.
 */
export interface SealService {
  seal: (bytes: Uint8Array, which: Which, now: Date) => Promise<Sealed | null>
}

/** By the certificate that this process holds; for buyers only where it may issue certificates, as the demo does. */
export function localSeals(signer: Signer | null): SealService {
  return {
    async seal(bytes, which, now) {
      if (signer === null) return null
      const own = which.by === 'shop' ? signer : ((await signer.issueFor?.(which.company, now)) ?? null)
      if (own === null) return null
      const field = which.by === 'shop' ? 'Shop' : 'Buyer'
      const signed = await signExisting(bytes, { key: own.key, reason: which.reason, field, at: now })
      return { ...signed, facts: own.facts }
    },
  }
}
