import { capitalYuan } from '#domain/invoices.ts'
import { add, type Fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { NoteLine, ShipmentSnapshot } from './snapshot.ts'

/** What the papers of a shipment say alike. */

/** The name that the law asks for, and the trade's beside it where it is another. */
export const nameOf = ({ name, genericName, isGift }: NoteLine): string =>
  `${genericName}${name !== genericName && name !== '' ? `（${name}）` : ''}${isGift ? '【赠品】' : ''}`

/** The holder only where somebody else makes it; prepared pieces have an origin. */
export const makerOf = ({ manufacturer, holder, origin }: NoteLine): string =>
  [manufacturer, holder !== '' && holder !== manufacturer ? `持有人：${holder}` : '', origin && `产地：${origin}`].filter(Boolean).join(' ')

export const unitsOf = (lines: readonly NoteLine[]): string => String(lines.reduce((sum, line) => sum + line.number, 0))
export const sumOf = (lines: readonly NoteLine[]): Fen => add(ZERO, ...lines.map((line) => line.amount))

/** What the goods cost after every reduction, in figures and in capitals. */
export function sumText({ lines, reductionAmount, shippingAmount }: ShipmentSnapshot): string {
  const goods = sumOf(lines)
  const due = subtract(goods, reductionAmount)
  const less = reductionAmount > 0 ? `商品 ¥${yuan(goods)}，优惠 ¥${yuan(reductionAmount)}，` : ''
  const shipping = shippingAmount > 0 ? `　另收运费 ¥${yuan(shippingAmount)}` : ''
  return `${less}合计 ¥${yuan(due)}　大写：${capitalYuan(due)}${shipping}`
}

/** Who had the goods in hand; the receiver signs on paper. */
export function handsText({ pickedBy, checkedBy }: ShipmentSnapshot): string {
  return `拣货：${pickedBy || '—'}　复核：${checkedBy || '—'}　收货人签字：______________　收货日期：____年__月__日`
}

/** What must not be done says nothing of how they are kept: 禁止冷冻, 不得冷藏或冷冻. */
const FORBIDDEN =
  /(?:不得|不可|不能|不宜|不应|不需|无需|禁止|避免|严禁|切勿|切忌|防止|勿)[^，。；,;、]{0,4}(?:冷冻|冰冻|冻结|结冰|冷藏)(?:(?:、|或者?|和|及)(?:冷冻|冰冻|冻结|结冰|冷藏))*/g
/** What counts only for the patient. */
const ONCE_OPEN = /(?:启封|开封|开启|开瓶|打开|配制|稀释|复溶|溶解)后.*/s
const RANGE = /(-?\d{1,4}(?:\.\d{1,3})?)℃?(?:[~至到]|-(?=-?\d))(-?\d{1,4}(?:\.\d{1,3})?)℃/
const LIMIT = /(?:不超过|不高于|低于|小于|≤|<)(-?\d+(?:\.\d+)?)℃|(?<![\d℃])(-?\d+(?:\.\d+)?)℃/

/** The highest temperature that a label allows; null: it names none. */
export function warmestOf(label: string): number | null {
  const [, , high] = RANGE.exec(label) ?? []
  const [, below, at] = LIMIT.exec(label) ?? []
  const text = high ?? below ?? at
  return text === undefined ? null : Number(text)
}

export type Stored = Pick<NoteLine, 'storage' | 'coldChain'>

/** What a label says of keeping the goods unopened, in one writing. */
export const labelOf = (storage: string): string =>
  storage
    .replace(/\s/g, '')
    .replace(ONCE_OPEN, '')
    .replace(FORBIDDEN, '')
    .replace(/°C|℃|度/gi, '℃')
    .replace(/[～∼〜]/g, '~')
    .replace(/[－−–—]+|零下/g, '-')

/** How the goods are kept in a word, for columns that have no room: by what the label says. Cold goods are never warmer than that. */
export function storageWord({ storage, coldChain }: Stored): string {
  const label = labelOf(storage)
  const warmest = warmestOf(label)
  if (/冷冻|冰冻|深冻/.test(label) || (warmest !== null && warmest <= 0)) return '冷冻'
  if (coldChain || /冷藏|冷处/.test(label) || (warmest !== null && warmest <= 10)) return '冷藏'
  if (/阴凉|凉暗|凉处/.test(label) || (warmest !== null && warmest <= 20)) return '阴凉'
  return storage === '' ? '' : '常温'
}
