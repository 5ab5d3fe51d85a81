import { newKey } from '#api-client/new-key.ts'
import type { AddLineWire } from '#contract/cart.ts'
import type { FastBuyRowWire } from '#contract/selfservice.ts'
import type { ListLine } from '../../parts/quick/quick-lines.ts'

/** A line as it is kept: enough to read it again with today's prices. */
export interface KeptLine {
  text: string
  asked: number | null
  cases: boolean
  problem: string
  /** The goods that the buyer chose; 0: whatever the text means. */
  chosen: number
  /** Units as the buyer left them; 0: as written. */
  number: number
  on: boolean
}

/** Goods ticked in the history, with what is needed to show and add them from any page of it. */
export interface PickedGoods extends Omit<FastBuyRowWire['goods'], 'reasons' | 'goods_image' | 'offer'> {
  wanted: number
}

/** What one company works on in this browser: nothing of it is lost when the page is loaded again. */
export interface Draft {
  lines: readonly KeptLine[]
  picks: readonly PickedGoods[]
  /** A list that was sent, and the key that it was sent under: sent again unchanged it is the same sending. */
  sent: { key: string; list: string } | null
}

export const EMPTY: Draft = { lines: [], picks: [], sent: null }

type Store = Pick<Storage, 'getItem' | 'setItem'>

const nameOf = (companyId: number) => `quick-order:${companyId}`
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isLine = (value: unknown): value is KeptLine =>
  isRecord(value) && typeof value.text === 'string' && typeof value.chosen === 'number' && typeof value.number === 'number'
const isPick = (value: unknown): value is PickedGoods =>
  isRecord(value) && typeof value.id === 'number' && typeof value.wanted === 'number' && typeof value.name === 'string'

export function readDraft(store: Store, companyId: number): Draft {
  const text = store.getItem(nameOf(companyId))
  if (!text) return EMPTY
  try {
    const kept: unknown = JSON.parse(text)
    if (!isRecord(kept)) return EMPTY
    const { lines, picks, sent } = kept
    return {
      lines: Array.isArray(lines) ? lines.filter(isLine) : [],
      picks: Array.isArray(picks) ? picks.filter(isPick) : [],
      sent: isRecord(sent) && typeof sent.key === 'string' && typeof sent.list === 'string' ? { key: sent.key, list: sent.list } : null,
    }
  } catch {
    return EMPTY // written by something else
  }
}

/** False: the browser keeps nothing (private window, full). */
export function writeDraft(store: Store, companyId: number, draft: Draft): boolean {
  try {
    store.setItem(nameOf(companyId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export const keptLine = (line: ListLine): KeptLine => ({
  text: line.text,
  asked: line.asked,
  cases: line.cases,
  problem: line.problem,
  chosen: line.own ? line.goodsId : 0,
  number: line.number,
  on: line.on,
})

/** The key for a list: the one it was sent under before, when no answer came and nothing has changed since. */
export function keyFor(draft: Draft, list: readonly AddLineWire[]): { key: string; list: string } {
  const text = JSON.stringify(list.map(({ goods_id, number }) => [goods_id, number]))
  return draft.sent?.list === text ? draft.sent : { key: newKey(), list: text }
}
