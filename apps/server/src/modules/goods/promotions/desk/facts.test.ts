import { describe, expect, it } from 'vitest'
import { OFFER_KINDS } from '#contract/constants.ts'
import { ZONES } from '#domain/pricing/terms.ts'
import { couponTyped } from '../../../../../test/coupon-desk.ts'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { changedOnce } from '../../../../../test/leaves.ts'
import { giftTyped, offerTyped } from '../../../../../test/offer-desk.ts'
import { readCoupon } from './coupon-plan.ts'
import { type Change, changesOf, type Tell } from './facts.ts'
import { couponFacts, offerFacts } from './plan-facts.ts'
import { readTerms } from './plan-read.ts'

const shop = await testShop({ now: new Date('2026-11-24T02:00:00Z') })
const { db } = shop.database
const marketer = await makeStaffOf(db, 'marketer', '赵运营')
const finance = await makeStaffOf(db, 'finance', '钱财务')
const company = (await makeCompany(db, { name: '贵阳大药房' })).companyId
const post = (url: string, body: object, cookie = marketer) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const scope = { goods: [11, 12, 13, 14], categories: [21], manufacturers: [31], zones: ['herb'], except: [41] }
const audience = { types: ['单体药店'], places: ['贵州省', '云南省昆明市'], ranks: ['A'], companies: [company, 900] }
const OTHERS = {
  kind: Object.keys(OFFER_KINDS),
  measure: ['amount', 'number'],
  zones: ZONES,
  types: ['连锁总部'],
  places: ['四川省'],
  ranks: ['B'],
}

/** Paths of what is kept otherwise and not shown, and how much was tried. */
async function unseen<T, P>(typed: T, read: (typed: T) => P, facts: (plan: P) => Tell): Promise<{ hidden: string[]; stored: number }> {
  const plan = read(typed)
  expect(await changesOf(db, facts(plan), facts(plan))).toEqual([])
  const hidden: string[] = []
  let stored = 0
  for (const { path, value } of changedOnce(typed, OTHERS)) {
    const next = read(value)
    if (JSON.stringify(next) === JSON.stringify(plan)) continue
    stored++
    const changes = await changesOf(db, facts(plan), facts(next))
    if (!changes.some(({ before, after }) => before !== after)) hidden.push(path)
  }
  return { hidden, stored }
}

const gifts = [1, 2, 3, 4].map((goods) => giftTyped(goods, { quota: 9, limit_per_order: 2, limit_per_company: 3 }))
const exchanges = [1, 2, 3, 4].map((goods_id) => ({ goods_id, price: '3', limit: 1, quota: 9 }))

describe('批准人看到的改动', () => {
  it.each([
    [
      '买赠',
      {
        kind: 'gift',
        tiers: [
          { repeat: 1, choose: 2, gifts },
          { threshold: '20', gifts },
        ],
      },
    ],
    ['满减', { kind: 'full_reduction', tiers: [{ measure: 'amount', threshold: '100', amount: '10', repeat: 1, cap: '50' }] }],
    ['折扣', { kind: 'full_reduction', tiers: [{ measure: 'amount', threshold: '100', percent: 90, cap: '50' }] }],
    ['换购', { kind: 'exchange', tiers: [{ measure: 'amount', threshold: '100', exchanges }] }],
    ['返现', { kind: 'cashback', tiers: [{ measure: 'amount', threshold: '100', amount: '10' }] }],
  ] as const)('%s：存下来的条款、商品、客户改了哪一处，都列得出来', async (_, said) => {
    const typed = offerTyped(1, { intro: '说明', scope, audience, ...said })
    const { hidden, stored } = await unseen(typed, (one) => readTerms(one).plan, offerFacts)
    expect(hidden).toEqual([])
    expect(stored).toBeGreaterThan(25)
  })

  it.each([
    ['减固定金额', { quota: 100, valid_days: 30, take_from: '2026-11-24T00:00:00.000Z', take_until: '2026-11-29T00:00:00.000Z' }],
    [
      '打折',
      { amount: '', percent: 90, cap: '5', valid_days: 0, valid_from: '2026-11-24T00:00:00.000Z', valid_until: '2026-12-24T00:00:00.000Z' },
    ],
  ])('优惠券%s：存下来的条款、商品、客户改了哪一处，都列得出来', async (_, said) => {
    const typed = couponTyped({ intro: '说明', scope, audience, ...said })
    const { hidden, stored } = await unseen(typed, (one) => readCoupon(one).plan, couponFacts)
    expect(hidden).toEqual([])
    expect(stored).toBeGreaterThan(25)
  })

  it('第二版换掉一种商品：列出换下的和换上的，其余不列；优惠券送审列出每种商品、每家客户', async () => {
    const ids = [await makeGoods(db, { name: '甲颗粒' }), await makeGoods(db, { name: '乙颗粒' }), await makeGoods(db, { name: '丙颗粒' })]
    const [first = 0, second = 0, third = 0] = ids
    const offer = (goods: number[]) =>
      offerTyped(first, { kind: 'full_reduction', scope: { goods }, tiers: [{ measure: 'amount', threshold: '100', amount: '10' }] })
    const { data } = await post('offer', offer([first, second]))
    const asked = await post(`offer/${data.id}/publish`, { version: 1 })
    expect(asked.code, asked.message).toBe(202)
    await post(`approval/${asked.data.request.id}/approve`, {}, finance)
    await post(`offer/${data.id}`, { ...offer([first, third]), version: 1 })
    const again = (await post(`offer/${data.id}/publish`, { version: 2 })).data.request.changes
    expect(again).toContainEqual({
      name: '指定商品（减去 → 加上）',
      before: expect.stringMatching(/^乙颗粒 .*（编号 \d+）$/),
      after: expect.stringMatching(/^丙颗粒 .*（编号 \d+）$/),
    })
    const coupon = await post('coupon', couponTyped({ scope: { all: 0, goods: ids }, audience: { companies: [company] } }))
    const { changes } = (await post(`coupon/${coupon.data.id}/publish`, { version: 1 })).data.request
    expect(changes.find(({ name }: Change) => name === '指定商品').after).toMatch(/甲颗粒.*乙颗粒.*丙颗粒/)
    expect(changes).toContainEqual({ name: '指定客户', before: '', after: `贵阳大药房（编号 ${company}）` })
  })

  it('名单再长也不截断：二十个一行', async () => {
    const plan = readCoupon(couponTyped({ scope: { all: 0, goods: Array.from({ length: 45 }, (_, at) => at + 1000) } })).plan
    const rows = (await changesOf(db, null, couponFacts(plan))).filter(({ name }) => name.startsWith('指定商品'))
    expect(rows.map(({ name }) => name)).toEqual(['指定商品', '指定商品，续 1', '指定商品，续 2'])
    expect(rows.flatMap(({ after }) => after.split('、'))).toHaveLength(45)
  })
})
