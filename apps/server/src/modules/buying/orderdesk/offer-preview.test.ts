import { describe, expect, it } from 'vitest'
import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { giftTyped, offerTyped } from '../../../../test/offer-desk.ts'
import { makePromotion } from '../../../../test/promotions.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const LATER = new Date('2026-11-27T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database
const marketer = await makeStaffOf(db, 'marketer', '赵运营')
const finance = await makeStaffOf(db, 'finance', '钱财务')
const buyer = await makeCompany(db, { name: '试算药房', province: '贵州省', city: '贵阳市', rank: 'A' })
await makeAddress(db, buyer.companyId)
const far = await makeCompany(db, { name: '外地药房', province: '四川省', city: '成都市' })
const goods = await makeGoods(db, { name: '试算品', price: '10.00', rankPrices: { A: '9.00' }, stock: 1000, drug_class: 'otc_b' })
await makePromotion(db, 'full_reduction', { name: '一直都有', tiers: [{ from: '300.00', amount: '20.00' }] })

const get = (path: string) => shop.ask('GET', `/api/staff/${path}`, { cookie: marketer })
const preview = (terms: OfferTermsWire, company: number, lines: string, more = '') =>
  get(`offer_preview?terms=${encodeURIComponent(JSON.stringify(terms))}&company_id=${company}&lines=${lines}${more}`)
const terms = offerTyped(goods, { starts_at: '2026-11-26T00:00:00Z', audience: { places: ['贵州省贵阳市'] } })

async function totalOf(number: number): Promise<{ total: string; gifts: number[] }> {
  const { cookie } = buyer
  const ids = async () => (await shop.ask('GET', '/api/cart/list', { cookie })).data.list.map(({ id }: { id: number }) => id)
  const old = await ids()
  if (old.length > 0) await shop.ask('POST', '/api/cart/batch_delete', { cookie, body: { ids: old } })
  await shop.ask('POST', '/api/cart', { cookie, body: { list: [{ goods_id: goods, number }] } })
  const { data } = await shop.ask('POST', '/api/cart/checkout', { cookie, body: { ids: await ids() } })
  const given = data.activities.flatMap((one: { gifts: { number: number; selected: number }[] }) =>
    one.gifts.filter((gift) => gift.selected === 1),
  )
  return { total: data.total, gifts: given.map((gift: { number: number }) => gift.number) }
}

describe('以客户身份试算', () => {
  it('没到时间、不在范围：与没有活动一样，并且说明不参加', async () => {
    const now = (await preview(terms, buyer.companyId, `${goods}:40`)).data
    expect(now).toMatchObject({ joins: 0, gifts: [], lines: [{ price: '9.00', gifts: 0 }] })
    expect(now.after).toEqual(now.before)
    const elsewhere = (await preview(terms, far.companyId, `${goods}:40`, `&at=${LATER.toISOString()}`)).data
    expect(elsewhere).toMatchObject({ joins: 0, gifts: [], lines: [{ price: '10.00' }] })
    expect((await preview(terms, 99_999_999, `${goods}:1`)).code).toBe(404)
    for (const at of ['x', '%2B275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z'])
      expect((await preview(terms, buyer.companyId, `${goods}:1`, `&at=${at}`)).data.errors, at).toEqual([
        { field: 'at', message: '请选择试算的时间' },
      ])
  })

  it('试算的就是那一刻的购物车：发布之后到那时去结算，应付与赠品一分不差', async () => {
    const shown = []
    const cases = [9, 10, 33, 34, 87]
    for (const number of cases) shown.push((await preview(terms, buyer.companyId, `${goods}:${number}`, `&at=${LATER.toISOString()}`)).data)
    expect(shown[4]).toMatchObject({
      joins: 1,
      lines: [{ gifts: 8, before: '763.00', after: '763.00', each: '8.03' }],
      gifts: [{ number: 8, unit: '盒' }],
    })

    const { data: made } = await shop.ask('POST', '/api/staff/offer', { cookie: marketer, body: terms })
    const asked = await shop.ask('POST', `/api/staff/offer/${made.id}/publish`, { cookie: marketer, body: { version: 1 } })
    await shop.ask('POST', `/api/staff/approval/${asked.data.request.id}/approve`, { cookie: finance, body: {} })
    shop.clock.now = LATER
    for (const [at, number] of cases.entries()) {
      const { total, gifts } = await totalOf(number)
      expect({ total, gifts }).toEqual({
        total: shown[at].after.total,
        gifts: shown[at].gifts.map((gift: { number: number }) => gift.number),
      })
    }
    // Of what runs already the draft takes the place.
    const again = (
      await preview(
        offerTyped(goods, { ...terms, tiers: [{ repeat: 1, gifts: [giftTyped(goods, { number: 2 })] }] }),
        buyer.companyId,
        `${goods}:10`,
        `&id=${made.id}`,
      )
    ).data
    expect(again).toMatchObject({ lines: [{ gifts: 2 }], gifts: [{ number: 2 }] })
    shop.clock.now = NOW
  })
})
