import type { BodyOf } from '#contract/call.ts'
import type { staffPricesSave } from '#contract/prices-desk.ts'
import { amountFault, type Fen, fenFromYuan, yuan } from '#domain/money.ts'
import { ladderStep } from '#domain/price.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import type { PriceStep } from './needs-approval.ts'
import type { PricesRow } from './store.ts'

const MOST = 1_000_000_00
export const shown = (amount: Fen | null): string | null => (amount === null ? null : yuan(amount))

/** What somebody typed into a field of a price; '' is none. */
export function readTyped(errors: FieldError[], field: string, text: string): Fen | null {
  if (text.trim() === '') return null
  const amount = fenFromYuan(text)
  const fault = amount === null ? amountFault(text) : amount <= 0 ? '价格要大于 0' : amount > MOST ? '金额过大' : null
  if (fault !== null) errors.push({ field, message: fault })
  return fault === null ? amount : null
}

export interface Wish {
  base: Fen | null
  retail: Fen | null
  ladderType: number
  ranks: { rank: string; price: Fen }[]
  ladder: { number: number; price: Fen }[]
}

/** A list that is not there is a list of nothing. */
export function readWish({
  ranks: typedRanks = [],
  ladder: typedSteps = [],
  ...body
}: Omit<BodyOf<typeof staffPricesSave>, 'reason' | 'version'>): Wish {
  const errors: FieldError[] = []
  const ranks = typedRanks.flatMap(({ rank, price }, at) => {
    const amount = readTyped(errors, `ranks[${at}].price`, price)
    if (typedRanks.some((other, place) => place < at && other.rank.trim() === rank.trim()))
      errors.push({ field: `ranks[${at}].rank`, message: `等级 ${rank} 写了两次` })
    return amount === null ? [] : [{ rank: rank.trim(), price: amount }]
  })
  const ladder = typedSteps.map(({ number, price }, at) => {
    const amount = readTyped(errors, `ladder[${at}].price`, price)
    if (price.trim() === '') errors.push({ field: `ladder[${at}].price`, message: '请填写这一阶的价格' })
    if (typedSteps.some((other, place) => place < at && other.number === number))
      errors.push({ field: `ladder[${at}].number`, message: `数量 ${number} 写了两次` })
    return { number, price: amount ?? (1 as Fen) }
  })
  const base = readTyped(errors, 'base', body.base)
  const retail = readTyped(errors, 'retail', body.retail)
  if (errors.length > 0) throw fieldErrors(errors)
  return { base, retail, ladderType: body.ladder_type, ranks, ladder: ladder.sort((a, b) => a.number - b.number) }
}

export const NO_OWNER = { rank: '', companyId: null, number: null, of: '' }

/** Each price that becomes another. */
export function stepsOf(row: PricesRow, wish: Wish): PriceStep[] {
  const behind = { behindBefore: row.base, behindAfter: wish.base, lately: null }
  const ranks = [...new Set([...row.ranks, ...wish.ranks].map(({ rank }) => rank))]
  const numbers = [...new Set([...row.ladder, ...wish.ladder].map(({ number }) => number))]
  const steps: PriceStep[] = [
    { kind: 'base', ...NO_OWNER, before: row.base, after: wish.base, behindBefore: null, behindAfter: null, lately: null },
    { kind: 'retail', ...NO_OWNER, before: row.retail, after: wish.retail, behindBefore: null, behindAfter: null, lately: null },
    ...ranks.map((rank): PriceStep => {
      const at = (list: PricesRow['ranks']) => list.find((one) => one.rank === rank)?.price ?? null
      return { kind: 'rank', ...NO_OWNER, rank, of: `${rank} 级`, before: at(row.ranks), after: at(wish.ranks), ...behind }
    }),
    ...numbers.map((number): PriceStep => {
      const at = (list: PricesRow['ladder']) => list.find((one) => one.number === number)?.price ?? null
      return { kind: 'ladder', ...NO_OWNER, number, of: `${number} ${row.unit}`, before: at(row.ladder), after: at(wish.ladder), ...behind }
    }),
  ]
  return steps.filter(({ before, after }) => before !== after)
}

/** Of a ladder type 1 each step counts up to its number, of the other from its number on: what a buyer of so many pays by it. */
const paidBy = ({ ladder, ladderType }: Pick<Wish, 'ladder' | 'ladderType'>, count: number) =>
  ladderStep({ type: ladderType, steps: ladder }, count)

/**
 * The ladder by what is paid for a number of pieces, at and beside each of its steps: moving a number, taking a step away or reading the
 * ladder the other way round changes prices without changing one. Each change of a price once.
 */
export function ladderSteps(row: PricesRow, wish: Wish): PriceStep[] {
  const numbers = [...wish.ladder, ...row.ladder].map(({ number }) => number)
  const counts = [...new Set([...numbers, ...numbers.flatMap((number) => [number - 1, number + 1]), 1])].filter((count) => count > 0)
  const seen = new Set<string>()
  return counts.flatMap((count): PriceStep[] => {
    const [was, becomes] = [paidBy(row, count), paidBy(wish, count)]
    const [before, after] = [was?.price ?? null, becomes?.price ?? null]
    const key = `${before ?? ''}>${after ?? ''}`
    if (before === after || seen.has(key)) return []
    seen.add(key)
    const behind = { behindBefore: row.base, behindAfter: wish.base, lately: null }
    return [{ kind: 'ladder', ...NO_OWNER, number: was?.number ?? count, of: `${count} ${row.unit}`, before, after, ...behind }]
  })
}

export const keyOf = ({ kind, rank, number, companyId }: PriceStep): string =>
  [kind, rank, number ?? '', companyId ?? ''].filter((part) => part !== '').join('.')
