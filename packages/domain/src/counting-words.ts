import { folded } from './folding.ts'

/** Numbers as people write them in a list of goods: 20, 1,000, 20盒, ×5, 二十盒, 两件. */

const DIGITS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'〇一二三四五六七八九'].map((sign, digit) => [sign, digit])),
  ...Object.fromEntries([...'零壹贰叁肆伍陆柒捌玖'].map((sign, digit) => [sign, digit])),
  两: 2,
}
const POWERS: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 }
const NUMERALS = '〇零一二三四五六七八九两壹贰叁肆伍陆柒捌玖十拾百佰千仟万'

/** Whole numbers in Chinese writing: 二十, 一百零五, 两百五, 三万. Null: not one. */
export function chineseNumber(text: string): number | null {
  const [high, low] = text.split('万')
  if (text.split('万').length > 2) return null
  if (low === undefined) return belowTenThousand(text)
  const tens = belowTenThousand(high ?? '')
  if (tens === null || tens === 0) return null
  if (low === '') return tens * 10_000
  // 三万五 is 35,000.
  const [only] = low
  if (low.length === 1 && only !== undefined && DIGITS[only]) return tens * 10_000 + (DIGITS[only] as number) * 1_000
  const rest = belowTenThousand(low)
  return rest === null ? null : tens * 10_000 + rest
}

function belowTenThousand(text: string): number | null {
  if (text === '') return null
  let sum = 0
  let digit: number | null = null
  let power = 10_000
  let afterZero = false
  for (const sign of text) {
    const unit = POWERS[sign]
    if (unit !== undefined) {
      if (unit >= power || (digit === null && sum > 0) || digit === 0) return null
      sum += (digit ?? 1) * unit
      power = unit
      digit = null
      afterZero = false
      continue
    }
    const value = DIGITS[sign]
    if (value === undefined || digit !== null) return null
    if (value === 0 && text.length > 1) {
      afterZero = true
      continue
    }
    digit = value
  }
  if (digit === null) return sum
  // 两百五 is 250; 两百零五 is 205.
  return sum + (sum > 0 && power > 10 && !afterZero ? (digit * power) / 10 : digit)
}

/** Words by which goods are counted; 粒, 片, g and ml belong to the specification. */
const UNITS = '盒瓶袋支件包箱条罐桶提套台个只卷付副把张贴块双听筒'
const CASES = '件箱'

export interface Count {
  number: number
  /** It counts full cases. */
  cases: boolean
  /** A unit stood behind it, or a sign of multiplication before it. */
  marked: boolean
}

/** What is longer is a name, not a quantity. */
const WRITTEN_MAX = 40
const LEADING = ['数量', '要', '订', '各']
const TIMES_SIGNS = 'x×*X'
const POWER_SIGN = /[十拾百佰千仟万]/u

const isNumeral = (text: string) => text !== '' && [...text].every((sign) => NUMERALS.includes(sign))

/** A quantity, alone in its cell or word. 'broken': a number, but no whole one. Null: no quantity at all. */
export function countOf(raw: string): Count | 'broken' | null {
  if (raw.length > WRITTEN_MAX) return null
  let text = folded(raw).trim()
  text = text.slice(LEADING.find((word) => text.startsWith(word))?.length ?? 0)
  if (text.startsWith(':')) text = text.slice(1)
  const isTimes = text !== '' && TIMES_SIGNS.includes(text.charAt(0))
  text = text.slice(isTimes ? 1 : 0).trimStart()
  const unit = isUnitWord(text.slice(-1)) ? text.slice(-1) : ''
  text = text.slice(0, text.length - unit.length).trimEnd()
  const marked = unit !== '' || isTimes
  const cases = unit !== '' && CASES.includes(unit)
  const [, digits, decimals = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/.exec(text) ?? []
  if (digits !== undefined) {
    if (/[1-9]/.test(decimals)) return 'broken'
    return { number: Number(digits.replaceAll(',', '')), cases, marked }
  }
  if (!isNumeral(text)) return null
  // 三七 is a herb: without a unit only what is surely a number counts.
  if (!marked && text.length > 1 && !POWER_SIGN.test(text)) return null
  const number = chineseNumber(text)
  return number === null ? null : { number, cases, marked: marked || text.length === 1 || POWER_SIGN.test(text) }
}

/** No quantity has more signs. */
const HANGING_MAX = 20
/** A name has so many signs at least, where its end and the beginning of a number cannot be told apart. */
const NAME_MIN = 2
/** What may stand before a quantity that hangs on a name. */
const isNameEnd = (text: string) => /[\p{Script=Han})\]]$/u.test(text.slice(-2))

/** 阿莫西林胶囊10盒, 阿莫西林胶囊*10, 感冒灵二十盒: a quantity that hangs on the name. */
export function hangingCount(word: string): { rest: string; count: Count } | null {
  const text = folded(word)
  for (const at of hangingFrom(text)) {
    const count = countOf(text.slice(at))
    const rest = text.slice(0, at).trimEnd()
    if (count !== null && count !== 'broken' && isNameEnd(rest)) return { rest, count }
  }
  return null
}

/** Where the quantity may begin, the likeliest first. */
function hangingFrom(text: string): number[] {
  const hasUnit = isUnitWord(text.slice(-1))
  const end = text.length - (hasUnit ? 1 : 0)
  const back = (from: number, isPart: (sign: string) => boolean) => {
    let at = from
    while (at > Math.max(0, end - HANGING_MAX) && isPart(text.charAt(at - 1))) at -= 1
    return at
  }
  const digits = back(end, (sign) => sign >= '0' && sign <= '9')
  if (digits < end) {
    const sign = back(digits, (one) => one.trim() === '')
    if (sign > 0 && TIMES_SIGNS.includes(text.charAt(sign - 1))) return [sign - 1]
    return hasUnit ? [digits] : []
  }
  if (!hasUnit) return []
  // 三七二十盒: as much of it as is a number and leaves a name.
  const first = back(end, isNumeral)
  const places = Array.from({ length: end - first }, (_, index) => first + index)
  return [...places.filter((at) => at >= NAME_MIN), ...places.filter((at) => at < NAME_MIN)]
}

export const isUnitWord = (text: string): boolean => text.length === 1 && UNITS.includes(text)
