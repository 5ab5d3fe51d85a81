import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import type { QuickAnswerWire, QuickGoodsWire, QuickLineWire } from '#contract/selfservice.ts'
import { add, fenFromYuan, yuan, ZERO } from '#domain/money.ts'
import { correct } from '../goods-facts.ts'
import { quoted } from '../goods-table/quoted.ts'

/** One line of the list that is being bought. */
export interface ListLine {
  /** Its own for as long as the list stands. */
  key: number
  text: string
  /** As it was written; null: no number was. */
  asked: number | null
  cases: boolean
  problem: string
  note: string
  /** choose: several to choose from; none: nothing was found. */
  state: QuickLineWire['state']
  goodsId: number
  candidates: readonly number[]
  /** The buyer chose the goods. */
  own: boolean
  /** Units to buy, already brought to whole steps; 0 while no goods is chosen. */
  number: number
  /** What the number was corrected to, and why. */
  correction: string
  /** Ticked: it goes into the cart with the others. */
  on: boolean
  /** Why the server did not add it. */
  refused: string
}

export type GoodsById = ReadonlyMap<number, QuickGoodsWire>

const wished = (line: Pick<ListLine, 'asked' | 'cases'>, goods: QuickGoodsWire): number =>
  line.asked === null ? goods.min_number : line.asked * (line.cases ? goods.case_pack : 1)

/** Brings a wished number of units to what may be bought, and says what became of it. */
export function settled(number: number, goods: QuickGoodsWire, said = ''): { number: number; correction: string } {
  const answer = correct(number, goods)
  const words = answer.corrections[0]?.message ?? ''
  // What cannot be had at all keeps its wish: its reason says why.
  return { number: answer.number || number, correction: [said, words].filter(Boolean).join('，') }
}

/** The number that was written, for these goods. */
function firstNumber(line: Pick<ListLine, 'asked' | 'cases'>, goods: QuickGoodsWire): { number: number; correction: string } {
  if (line.asked === null) return settled(goods.min_number, goods, '没有写数量，按起订量')
  const number = wished(line, goods)
  return settled(number, goods, line.cases ? `${line.asked} 件为 ${number} ${goods.bzdw}` : '')
}

export function linesFrom(answer: QuickAnswerWire, firstKey: number): ListLine[] {
  const goods = new Map(answer.goods.map((one) => [one.id, one]))
  return answer.lines.map((line, at) => {
    const plain = {
      key: firstKey + at,
      text: line.text,
      asked: line.number,
      cases: line.cases === 1,
      problem: line.problem,
      note: line.note,
      state: line.state,
      goodsId: line.goods_id,
      candidates: line.candidates,
      own: false,
      number: 0,
      correction: '',
      on: true,
      refused: '',
    }
    const chosen = goods.get(line.goods_id)
    return chosen ? { ...plain, ...firstNumber(plain, chosen) } : plain
  })
}

/** The buyer takes one of the candidates. */
export function chosen(line: ListLine, goods: QuickGoodsWire): ListLine {
  return { ...line, state: 'matched', note: '由您选定', goodsId: goods.id, own: true, on: true, refused: '', ...firstNumber(line, goods) }
}

export type Standing = 'ready' | 'check' | 'blocked' | 'choose' | 'none'

export function standingOf(line: ListLine, goods: GoodsById): Standing {
  const one = goods.get(line.goodsId)
  if (!one) return line.state === 'none' ? 'none' : 'choose'
  if (one.is_buy === 0) return 'blocked'
  return line.state === 'check' ? 'check' : 'ready'
}

/** Lines that go into the cart. */
export const toBuy = (lines: readonly ListLine[], goods: GoodsById): ListLine[] =>
  lines.filter((line) => line.on && ['ready', 'check'].includes(standingOf(line, goods)))

export function amountOf(line: ListLine, goods: GoodsById): string | null {
  const one = goods.get(line.goodsId)
  return one ? (quoted(one, line.number)?.amount ?? null) : null
}

/** What it comes to at today's prices, before reductions; the cart has the last word. */
export const sumOf = (amounts: readonly (string | null)[]): string =>
  yuan(add(...amounts.map((amount) => (amount === null ? ZERO : (fenFromYuan(amount) ?? ZERO)))))

/** For each line the place of the earlier one with the same goods. */
export function duplicatesOf(lines: readonly ListLine[]): ReadonlyMap<number, number> {
  const first = new Map<number, number>()
  const found = new Map<number, number>()
  for (const [at, { key, goodsId }] of lines.entries()) {
    if (goodsId === 0) continue
    const before = first.get(goodsId)
    if (before === undefined) first.set(goodsId, at + 1)
    else found.set(key, before)
  }
  return found
}

/** Lines of one goods become one line with all their units. */
export function merged(lines: readonly ListLine[], goods: GoodsById): ListLine[] {
  const places = new Map<number, number>()
  const kept: ListLine[] = []
  for (const line of lines) {
    const at = line.goodsId === 0 ? undefined : places.get(line.goodsId)
    const before = at === undefined ? undefined : kept[at]
    const one = goods.get(line.goodsId)
    if (at !== undefined && before && one) kept[at] = { ...before, own: true, ...settled(before.number + line.number, one) }
    else {
      if (line.goodsId > 0) places.set(line.goodsId, kept.length)
      kept.push(line)
    }
  }
  return kept
}

/** As little as the server needs: a thousand lines must fit one form. */
export function addLineOf(goods: Pick<QuickGoodsWire, 'id' | 'price' | 'goods_price_id'>, number: number): AddLineWire {
  return {
    goods_id: goods.id,
    number,
    ...(goods.price !== null && { price: goods.price }),
    ...(goods.goods_price_id > 0 && { goods_price_id: goods.goods_price_id }),
  }
}

/** What was added is done and leaves the list; what was not stays with its reason. sent: the lines in the order of the answer. */
export function afterAdding(lines: readonly ListLine[], sent: readonly ListLine[], answer: AddAnswerWire): ListLine[] {
  const fate = new Map(sent.map((line, at) => [line.key, answer.lines[at]]))
  return lines.flatMap((line) => {
    const added = fate.get(line.key)
    if (!added) return [line]
    return added.id > 0 ? [] : [{ ...line, refused: added.reasons[0]?.message ?? '暂不能购买' }]
  })
}
