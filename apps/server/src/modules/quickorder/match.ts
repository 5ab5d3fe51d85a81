import { QUICK_LINES_MAX } from '#contract/constants.ts'
import type { QuickAnswerWire, QuickLineWire } from '#contract/selfservice.ts'
import type { QuickLine } from '#domain/quick-list.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import type { Viewer, ViewerCompany } from '../../platform/viewer.ts'
import { rememberedFacts, toCards } from '../catalogue/public.ts'
import type { Identified, SearchIndex } from '../search/public.ts'
import { boughtWire } from './history.ts'
import { allBought, type BoughtRow } from './views.ts'

/** Goods to choose from for one line. */
const CANDIDATES_MAX = 6
/** So many lines are looked up in one go before other requests have their turn. */
const LINES_A_TURN = 40

/** A line as it was read, and the goods that the buyer chose for it before. */
export interface AskedLine extends QuickLine {
  chosen: number
}

export interface MatchDeps {
  database: DatabaseHandle
  search: SearchIndex
}
type Buyer = Viewer & { company: ViewerCompany }

/** What the lines mean, with today's prices and stock. Two reads of the database, however many lines there are. */
export async function matchLines(
  { database, search }: MatchDeps,
  viewer: Buyer,
  asked: readonly AskedLine[],
  now: Date,
): Promise<QuickAnswerWire> {
  const lines = asked.slice(0, QUICK_LINES_MAX)
  const bought = new Map((await allBought(database.db, viewer.company.id)).map((row) => [row.goodsId, row]))
  const usual = new Set(bought.keys())
  const found: QuickLineWire[] = []
  for (const [at, line] of lines.entries()) {
    if (at > 0 && at % LINES_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    const identified = search.identify({ text: line.text, usual, limit: CANDIDATES_MAX }, viewer)
    found.push(lineWire(line, identified, bought))
  }
  const ids = [...new Set(found.flatMap(({ candidates, goods_id }) => (goods_id > 0 ? [...candidates, goods_id] : candidates)))]
  const facts = await rememberedFacts(
    database,
    ids.map((goodsId) => ({ goodsId })),
    viewer.company,
    now,
  )
  const cards = toCards(
    facts.flatMap((one) => one ?? []),
    viewer.company,
    now,
  )
  const there = new Set(cards.map((card) => card.id))
  return {
    // A goods that was chosen before may be gone since.
    lines: found.map((line) => (line.goods_id > 0 && !there.has(line.goods_id) ? { ...line, goods_id: 0, state: 'choose' } : line)),
    goods: cards.map((card) => ({ ...card, ...boughtWire(bought.get(card.id)) })),
    left_out: Math.max(0, asked.length - QUICK_LINES_MAX),
  }
}

const BY: Readonly<Record<Identified['by'], string>> = {
  code: '商品编码',
  barcode: '条形码',
  approval: '批准文号',
  name: '名称规格',
  '': '',
}

function lineWire(line: AskedLine, { fit, by, ids }: Identified, bought: ReadonlyMap<number, BoughtRow>): QuickLineWire {
  const { line: number, text, cases, problem } = line
  const base = { line: number, text, number: line.number, cases: cases ? (1 as const) : (0 as const), problem, candidates: ids }
  if (line.chosen > 0)
    return { ...base, candidates: [...new Set([line.chosen, ...ids])], goods_id: line.chosen, state: 'matched', note: '由您选定' }
  const [first = 0] = ids
  if (first === 0) return { ...base, goods_id: 0, state: 'none', note: '没有找到，可改写后再试，或提交求购' }
  if (fit === 'one') return { ...base, goods_id: first, state: 'matched', note: `${BY[by]}一致` }
  if (fit === 'likely') return { ...base, goods_id: first, state: 'check', note: '只找到这一种，请核对' }
  // Bought before come first: a single one of them is what is meant nearly always.
  const known = ids.filter((id) => bought.has(id))
  if (fit === 'several' && known.length === 1) return { ...base, goods_id: first, state: 'check', note: '按您的采购记录选定，请核对' }
  return {
    ...base,
    goods_id: 0,
    state: 'choose',
    note: fit === 'similar' ? '没有完全一致的，以下为相近商品' : `有 ${ids.length} 种符合，请选择`,
  }
}
