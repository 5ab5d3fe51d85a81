import type { DocumentKind } from '#domain/documents.ts'
import type { Paper, PaperOptions } from './drawing/paper.ts'
import type { Supplier } from './supplier-store.ts'

/** How a module describes its papers: what it is told of one, and what it says is to be drawn. */

/** What a kind's drawing is given beside its snapshot. */
export interface DrawingFrame {
  no: string
  version: number
  /** The number of the version that this one replaces; '': none. */
  replacesNo: string
  change: string
  day: string
  supplier: Supplier
  askedBy: string
}

/** Which version of a paper it is, and which it replaces; '': the first. */
export const versionText = ({ version, replacesNo }: Pick<DrawingFrame, 'version' | 'replacesNo'>): string =>
  version > 1 ? `　第 ${version} 版，替代 ${replacesNo}` : ''

/** The buyer's side of a paper that both sign, as it was at the deed. */
export interface CounterSeal {
  company: { id: number; name: string; creditCode: string }
  /** The seal that was used; null: the company has none, its name and the signer stand alone and nobody signs for it. */
  sealId: number | null
  /** The person, with their office. */
  signer: string
  date: string
}

export interface Drawing {
  /** What the frame does not know: size, strip at the foot. */
  options?: Pick<PaperOptions, 'size' | 'landscape' | 'stamp'> & {
    strip?: readonly string[]
    beside?: boolean
    straddling?: boolean
    counter?: CounterSeal
  }
  /** Of these files it is a copy: each of their pages stands on one of its own. */
  copyOf?: readonly number[]
  write: (paper: Paper) => void
}

/** How each kind is drawn from its snapshot; pure. */
export type Drawings = Readonly<Partial<Record<DocumentKind, (snapshot: never, frame: DrawingFrame) => Drawing>>>
