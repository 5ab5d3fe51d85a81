import { beijingDate } from '#domain/dates.ts'
import { DOCUMENT_KINDS, type DocumentKind, SEAL_PURPOSES, type SealPurpose } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Drawing, DrawingFrame } from './described.ts'
import type { SealDrawing, Sealing } from './drawing/paper.ts'
import type { Signer } from './signing/certificate.ts'
import { findSeal, type SealRow, sealInForce } from './signing/seal-store.ts'
import { localSeals, type Sealed, type SealService, type Which } from './signing/sealing.ts'
import { isInForce } from './standing.ts'

/** Who signs a paper. */
export interface Party {
  which: Which
  /** '': signs without a seal on the page. */
  purpose: SealPurpose | ''
  seal: SealRow | null
  name: string
  by: string
}

/** In the order in which they sign. theirs: the other party, where the paper has one that uses its seal. */
export interface Parties {
  shop: Party
  theirs: Party | null
}

/**
 * Every paper is signed by the shop, also one without a seal of its own: the signature says who made the file and that nothing in it
 * has changed since, whoever wrote what stands on it.
 */
export async function partiesOf(
  connection: Connection,
  kind: DocumentKind,
  { no, supplier, askedBy }: DrawingFrame,
  { options }: Drawing,
  now: Date,
): Promise<Parties> {
  const rule = DOCUMENT_KINDS[kind]
  const seal = rule.seal === null ? null : await sealInForce(connection, null, rule.seal, beijingDate(now))
  const reason = `${rule.name} ${no}`
  const counter = options?.counter
  const counterSeal = counter?.sealId ? await findSeal(connection, counter.sealId) : null
  return {
    shop: {
      which: { by: 'shop', reason: rule.seal === null ? `${reason}（未用印，只证明文件未改动）` : reason },
      purpose: rule.seal ?? '',
      seal,
      name: supplier.name,
      by: askedBy,
    },
    theirs:
      counter && counterSeal
        ? {
            which: { by: 'company', reason, company: counter.company, signer: counter.signer },
            purpose: counterSeal.purpose,
            seal: counterSeal,
            name: counter.company.name,
            by: counter.signer,
          }
        : null,
  }
}

const chineseDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

function sealDrawing({ seal, name, purpose }: Party): SealDrawing | null {
  if (purpose === '') return null
  return {
    company: seal?.name ?? name,
    purpose: SEAL_PURPOSES[purpose],
    number: seal?.number ?? '',
    ...(seal?.picture && { picture: new Uint8Array(seal.picture) }),
  }
}

/** What of it is drawn on the page; null: no seal stands there. */
export function sealingOf({ shop, theirs }: Parties, { options }: Drawing, { supplier, day }: DrawingFrame): Sealing | null {
  const drawing = sealDrawing(shop)
  if (drawing === null) return null
  const { strip, beside = false, straddling = false, counter } = options ?? {}
  return {
    drawing,
    signedBy: supplier.name,
    date: chineseDay(day),
    ...(strip && { strip }),
    beside,
    straddling,
    ...(counter && {
      counter: {
        drawing: theirs && sealDrawing(theirs),
        signedBy: counter.company.name,
        signer: counter.signer,
        date: chineseDay(counter.date),
      },
    }),
  }
}

export type Signatures = readonly { party: Party; sealed: Sealed }[]

/** One signature behind the other; a party for which nobody signs here leaves its seal on the page alone. */
export async function signAll(
  { signer, seals }: { signer: Signer | null; seals?: SealService },
  drawn: Uint8Array,
  { shop, theirs }: Parties,
  now: Date,
): Promise<{ bytes: Uint8Array; signatures: Signatures }> {
  // What an expired certificate signs no reader believes.
  const service = seals ?? localSeals(signer !== null && isInForce(signer.facts, now) ? signer : null)
  const signatures: { party: Party; sealed: Sealed }[] = []
  let bytes = drawn
  for (const party of theirs === null ? [shop] : [shop, theirs]) {
    const sealed = await service.seal(bytes, party.which, now)
    if (sealed === null) continue
    bytes = sealed.bytes
    signatures.push({ party, sealed })
  }
  return { bytes, signatures }
}
