import { describe, expect, it } from 'vitest'
import { fillCart, openSheet } from '../../../../../test/buying.ts'
import { couponTyped } from '../../../../../test/coupon-desk.ts'
import { type DealSaid, dealTyped } from '../../../../../test/deal-desk.ts'
import { makeGoods as goodsIn, makeCompany, makeCompanyPrice, makeStaffOf, makeWarehouse } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { offerTyped } from '../../../../../test/offer-desk.ts'
import { holdCoupon, makeTemplate } from '../../../../../test/promotions.ts'

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
  const request = asked.data.request.id
  return { id: data.id, request, changes: await changesFor(finance, request) }
}
async function changesFor(cookie: string, request: number): Promise<Changes> {
  const { data } = await shop.ask('GET', '/api/staff/approval?per_page=100', { cookie })
  return data.list.find(({ id }: { id: number }) => id === request).changes
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

  it('两份在同一刻批准：后一份看得到前一份，退回再看', async () => {
    for (const name of ['午片', '未片', '申片']) {
      const goods = await makeGoods(name)
      const offer = await ask('offer', reduction(goods, 85))
      const coupon = await ask('coupon', couponFor(goods))
      const answers = await Promise.all([approve(offer.request), approve(coupon.request)])
      expect(answers.map(({ code }) => code).sort(), name).toEqual([200, 409])
    }
  })

  it('送审的人看不到哪些低于成本：再三试价也试不出成本；批准的人看得到', async () => {
    const goods = await makeGoods('壬片')
    const { data } = await post('deal', flash(goods, '7.50'))
    const asked = await post(`deal/${data.id}/publish`, { version: 1 })
    const { id, changes } = asked.data.request
    expect([alone(changes), below(changes)]).toEqual(['', ''])
    expect(changes.length).toBeGreaterThan(5)
    expect(alone(await changesFor(marketer, id))).toBe('')
    expect(alone(await changesFor(finance, id))).toBe('1 种商品：壬片 10片')
  })

  it('阶梯价、客户价也算在一起：满减送审看得到；反过来改这些价要第二个人', async () => {
    const [stepped, own] = [await makeGoods('癸片'), await makeGoods('子片')]
    const company = (await makeCompany(db, { name: '客户价药房', province: '贵州省' })).companyId
    await db.insertInto('goods_ladder').values({ goods_id: stepped, number: 100, price: 850 }).execute()
    await makeCompanyPrice(db, company, own, '8.50')
    expect(below((await ask('offer', reduction(stepped, 90))).changes)).toBe('1 种商品：癸片 10片（阶梯价、活动“满件打折”）')
    expect(below((await ask('offer', reduction(own, 90))).changes)).toBe('1 种商品：子片 10片（客户价、活动“满件打折”）')

    const [later, last] = [await makeGoods('丑片'), await makeGoods('寅片')]
    for (const one of [later, last]) await publish('offer', reduction(one, 90))
    const { data } = await shop.ask('GET', `/api/staff/price/${later}`, { cookie: merchandiser })
    const ladder = { base: '10.00', retail: '', ladder_type: 0, ladder: [{ number: 100, price: '8.50' }], ranks: [] }
    const saved = await post(`price/${later}`, { ...ladder, version: data.version, reason: '量大从优' }, merchandiser)
    expect(saved.code, saved.text).toBe(202)
    expect(saved.data.request.title).toContain('丑片 10片 按阶梯价、活动“满件打折”低于成本价或底价')
    const { data: other } = await shop.ask('GET', `/api/staff/price/${last}`, { cookie: merchandiser })
    const priced = await post(
      `price/${last}/company`,
      { company_id: company, price: '8.50', version: other.version, reason: '老客户' },
      merchandiser,
    )
    expect(priced.code, priced.text).toBe(202)
    expect(priced.data.request.title).toContain('寅片 10片 按客户价、活动“满件打折”低于成本价或底价')
  })

  it('送审以后降了价：比批准人看到的更低，要退回再看', async () => {
    const goods = await makeGoods('卯片')
    const { request, changes } = await ask('offer', reduction(goods, 75))
    expect(alone(changes)).toBe('1 种商品：卯片 10片')
    await pool.query('update goods set base_price = 900 where id = $1', [goods])
    expect((await approve(request)).message).toContain('提交之后这条记录已有变化')
  })

  it('套餐也算在一起；每家最多一张的券，换来再多也一次只用一张', async () => {
    const [goods, beside] = [await makeGoods('辰片'), await makeGoods('巳片')]
    await publish(
      'deal',
      dealTyped({
        kind: 'bundle',
        name: '两盒装',
        warehouse_id: await makeWarehouse(db),
        coupon_ok: 1,
        lines: [
          { goods_id: goods, number: 2, price: '8.50' },
          { goods_id: beside, number: 1, price: '9.90' },
        ],
      }),
    )
    expect(below((await ask('coupon', couponFor(goods, { amount: '10' }))).changes)).toBe(
      '1 种商品：辰片 10片（套餐“两盒装”、优惠券“满百减十五”）',
    )

    const buyer = await makeCompany(db)
    const template = await makeTemplate(db, { amount: '5.00', stackable: true, per_buyer: 1 })
    for (let at = 0; at < 3; at++) await holdCoupon(db, buyer.companyId, template)
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 10 }])
    const sheet = (await openSheet(shop, buyer, ids)).data
    expect(sheet.rows.find(({ label }: { label: string }) => label === '优惠券').amount).toBe('-5.00')
  })

  it('改价：新价按已有的两个活动同用低于成本，要第二个人', async () => {
    const goods = await makeGoods('辛片')
    await publish('offer', reduction(goods, 95))
    await publish('offer', reduction(goods, 91, { kind: 'goods_full_reduction', name: '单品打折' }))
    const { data } = await shop.ask('GET', `/api/staff/price/${goods}`, { cookie: merchandiser })
    const saved = await post(`price/${goods}/base`, { price: '9.20', version: data.version, reason: '随行就市' }, merchandiser)
    expect(saved.code, saved.text).toBe(202)
    expect(JSON.stringify(saved.data)).toContain('辛片 10片 按活动“单品打折”、活动“满件打折”低于成本价或底价')
  })
})
