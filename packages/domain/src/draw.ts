import { withoutBrackets } from './brackets.ts'

/**
 * The prize draw (specification sections 3, 8, 9). The lots are laid out in a row, each as wide as its weight; a random
 * whole number below the sum falls on one of them. Row and number are kept with the record, so that anybody can reckon it
 * again with verifyRecord.
 */

export type PrizeKind = 'none' | 'points' | 'coupon' | 'voucher' | 'goods'

export interface PrizeLot {
  id: number
  kind: PrizeKind
  /** A whole number above zero; the chance is its share of the sum. */
  weight: number
  /** What is still there; null = without end. */
  left: number | null
}

/** A prize in the row, as the record keeps it. */
export interface LaidOut {
  prize_id: number
  weight: number
}

const isThere = ({ left }: PrizeLot): boolean => left === null || left > 0

/**
 * The prizes that are still there, in the order given. What is gone leaves its share to not winning, so that the odds of the others stay as they
 * were published; a draw that always wins has nothing to leave it to, and shares it out.
 */
export function layOut(lots: readonly PrizeLot[]): LaidOut[] {
  const there = lots.filter(isThere)
  const gone = lots.filter((lot) => !isThere(lot)).reduce((sum, { weight }) => sum + weight, 0)
  const blank = there.find(({ kind }) => kind === 'none')
  return there.map((lot) => ({ prize_id: lot.id, weight: lot === blank ? lot.weight + gone : lot.weight }))
}

/** The random value lies below this. */
export const rangeOf = (row: readonly LaidOut[]): number => row.reduce((sum, lot) => sum + lot.weight, 0)

/** Which prize of the row the value falls on. Throws where it falls beside the row: such a value is a bug, not luck. */
export function pickPrize(row: readonly LaidOut[], randomValue: number): number {
  if (!Number.isSafeInteger(randomValue) || randomValue < 0) throw new RangeError(`not a random value: ${randomValue}`)
  let end = 0
  for (const lot of row) {
    end += lot.weight
    if (randomValue < end) return lot.prize_id
  }
  throw new RangeError(`${randomValue} is not below ${end}`)
}

export interface RecordedDraw {
  weights: readonly LaidOut[]
  randomRange: number
  randomValue: number
  prizeId: number | null
}

/** Reckons a recorded draw again: does its value fall on its prize? */
export function verifyRecord({ weights, randomRange, randomValue, prizeId }: RecordedDraw): boolean {
  return (
    rangeOf(weights) === randomRange &&
    Number.isSafeInteger(randomValue) &&
    randomValue >= 0 &&
    randomValue < randomRange &&
    pickPrize(weights, randomValue) === prizeId
  )
}

export interface DrawTally {
  perDay: number
  /** Draws of this Beijing day, extra ones too. */
  drawnToday: number
  granted: number
  used: number
}

export interface DrawChances {
  left: number
  /** The next draw takes an extra chance: those of the day go first, for they end with it. */
  nextIsExtra: boolean
}

export function chancesOf({ perDay, drawnToday, granted, used }: DrawTally): DrawChances {
  const ofToday = Math.max(0, perDay - drawnToday)
  return { left: ofToday + Math.max(0, granted - used), nextIsExtra: ofToday === 0 }
}

export interface DrawTerms {
  startsAt: Date
  endsAt: Date
  isOpen: boolean
  perDay: number
}

export interface Drawer {
  /** What stands against the company itself; empty = nothing. */
  refusal: string
  /** The draw is for companies like this one. */
  isInvited: boolean
}

/** Runs now, whoever asks. */
export const isRunning = (draw: Omit<DrawTerms, 'perDay'>, now: Date): boolean => draw.isOpen && draw.startsAt <= now && now < draw.endsAt

/** Why this company may not draw now; empty where it may. */
export function whyNotDraw(draw: DrawTerms, drawer: Drawer, chancesLeft: number, hasPrizes: boolean, now: Date): string {
  if (now >= draw.endsAt) return '活动已结束'
  if (!draw.isOpen) return '活动已暂停'
  if (now < draw.startsAt) return '活动未开始'
  if (drawer.refusal) return drawer.refusal
  if (!drawer.isInvited) return '本次抽奖面向指定客户'
  if (!hasPrizes) return '奖品已全部抽完'
  if (chancesLeft < 1) return draw.perDay > 0 ? '今天的抽奖机会已用完，明天再来' : '暂无抽奖机会'
  return ''
}

/** The sort of business, which everybody may read on its own. */
const ENDINGS =
  /(大药房|药房|药店|药行|中医诊所|诊所|门诊部|卫生室|卫生站|卫生院|医院|医药公司|有限责任公司|有限公司|公司|服务中心|中心|集团)$/

/** 贵阳***大药房: where a winner is and what it is, not who. */
export function hiddenName(name: string, city: string): string {
  const plain = withoutBrackets(name).trim()
  const ending = ENDINGS.exec(plain)?.[0] ?? ''
  const place = city.replace(/(自治州|地区|市|盟)$/, '')
  return `${place || plain.slice(0, 1)}***${ending}`
}
