import type { PriceKind } from '#contract/prices-desk.ts'
import { type Fen, yuan } from '#domain/money.ts'

/** One price of a goods, and what it is meant to become; null: there is none, and what stands behind it counts. */
export interface PriceStep {
  kind: Exclude<PriceKind, 'cost' | 'floor'>
  rank: string
  companyId: number | null
  number: number | null
  /** For people: A 级, 半夏连锁, 满 50. */
  of: string
  before: Fen | null
  after: Fen | null
  /** What is paid where this price is not there, before and after the change. */
  behindBefore: Fen | null
  behindAfter: Fen | null
  /** The highest that clerks brought it down from within a day, or what it was when it was taken away; null: neither. */
  lately: Fen | null
}

export interface PriceBounds {
  cost: Fen | null
  floor: Fen | null
  /** Per cent. */
  mostCut: number
}

/** ofCost: it tells where cost or floor lie, or by whose offers a price falls below them. */
export interface Reason {
  text: string
  ofCost: boolean
}

/** What one person may cut where the shop has not said. */
export const CUT_PERCENT = 20

const NAMES = { base: '基准价', rank: '等级价', company: '企业专价', ladder: '阶梯价' } as const

/**
 * Why a change of prices is not one person's to make: below cost, below the floor, or cut by more than the set share, in however many steps of
 * a day. Empty: it is. The one place that decides; what costs nobody anything (a suggested retail price, a price that goes up) needs nobody.
 */
export function needsApproval(steps: readonly PriceStep[], { cost, floor, mostCut }: PriceBounds): Reason[] {
  return steps.flatMap(({ kind, of, before, after, behindBefore, behindAfter, lately }) => {
    if (kind === 'retail') return []
    const [was, becomes] = [before ?? behindBefore, after ?? behindAfter]
    if (becomes === null || was === becomes) return []
    const name = `${of}${NAMES[kind]} ¥${yuan(becomes)}`
    const falls = was === null || becomes < was
    if (!falls) return []
    const from = was === null || (lately !== null && lately > was) ? lately : was
    const isCut = from !== null && (from - becomes) * 100 > from * mostCut
    const than = from === was ? '现在的' : '一天之内的'
    return [
      ...(cost !== null && becomes < cost ? [{ text: `${name} 低于成本价`, ofCost: true }] : []),
      ...(floor !== null && becomes < floor ? [{ text: `${name} 低于底价`, ofCost: true }] : []),
      ...(isCut
        ? [
            {
              text: `${name} 比${was === null ? '原来的' : than} ¥${yuan(from)} 降了 ${cutText(from, becomes)}%，超过一人可定的 ${mostCut}%`,
              ofCost: false,
            },
          ]
        : []),
    ]
  })
}

/** Cost and floor hold prices up: how far one person may lower them is as far as he may cut a price. */
export interface GuardStep {
  name: string
  before: Fen | null
  after: Fen | null
  /** The highest of a day, or what it was when it was taken away; null: neither. */
  lately: Fen | null
}

export function loweredGuards(steps: readonly GuardStep[], mostCut: number): string[] {
  return steps.flatMap(({ name, before, after, lately }) => {
    const from = before === null || (lately !== null && lately > before) ? lately : before
    if (from === null || before === after) return []
    if (after === null) return [`取消${name} ¥${yuan(from)}`]
    if ((before !== null && after >= before) || (from - after) * 100 <= from * mostCut) return []
    return [`${name} ¥${yuan(from)} 降为 ¥${yuan(after)}，降了 ${cutText(from, after)}%，超过一人可定的 ${mostCut}%`]
  })
}

/** For so long what one person lowered of them still holds prices up: else he lowers them first, and then the price. */
export const GUARD_DAYS = 30

/** One decimal, never less than it is: 20.01 % is not shown as 20. */
const cutText = (was: Fen, becomes: Fen): string => (Math.ceil(((was - becomes) * 1000) / was) / 10).toString()
