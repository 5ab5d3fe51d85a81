import type { BodyOf } from '#contract/call.ts'
import type { ReceivingFormWire } from '#contract/receiving.ts'

export type DueLine = ReceivingFormWire['lines'][number]
type Line = BodyOf<typeof import('#contract/receiving.ts').receivingSubmit>['lines'][number]
export type RefusedFor = NonNullable<Line['refused_for']>

export const KINDS = [
  ['short', '短少'],
  ['damaged', '破损'],
  ['wrong', '错货'],
  ['refused', '拒收'],
] as const
export type Kind = (typeof KINDS)[number][0]

/** What differs of a batch; a batch that is not in it arrived as it was sent. */
export interface Counted extends Record<Kind, number> {
  refusedFor: RefusedFor
  note: string
}
export type Draft = Readonly<Record<number, Counted>>

const NONE: Counted = { short: 0, damaged: 0, wrong: 0, refused: 0, refusedFor: 'quality', note: '' }
export const countedOf = (draft: Draft, line: DueLine): Counted => draft[line.id] ?? NONE

const differing = (counted: Counted): number => KINDS.reduce((sum, [kind]) => sum + counted[kind], 0)
export const acceptedOf = (line: DueLine, counted: Counted): number => line.due - differing(counted)
export const differs = (counted: Counted): boolean => differing(counted) > 0

/** A number of units takes the rest out of what is good: never more than there are. */
export function withCount(draft: Draft, line: DueLine, kind: Kind, number: number): Draft {
  const old = countedOf(draft, line)
  const others = differing(old) - old[kind]
  return { ...draft, [line.id]: { ...old, [kind]: Math.max(0, Math.min(number, line.due - others)) } }
}
export const withWords = (draft: Draft, line: DueLine, words: Partial<Pick<Counted, 'refusedFor' | 'note'>>): Draft => ({
  ...draft,
  [line.id]: { ...countedOf(draft, line), ...words },
})

/** Cold goods have one fault only: their quality. */
export const isShut = (line: DueLine, kind: Kind): boolean =>
  line.due === 0 || (line.cold_chain === 1 && (kind === 'damaged' || kind === 'wrong'))

/** Which pictures are wanted for what was counted. */
export function photosWanted(lines: readonly DueLine[], draft: Draft): { damaged: boolean; wrong: boolean; quality: boolean } {
  const some = (of: (counted: Counted) => boolean) => lines.some((line) => of(countedOf(draft, line)))
  return {
    damaged: some((one) => one.damaged > 0),
    wrong: some((one) => one.wrong > 0),
    quality: some((one) => one.refused > 0 && one.refusedFor === 'quality'),
  }
}

export interface Sums extends Record<Kind, number> {
  accepted: number
  /** Applications that will be made: one a reason. */
  claims: number
}
export function sumsOf(lines: readonly DueLine[], draft: Draft): Sums {
  const sums: Sums = { accepted: 0, short: 0, damaged: 0, wrong: 0, refused: 0, claims: 0 }
  const reasons = new Set<string>()
  for (const line of lines) {
    const counted = countedOf(draft, line)
    sums.accepted += acceptedOf(line, counted)
    for (const [kind] of KINDS) {
      sums[kind] += counted[kind]
      if (counted[kind] > 0) reasons.add(kind === 'refused' ? counted.refusedFor : kind)
    }
  }
  return { ...sums, claims: reasons.size }
}

/** As the server takes them; what was applied for already is not counted again. */
export const linesOf = (lines: readonly DueLine[], draft: Draft): Line[] =>
  lines
    .filter((line) => line.due > 0)
    .map((line) => {
      const { refusedFor, note, ...numbers } = countedOf(draft, line)
      return {
        id: line.id,
        accepted: acceptedOf(line, countedOf(draft, line)),
        ...numbers,
        ...(numbers.refused > 0 && { refused_for: refusedFor }),
        ...(note.trim() && { note: note.trim() }),
      }
    })
