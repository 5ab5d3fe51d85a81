import { describe, expect, it } from 'vitest'
import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { fillCart, makeAddress, openSheet, submit } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeCompanyPrice, makeGoods, makeOffer, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { giftTyped, offerTyped, tierTyped } from '../../../../test/offer-desk.ts'
import { holdCoupon, makePromotion, makeTemplate } from '../../../../test/promotions.ts'

/**
 * What the preview of a draft says of a cart at a later time is what that cart costs then: random drafts over random carts, in a shop where
 * prices, other offers, coupons and free shipping begin and end meanwhile. PREVIEW_CARTS=1000 asks more of them.
 */

const CARTS = Number(process.env.PREVIEW_CARTS ?? 120)
const IN_A_ROUND = 10
const DAY_MS = 86_400_000
const START = new Date('2026-11-24T02:00:00Z')
const on = (days: number) => new Date(START.getTime() + days * DAY_MS)

// mulberry32 with a fixed seed: the same carts on every run.
let state = 20_261_128
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const upTo = (most: number): number => 1 + Math.floor(random() * most)
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const someOf = <T>(list: readonly T[], most: number): T[] => {
  const chosen = new Set<T>()
  for (let left = upTo(most); left > 0; left -= 1) chosen.add(oneOf(list))
  return [...chosen]
}

const shop = await testShop({ now: START })
const { db, pool } = shop.database
const marketer = await makeStaffOf(db, 'marketer', '赵运营')
const finance = await makeStaffOf(db, 'finance', '钱财务')
const staff = (url: string, body: object, cookie = marketer) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })

const buyers: { buyer: Buyer; address: number }[] = []
for (const [province, city, rank] of [
  ['贵州省', '贵阳市', 'A'],
  ['贵州省', '遵义市', 'B'],
  ['四川省', '成都市', ''],
] as const) {
  const buyer = await makeCompany(db, { province, city, rank, balance: '99999.00' })
  buyers.push({ buyer, address: await makeAddress(db, buyer.companyId) })
}
const goods: number[] = []
for (let at = 0; at < 16; at += 1) {
  const price = 2 + Math.floor(random() * 60)
  goods.push(
    await makeGoods(db, {
      price: `${price}.${upTo(99).toString().padStart(2, '0')}`,
      drug_class: 'otc_b',
      stock: 2_000_000,
      ...(at % 3 === 0 && { rankPrices: { A: `${price - 1}.50` } }),
      ...(at % 4 === 0 && { ladder: [{ number: 10, price: `${price - 1}.80` }] }),
    }),
  )
}
for (const { buyer } of buyers) await makeCompanyPrice(db, buyer.companyId, oneOf(goods), '1.95')
await makePromotion(db, 'full_reduction', { name: '前两天', ends_at: on(2.5), tiers: [{ from: '150.00', amount: '12.00' }] })
await makePromotion(db, 'goods_full_reduction', {
  name: '三天后',
  starts_at: on(2.7),
  tiers: [{ measure: 'number', from: 12, percent: 95 }],
})
await makePromotion(db, 'gift', {
  name: '满就送',
  starts_at: on(1.2),
  tiers: [{ from: '200.00', repeat: true, gifts: [{ goods: goods[0] ?? 0 }] }],
})
for (const [at, kind] of (['daily', 'flash', 'whole_case'] as const).entries())
  await makeOffer(db, goods[at + 4] ?? 0, { kind, price: '1.50', starts_at: on(at), ends_at: on(at + 2), full_reduction_ok: at !== 1 })
for (const { buyer } of buyers) {
  await holdCoupon(db, buyer.companyId, await makeTemplate(db, { name: '早到期', threshold: '80.00', amount: '6.00' }), {
    valid_until: on(1.5),
  })
  await holdCoupon(db, buyer.companyId, await makeTemplate(db, { name: '九五折', percent: 95, stackable: true }), { valid_from: on(1.1) })
}

