import type { GoodsCardWire } from '#contract/goods.ts'
import { beijingDate, daysBetween } from '#domain/dates.ts'
import { type QuantityAnswer, settleQuantity } from '#domain/quantity.ts'

/** What parts and pages say of a goods, in one voice. */

const TAG_ORDER = ['秒', '特', '优', '满', '换购', '赠', '新']
const TAGS_MAX = 4

/** In their order of weight; at most four stand on a card. */
export function shownTags(tags: readonly string[]): string[] {
  const known = TAG_ORDER.filter((tag) => tags.includes(tag))
  return [...known, ...tags.filter((tag) => !TAG_ORDER.includes(tag))].slice(0, TAGS_MAX)
}

const TAG_NAMES: Record<string, string | undefined> = {
  优: '优选包邮',
  秒: '限时秒杀',
  满: '满减',
  换购: '换购',
  赠: '赠品',
  特: '每日特价',
  新: '新品',
  返: '满额返现',
}
export const tagName = (tag: string): string => TAG_NAMES[tag] ?? tag

export const LOW_STOCK = 100

/** '余 4 个月', '余 20 天', '已过期'; now in ms. */
export function leftUntil(expiry: string, now: number): string {
  const days = daysBetween(beijingDate(new Date(now)), expiry)
  if (days < 0) return '已过期'
  return days < 60 ? `余 ${days} 天` : `余 ${Math.floor(days / 30.4)} 个月`
}

/**
 * What a typed number becomes before it is sent: the same rule as the server's, on what the card tells. The server has
 * the last word; this only says it at once, beside the field.
 */
export function correct(
  wished: number,
  goods: Pick<GoodsCardWire, 'step' | 'min_number' | 'number' | 'qg_number' | 'bzdw'>,
): QuantityAnswer {
  return settleQuantity(
    wished,
    {
      midPack: goods.step,
      casePack: goods.step,
      splittable: false,
      minNumber: goods.min_number,
      wholeCase: false,
      available: goods.number ?? Number.MAX_SAFE_INTEGER,
      limitLeft: goods.qg_number,
    },
    goods.bzdw,
  )
}

/** The most that may be put in: stock and limit, in whole steps; 0 where nothing can be had. */
export function mostOf(goods: Pick<GoodsCardWire, 'step' | 'number' | 'qg_number'>): number {
  const ceiling = Math.min(goods.number ?? Number.MAX_SAFE_INTEGER, goods.qg_number ?? Number.MAX_SAFE_INTEGER)
  return Math.floor(ceiling / goods.step) * goods.step
}

/** 'spec · maker', parts that are missing left out. */
export const about = ({ ypgg, sccj }: Pick<GoodsCardWire, 'ypgg' | 'sccj'>): string => [ypgg, sccj].filter(Boolean).join(' · ')

export const grouped = (count: number): string => count.toLocaleString('en-US')
