import type { GoodsCardWire } from '#contract/goods.ts'
import type { CatalogueGoods, GoodsFacts } from './facts.ts'

/**
 * Cards as JSON bytes. Half of a card is the same for everybody as long as the goods stays as it is: its bytes are kept
 * beside the remembered goods and copied, which is several times faster than writing forty names in Chinese anew for every
 * answer. cards-json.test.ts holds it to toCards() and to the contract.
 */

/** Fields that depend on nothing but the goods. */
const LASTING = [
  'id',
  'name',
  'sccj',
  'ypgg',
  'bzdw',
  'goods_image',
  'ladder_price_type',
  'mid_pack',
  'case_pack',
  'dosage_form',
  'drug_class',
  'approval_no',
  'origin',
  'is_youx',
  'is_free_shipping',
  'free_shipping_number',
  'is_dpby',
  'is_hm',
  'type',
] as const satisfies readonly (keyof GoodsCardWire)[]

const kept = new WeakMap<CatalogueGoods, Buffer>()

/** '{"id":…,"type":0' without an end. */
function lastingPart(goods: CatalogueGoods, card: GoodsCardWire): Buffer {
  const known = kept.get(goods)
  if (known) return known
  const part: Partial<Record<keyof GoodsCardWire, unknown>> = {}
  for (const field of LASTING) part[field] = card[field]
  const bytes = Buffer.from(JSON.stringify(part).slice(0, -1))
  kept.set(goods, bytes)
  return bytes
}

/** Amounts, dates and words of the program: nothing in them needs escaping. */
const plain = (text: string | null) => (text === null ? 'null' : `"${text}"`)
const list = (values: readonly unknown[]) => (values.length === 0 ? '[]' : JSON.stringify(values))

function passingPart(card: GoodsCardWire): string {
  return (
    `,"price":${plain(card.price)},"raw_price":${plain(card.raw_price)},"base_price":${plain(card.base_price)}` +
    `,"retail_price":${plain(card.retail_price)},"price_source":${plain(card.price_source)},"number":${card.number}` +
    `,"is_buy":${card.is_buy},"reasons":${list(card.reasons)},"tags":${list(card.tags)},"ladder_price":${list(card.ladder_price)}` +
    `,"ladder_price_id":${card.ladder_price_id},"goods_price_id":${card.goods_price_id}` +
    `,"offer":${card.offer === null ? 'null' : JSON.stringify(card.offer)},"ck_id":${card.ck_id}` +
    `,"step":${card.step},"min_number":${card.min_number},"qg_number":${card.qg_number},"expiry_date":${plain(card.expiry_date)}` +
    `,"near_expiry":${card.near_expiry},"is_favorite":${card.is_favorite},"in_cart":${card.in_cart}}`
  )
}

const WAREHOUSES_MAX = 1_000
const warehouseNames = new Map<string, Buffer>()

/** ',"ck_name":"…"'; apart from the rest, which is then mostly ASCII and quick to write. */
function warehousePart(name: string): Buffer {
  const known = warehouseNames.get(name)
  if (known) return known
  if (warehouseNames.size >= WAREHOUSES_MAX) warehouseNames.clear()
  const bytes = Buffer.from(`,"ck_name":${JSON.stringify(name)}`)
  warehouseNames.set(name, bytes)
  return bytes
}

/** Bytes that a character of UTF-16 takes at most in UTF-8. */
const WIDEST = 3

/** '[{…},{…}]' of the cards that toCards() made of these facts. */
export function cardsJson(facts: readonly GoodsFacts[], cards: readonly GoodsCardWire[]): Buffer {
  const lasting: Buffer[] = []
  const names: Buffer[] = []
  const passing: string[] = []
  let size = 2 + cards.length
  cards.forEach((card, index) => {
    const goods = facts[index]?.entryGoods
    if (goods === undefined) throw new RangeError('a card without its facts')
    const part = lastingPart(goods, card)
    const name = warehousePart(card.ck_name)
    const rest = passingPart(card)
    lasting.push(part)
    names.push(name)
    passing.push(rest)
    size += part.length + name.length + rest.length * WIDEST
  })
  const bytes = Buffer.allocUnsafe(size)
  let at = bytes.write('[', 0, 'latin1')
  lasting.forEach((part, index) => {
    if (index > 0) at += bytes.write(',', at, 'latin1')
    at += part.copy(bytes, at)
    at += names[index]?.copy(bytes, at) ?? 0
    at += bytes.write(passing[index] ?? '', at, 'utf8')
  })
  at += bytes.write(']', at, 'latin1')
  return bytes.subarray(0, at)
}
