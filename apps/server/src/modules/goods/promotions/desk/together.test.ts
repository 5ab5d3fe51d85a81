import { describe, expect, it } from 'vitest'
import { couponTyped } from '../../../../../test/coupon-desk.ts'
import { type DealSaid, dealTyped } from '../../../../../test/deal-desk.ts'
import { makeGoods as goodsIn, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { offerTyped } from '../../../../../test/offer-desk.ts'

const shop = await testShop({ now: new Date('2026-11-24T02:00:00Z') })
const { db, pool } = shop.database
const marketer = await makeStaffOf(db, 'marketer', '赵运营')
const finance = await makeStaffOf(db, 'finance', '钱财务')
const merchandiser = await makeStaffOf(db, 'merchandiser', '孙商品')
const post = (url: string, body: object, cookie = marketer) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })

const ROW = '与别的优惠同用时低于成本或底价'
type Changes = { name: string; after: string }[]
const below = (changes: Changes): string => changes.find(({ name }) => name === ROW)?.after ?? ''
const alone = (changes: Changes): string => changes.find(({ name }) => name === '低于成本或底价')?.after ?? ''

/** ¥10, and at cost ¥8. */
async function makeGoods(name: string): Promise<number> {
  const id = await goodsIn(db, { drug_class: 'otc_b', price: '10.00', stock: 500, name, spec: '10片' })
  await pool.query(`insert into goods_cost (goods_id, cost, floor, updated_at, updated_by) values ($1, 800, null, now(), '测试')`, [id])
  return id
}
async function ask(kind: 'offer' | 'coupon' | 'deal', typed: object): Promise<{ id: number; request: number; changes: Changes }> {
  const { data, message } = await post(kind, typed)
  expect(message, JSON.stringify(data)).toBe('草稿已保存')
  const asked = await post(`${kind}/${data.id}/publish`, { version: 1 })
  expect(asked.code, asked.message).toBe(202)
  return { id: data.id, request: asked.data.request.id, changes: asked.data.request.changes }
}
const approve = (request: number) => post(`approval/${request}/approve`, {}, finance)
async function publish(kind: 'offer' | 'coupon' | 'deal', typed: object): Promise<number> {
  const { id, request } = await ask(kind, typed)
  expect((await approve(request)).message).toBe('已批准，已经办理')
  return id
}
const reduction = (goods: number, percent: number, said: object = {}) =>
  offerTyped(goods, { kind: 'full_reduction', name: '满件打折', tiers: [{ threshold: '10', percent }], ...said })
const couponFor = (goods: number, said: object = {}) =>
  couponTyped({ name: '满百减十五', amount: '15', scope: { all: 0, goods: [goods] }, ...said })
const flash = (goods: number, price: string, said: DealSaid = {}) =>
  dealTyped({ full_reduction_ok: 1, coupon_ok: 1, lines: [{ goods_id: goods, price, quota: 20 }], ...said })

describe('各自高于成本，同用就低于成本：批准的人看得到是哪些优惠一起', () => {
  it('券送审：与已在进行的满减', async () => {
    const goods = await makeGoods('甲片')
    const first = await ask('offer', reduction(goods, 85))
    expect([alone(first.changes), below(first.changes)]).toEqual(['', ''])
    await approve(first.request)
    const { changes } = await ask('coupon', couponFor(goods))
    expect([alone(changes), below(changes)]).toEqual(['', '1 种商品：甲片 10片（活动“满件打折”、优惠券“满百减十五”）'])
  })

  it('满减送审：与可领的券；客户对不上、时间对不上的不算', async () => {
    const goods = await makeGoods('乙片')
    await publish(
      'coupon',
      couponFor(goods, {
        audience: { places: ['贵州省'] },
        take_until: '2026-11-27T00:00:00.000Z',
        valid_days: 0,
        valid_until: '2026-11-27T00:00:00.000Z',
      }),
    )
    expect(below((await ask('offer', reduction(goods, 85))).changes)).toContain('乙片 10片（活动“满件打折”、优惠券“满百减十五”）')
    expect(below((await ask('offer', reduction(goods, 85, { audience: { places: ['云南省'] } }))).changes)).toBe('')
    expect(below((await ask('offer', reduction(goods, 85, { starts_at: '2026-11-27T16:00:00.000Z' }))).changes)).toBe('')
  })

  it('特价送审：参加满减、可用券的算在一起，不参加的不算', async () => {
    const goods = await makeGoods('丙片')
    await publish('offer', reduction(goods, 90))
    expect(below((await ask('deal', flash(goods, '8.50'))).changes)).toBe('1 种商品：丙片 10片（特价“上午场”、活动“满件打折”）')
    expect(below((await ask('deal', flash(goods, '8.50', { full_reduction_ok: 0 }))).changes)).toBe('')
    const { changes } = await ask('deal', flash(goods, '7.50', { full_reduction_ok: 0, coupon_ok: 0 }))
    expect([alone(changes), below(changes)]).toEqual(['1 种商品：丙片 10片', ''])
  })

  it('满减送审：碰上已批准的特价', async () => {
    const goods = await makeGoods('丁片')
    await publish('deal', flash(goods, '8.50'))
    const { changes } = await ask('offer', reduction(goods, 90))
    expect([alone(changes), below(changes)]).toEqual(['', '1 种商品：丁片 10片（特价“上午场”、活动“满件打折”）'])
  })

  it('可叠加的券：一家能拿几张，就按几张算', async () => {
    const goods = await makeGoods('戊片')
    const stacked = { amount: '5', stackable: 1 as const, per_company: 5 }
    const { changes } = await ask('coupon', couponFor(goods, stacked))
    expect([alone(changes), below(changes)]).toEqual(['', '1 种商品：戊片 10片（优惠券“满百减十五”（5 张））'])
    expect(below((await ask('coupon', couponFor(goods, { ...stacked, per_company: 4 }))).changes)).toBe('')
  })

  it('积分加钱换的商品：另付的钱低于成本也列出', async () => {
    const goods = await makeGoods('己片')
    const plan = (money: string) =>
      dealTyped({ kind: 'points', quota: 30, limit: 2, points: { goods_id: goods, points: 1, money, worth: '10' } })
    expect(alone((await ask('deal', plan('1'))).changes)).toBe('1 种商品：己片 10片')
    expect(alone((await ask('deal', plan('9'))).changes)).toBe('')
  })

  it('两份同时送审的互不知道：批准了一份，另一份要退回再看', async () => {
    const goods = await makeGoods('庚片')
    const offer = await ask('offer', reduction(goods, 85))
    const coupon = await ask('coupon', couponFor(goods))
    expect([below(offer.changes), below(coupon.changes)]).toEqual(['', ''])
    expect((await approve(offer.request)).message).toBe('已批准，已经办理')
    const late = await approve(coupon.request)
    expect(late.code).toBe(409)
    expect(late.message).toContain('提交之后这条记录已有变化')
  })

  it('改价：新价按已有的满减加券低于成本，要第二个人', async () => {
    const goods = await makeGoods('辛片')
    await publish('offer', reduction(goods, 95))
    await publish('coupon', couponFor(goods, { amount: '10' }))
    const { data } = await shop.ask('GET', `/api/staff/price/${goods}`, { cookie: merchandiser })
    const saved = await post(`price/${goods}/base`, { price: '9.20', version: data.version, reason: '随行就市' }, merchandiser)
    expect(saved.code, saved.text).toBe(202)
    expect(JSON.stringify(saved.data)).toContain('辛片 10片 按活动“满件打折”、优惠券“满百减十五”低于成本价或底价')
  })
})
