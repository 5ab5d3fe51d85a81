import { createThreads } from '../../../../platform/threads.ts'
import type { Signed, SignRequest } from '../signing/signing.ts'

/** A4, or the three-part carbonless forms of 241 × 140 mm that warehouses print on dot matrix: no greys, no fine lines. */
export type PaperSize = 'A4' | 'form'

/** A round seal: drawn from its words, or the picture of it that the operator has given. */
export interface SealDrawing {
  company: string
  /** Below the star; '': none. */
  purpose: string
  /** On the lower arc; '': none. */
  number: string
  picture?: Uint8Array
}

/** Where a seal stands: over the company's name and the date. */
export interface Sealing {
  drawing: SealDrawing
  signedBy: string
  date: string
  /** On each page, in a strip at its foot, with these lines left of it; otherwise at the end of the text. */
  strip?: readonly string[]
  /** Right of the lines to write on and of the place for the stamp (blanks), rather than under all. */
  beside?: boolean
  /** Cut into strips along the right edges of all pages besides. */
  straddling?: boolean
  /** The other party, left of it at the end of the text; drawing null: it has no seal, its name and signer stand alone. */
  counter?: { drawing: SealDrawing | null; signedBy: string; signer: string; date: string }
}

/** Points of 1/72 inch throughout. */
export interface PaperOptions {
  /** Of the file, as readers show it. */
  title: string
  author: string
  size?: PaperSize
  landscape?: boolean
  /** Stands at the foot of every page, left of its number. */
  footer: string
  /** Drawn large and pale over every page: 测试. */
  stamp?: string
  seal?: Sealing
  /** At the top right of the first page: the address as a QR code, and the number under it. */
  code?: { url: string; no: string }
  /** Who waits for it, where somebody does: has one drawn at a time. */
  account?: number
  madeAt: Date
}

export interface Column {
  title: string
  /** Share of the width beside the other columns' shares. */
  share: number
  align?: 'left' | 'right' | 'center'
}

export interface TextStyle {
  size?: number
  bold?: boolean
  faint?: boolean
  align?: 'left' | 'right' | 'center'
  colour?: string
}

/** A paper being drawn from top to bottom; what does not fit goes to the next page. */
export interface Paper {
  heading: (text: string, under?: string) => void
  section: (text: string) => void
  paragraph: (text: string, style?: TextStyle) => void
  /** Names with their values, in so many columns. */
  facts: (facts: readonly (readonly [name: string, value: string])[], columns?: number) => void
  /** Its head is repeated on every page that it reaches. last: rows of sums. */
  table: (columns: readonly Column[], rows: readonly (readonly string[])[], last?: readonly (readonly string[])[]) => void
  /** Lines to write on, and a place for the stamp. */
  blanks: (names: readonly string[], stampHint?: string) => void
  space: (points: number) => void
  /** Begins a new page unless so much room is left. */
  keep: (points: number) => void
  /** Begins a new page. */
  page: () => void
  /** What was measured over time, with the range in which it must stay. */
  curve: (curve: Curve) => void
  /** A picture (JPEG, PNG) as wide as the text, and so high at most. */
  picture: (bytes: Uint8Array, most: number) => void
  /** Specimens of seals in their true size, each with its name under it. */
  seals: (seals: readonly { name: string; drawing: SealDrawing }[]) => void
}

export interface Curve {
  unit: string
  ranges: readonly { lowest: number; highest: number }[]
  /** at: what stands under the axis, the earliest first. */
  points: readonly { at: string; value: number }[]
}

/** One call of a paper's, with what it was given. */
export type Step = { [Name in keyof Paper]: [name: Name, ...words: Parameters<Paper[Name]>] }[keyof Paper]
/** A file that a copy is made of. */
export interface CopySource {
  mime: string
  content: Uint8Array
}
/** What the drawing thread does: draws a paper, signs what somebody drew, or both. */
export interface Task {
  drawing: { options: PaperOptions; steps: readonly Step[]; sources: readonly CopySource[] } | { bytes: Uint8Array }
  signing: SignRequest | null
}

const NAMES = [
  'heading',
  'section',
  'paragraph',
  'facts',
  'table',
  'blanks',
  'space',
  'keep',
  'page',
  'curve',
  'picture',
  'seals',
] as const satisfies readonly (keyof Paper)[]

/**
 * A fifth of a busy machine's time: two papers a second beside buyers who read, more than leave the
 * house in a wholesaler's busiest hour.
 */
const REST_TIMES = 4

/** Papers wait for each other: one takes a tenth of a second, the longest some seconds. */
const draw = createThreads<Task, Signed>({
  module: new URL('./paper-worker.ts', import.meta.url),
  threads: 1,
  waiting: 500,
  timeMs: 60_000,
  memoryMb: 512,
  restTimes: REST_TIMES,
})

/**
 * Copies of files that somebody else made have a thread of their own: a file may be such that it takes all of its time, and no
 * note of a shipment waits for that.
 */
const copy = createThreads<Task, Signed>({
  module: new URL('./paper-worker.ts', import.meta.url),
  threads: 1,
  waiting: 500,
  timeMs: 30_000,
  memoryMb: 512,
  restTimes: REST_TIMES,
})

/** What a paper says, noted down to be drawn elsewhere. */
export function stepsOf(write: (paper: Paper) => void): Step[] {
  const steps: Step[] = []
  write(
    Object.fromEntries(NAMES.map((name) => [name, (...words: unknown[]) => void steps.push([name, ...words] as Step)])) as unknown as Paper,
  )
  return steps
}

/** Draws a paper and signs it, in the drawing thread. sources: it is a copy of these, drawn over them. */
export const makeSigned = (
  options: PaperOptions,
  steps: readonly Step[],
  signing: SignRequest | null,
  sources: readonly CopySource[] = [],
): Promise<Signed> =>
  (sources.length > 0 ? copy : draw)({ drawing: { options, steps, sources }, signing }, { account: options.account ?? null })

/** Signs a PDF that somebody else drew, in the drawing thread; what it holds stays as it is. */
export const signExisting = (bytes: Uint8Array, signing: SignRequest): Promise<Signed> => draw({ drawing: { bytes }, signing })

/**
 * Draws a paper in Chinese and answers its bytes. What is written is only noted down here; a thread of its own draws it, for
 * setting Chinese type takes a fifth of a second in which nobody else would be answered.
 */
export async function makePaper(options: PaperOptions, write: (paper: Paper) => void): Promise<Buffer> {
  const { bytes } = await makeSigned(options, stepsOf(write), null)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