const tier = (kind: OfferTermsWire['kind']): OfferTermsWire['tiers'][number] => {
  const isNumber = kind !== 'cashback' && random() < 0.5
  const measure = isNumber ? 'number' : 'amount'
  const threshold = isNumber ? `${upTo(20)}` : `${20 + upTo(300)}`
  if (kind === 'gift')
    return tierTyped({
      measure,
      threshold,
      repeat: random() < 0.5 ? 1 : 0,
      gifts: someOf(goods, 2).map((id) => giftTyped(id, { number: upTo(3) })),
    })
  if (kind === 'exchange')
    return tierTyped({ measure, threshold, exchanges: [{ goods_id: oneOf(goods), price: '1.01', limit: 2, quota: 0 }] })
  if (kind === 'cashback' || random() < 0.5)
    return tierTyped({ measure, threshold, amount: `${upTo(isNumber ? 9 : 15)}`, repeat: kind === 'cashback' || random() < 0.5 ? 0 : 1 })
  return tierTyped({ measure, threshold, percent: 80 + upTo(19), cap: random() < 0.3 ? '8' : '' })
}
function draft(from: Date, until: Date): OfferTermsWire {
  const kind = oneOf(['gift', 'full_reduction', 'goods_full_reduction', 'exchange', 'cashback'] as const)
  return offerTyped(oneOf(goods), {
    kind,
    name: `草稿 ${upTo(1_000_000)}`,
    starts_at: from.toISOString(),
    ends_at: until.toISOString(),
    scope: random() < 0.3 ? { all: 1, goods: [], except: [oneOf(goods)] } : { all: 0, goods: someOf(goods, 8) },
    audience: oneOf([{}, { places: ['贵州省'] }, { ranks: ['A'] }]),
    tiers: [tier(kind)],
  })
}

interface Cart {
  buyer: Buyer
  address: number
  lines: { goods_id: number; number: number }[]
}
const cart = (): Cart => ({ ...oneOf(buyers), lines: someOf(goods, 6).map((goods_id) => ({ goods_id, number: upTo(40) })) })

const previewed = async (terms: OfferTermsWire, { buyer, lines }: Cart, at: Date) => {
  const said = new URLSearchParams({
    terms: JSON.stringify(terms),
    company_id: `${buyer.companyId}`,
    lines: lines.map((one) => `${one.goods_id}:${one.number}`).join(','),
    at: at.toISOString(),
  })
  const answer = await shop.ask('GET', `/api/staff/offer_preview?${said}`, { cookie: marketer })
  expect(answer.status, answer.text).toBe(200)
  const { joins, before, after, gifts } = answer.data
  return { joins, before: before.total as string, total: after.total as string, gifts: given(gifts) }
}
/** The draft's own gifts are named with their spec. */
const given = (gifts: readonly { name: string; number: number }[]) =>
  gifts.map(({ name, number }) => `${name.split(' ')[0]} × ${number}`).sort()

async function bought({ buyer, address, lines }: Cart, isPlaced: boolean) {
  const ids = await fillCart(shop, buyer, lines)
  const { data } = await openSheet(shop, buyer, ids)
  const taken = data.activities.flatMap((one: { gifts: { name: string; number: number; selected: number }[] }) =>
    one.gifts.filter(({ selected }) => selected === 1),
  )
  if (!isPlaced) await shop.ask('POST', '/api/cart/batch_delete', { cookie: buyer.cookie, body: { ids } })
  else {
    const placed = await submit(shop, buyer, address, ids, data)
    expect(placed.status, placed.text).toBe(200)
    for (const { id } of placed.data.orders) await shop.ask('POST', `/api/order/${id}/cancel`, { cookie: buyer.cookie, body: {} })
  }
  return { total: data.total as string, gifts: given(taken) }
}

describe('试算与当时下单', () => {
  it(`${CARTS} 个随机购物车：对将来某时的试算，与到那时结算的应付、赠品一分不差`, { timeout: 30_000 + CARTS * 1_000 }, async () => {
    let [joined, touched] = [0, 0]
    for (let round = 0; round * IN_A_ROUND < CARTS; round += 1) {
      // A quarter of a day later each round: past the beginnings and ends of what else there is.
      const at = on((round + 1) / 4)
      const terms = draft(new Date(at.getTime() - DAY_MS / 8), new Date(at.getTime() + DAY_MS / 8))
      const carts = Array.from({ length: IN_A_ROUND }, cart)
      const said = []
      for (const one of carts) said.push(await previewed(terms, one, at))
      const { data: made, message } = await staff('offer', terms)
      expect(message, JSON.stringify(made)).toBe('草稿已保存')
      const asked = await staff(`offer/${made.id}/publish`, { version: 1 })
      expect((await staff(`approval/${asked.data.request.id}/approve`, {}, finance)).message).toBe('已批准，已经办理')
      shop.clock.now = at
      for (const [place, one] of carts.entries()) {
        const { joins, before, ...will } = said[place] ?? { joins: 0, before: '', total: '', gifts: [] }
        expect(await bought(one, place % 10 === 0), JSON.stringify({ round, place, terms, lines: one.lines })).toEqual(will)
        joined += joins
        if (before !== will.total || will.gifts.length > 0) touched += 1
      }
    }
    // The drafts did something: most carts took part, and many came to another sum, or to gifts, by it.
    expect(joined).toBeGreaterThan(CARTS / 3)
    expect(touched).toBeGreaterThan(CARTS / 10)
    const { rows } = await pool.query(`select count(*)::integer as n from orders where status = 'cancelled'`)
    expect(rows[0].n).toBeGreaterThanOrEqual(CARTS / 10)
  })
})
