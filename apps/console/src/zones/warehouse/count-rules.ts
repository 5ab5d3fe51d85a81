import type { CountLineWire } from '#contract/counts.ts'

/** How much more or less there is than the books say; null: not counted yet. */
export const differenceOf = ({ counted, book }: Pick<CountLineWire, 'counted' | 'book'>): number | null =>
  counted === null ? null : counted - book

const plain = (text: string): string => text.replaceAll(' ', '').toUpperCase()

/** The line that a label means: its batch number, else the barcode or code of its goods; of several the one that is not counted yet. */
export function lineMeant(lines: readonly CountLineWire[], scanned: string): CountLineWire | undefined {
  const label = plain(scanned)
  if (label === '') return undefined
  const batch = lines.filter(({ batch_no }) => plain(batch_no) === label)
  const found = batch.length > 0 ? batch : lines.filter(({ barcode, code }) => barcode === label || plain(code) === label)
  return found.find(({ counted }) => counted === null) ?? found[0]
}
