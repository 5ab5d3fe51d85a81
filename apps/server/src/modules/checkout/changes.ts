import { type Fen, yuan } from '#domain/money.ts'
import type { Chosen } from '../cart/public.ts'
import type { Quote } from './store.ts'

export interface Change {
  line_id: number
  goods_id: number
  name: string
  what: 'price' | 'number' | 'added'
  before: string
  after: string
}

/** What differs, line by line, between what step 2 showed and what holds now. */
export function changesSince(quote: Quote | null, lines: readonly Chosen[]): Change[] {
  if (quote === null) return []
  const shown = new Map(quote.lines.map((line) => [line.id, line]))
  return lines.flatMap(({ line }) => {
    const old = shown.get(line.row.id)
    const price = line.price?.price ?? (0 as Fen)
    const about = { line_id: line.row.id, goods_id: line.facts.goodsId, name: line.facts.name }
    if (!old) return [{ ...about, what: 'added' as const, before: '', after: `${line.row.number} ${line.facts.unit}` }]
    const changes: Change[] = []
    if (old.price !== price) changes.push({ ...about, what: 'price', before: yuan(old.price), after: yuan(price) })
    if (old.number !== line.row.number)
      changes.push({ ...about, what: 'number', before: String(old.number), after: String(line.row.number) })
    return changes
  })
}
