import { QUICK_LINES_MAX } from '#contract/constants.ts'
import type { QuickAnswerWire, QuickLineWire } from '#contract/selfservice.ts'
import { admits } from '#domain/eligibility.ts'
import type { QuickLine } from '#domain/quick-list.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { type ReadyJson, readyJson } from '../../../platform/http.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { type GoodsFacts, rememberedFacts, toCards } from '../../goods/catalogue/public.ts'
import type { Identified, SearchIndex } from '../../goods/search/public.ts'
import { boughtWire } from './history.ts'
import { offShelfOf } from './off-shelf.ts'
import type { Turn } from './turns.ts'
import { allBought, type BoughtRow } from './views.ts'

/** Goods to choose from for one line. */
const CANDIDATES_MAX = 6
/** Goods that are read, and written, in one stretch: some milliseconds. */
const STRETCH = 200
function* parts<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += STRETCH) yield list.slice(from, from + STRETCH)
}

/** A line as it was read, and the goods that the buyer chose for it before. */
export interface AskedLine extends QuickLine {
  chosen: number
}

/** A list as it was read. left: lines beyond the most that one list may have. */
export interface AskedList {
  lines: readonly AskedLine[]
  left: number
}

export interface MatchDeps {
  database: DatabaseHandle
  search: SearchIndex
}
type Buyer = Viewer & { company: ViewerCompany }
interface IdentifiedLine {
  line: AskedLine
  answer: Identified
}
/** Nothing that is on the shelf is what was written. */
const isUnplaced = ({ line, answer }: IdentifiedLine) => line.chosen === 0 && (answer.fit === 'none' || answer.fit === 'similar')

/** What the lines mean, with today's prices and stock. A few reads of the database, however many lines there are. */
export async function matchLines(
  { database, search }: MatchDeps,
  viewer: Buyer,
  { lines: asked, left }: AskedList,
  now: Date,
  turn: Turn,
): Promise<QuickAnswerWire> {
  const { company } = viewer
  const lines = asked.slice(0, QUICK_LINES_MAX)
  const bought = new Map((await allBought(database.db, company.id)).map((row) => [row.goodsId, row]))
  const usual = new Set(bought.keys())
  const identified: IdentifiedLine[] = []
  for (const line of lines) {
    await turn()
    identified.push({ line, answer: search.identify({ text: line.text, usual, limit: CANDIDATES_MAX }, viewer) })
  }
  const offShelf = await offShelfOf(
    database,
    identified.filter(isUnplaced).map(({ line }) => line.text),
    turn,
  )
  const gone = new Set(offShelf.values())
  const ids = new Set([...gone, ...identified.flatMap(({ line, answer }) => (line.chosen > 0 ? [line.chosen, ...answer.ids] : answer.ids))])
  const cards: QuickAnswerWire['goods'] = []
  // Who was never shown a goods is not told either that it is gone.
  const isTold = (one: GoodsFacts | null): one is GoodsFacts =>
    one !== null && !(gone.has(one.goodsId) && !admits(one.availability, company))
  for (const part of parts([...ids])) {
    await turn()
    const facts = await rememberedFacts(
      database,
      part.map((goodsId) => ({ goodsId })),
      company,
      now,
    )
    await turn()
    for (const card of toCards(facts.filter(isTold), company, now)) cards.push({ ...card, ...boughtWire(bought.get(card.id)) })
  }
  const there = new Set(cards.map((card) => card.id))
  return {
    lines: identified.map((one) => {
      const goneId = isUnplaced(one) ? (offShelf.get(one.line.text) ?? 0) : 0
      if (there.has(goneId)) return goneWire(one.line, goneId, one.answer.ids)
      // A goods that was chosen before may not exist any more.
      const wire = lineWire(one.line, one.answer, bought)
      return wire.goods_id > 0 && !there.has(wire.goods_id) ? { ...wire, goods_id: 0, state: 'choose' } : wire
    }),
    goods: cards,
    left_out: left + asked.length - lines.length,
  }
}

/** The answer as JSON, written in stretches: thousands of goods at once would keep everybody waiting. */
export async function writeAnswer({ lines, goods, left_out }: QuickAnswerWire, turn: Turn): Promise<ReadyJson> {
  const pieces: Buffer[] = []
  for (const [name, list] of [
    ['lines', lines],
    ['goods', goods],
  ] as const) {
    pieces.push(Buffer.from(`${name === 'lines' ? '{' : ','}"${name}":[`))
    let isFirst = true
    for (const part of parts<unknown>(list)) {
      await turn()
      pieces.push(Buffer.from(`${isFirst ? '' : ','}${JSON.stringify(part).slice(1, -1)}`))
      isFirst = false
    }
    pieces.push(Buffer.from(']'))
  }
  return readyJson(...pieces, Buffer.from(`,"left_out":${left_out}}`))
}

const BY: Readonly<Record<Identified['by'], string>> = {
  code: '商品编码',
  barcode: '条形码',
  approval: '批准文号',
  name: '名称规格',
  '': '',
}

const baseOf = ({ line, text, number, cases, problem }: AskedLine, candidates: number[]) => ({
  line,
  text,
  number,
  cases: cases ? (1 as const) : (0 as const),
  problem,
  candidates,
})

/** Sold no longer: its card says so, and what comes near may be taken instead. */
function goneWire(line: AskedLine, goodsId: number, similar: readonly number[]): QuickLineWire {
  const note = similar.length > 0 ? '可换一种相近商品' : '没有相近商品'
  return { ...baseOf(line, [goodsId, ...similar]), goods_id: goodsId, state: 'matched', note }
}

function lineWire(line: AskedLine, { fit, by, ids }: Identified, bought: ReadonlyMap<number, BoughtRow>): QuickLineWire {
  const base = baseOf(line, ids)
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
