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

/** How the goods are kept in a word, for columns that have no room: by what the label says. */
export function storageWord(storage: string): string {
  if (/冷冻|-\d+ ?℃以下/.test(storage)) return '冷冻'
  if (/冷藏|冷处|2 ?℃? ?[~～\-至到—–] ?[81]0? ?℃/.test(storage)) return '冷藏'
  if (/阴凉|凉暗|(不超过|不高于|≤) ?20 ?℃|20 ?℃以下/.test(storage)) return '阴凉'
  return storage === '' ? '' : '常温'
}
