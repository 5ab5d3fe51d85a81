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
    expect(alone(saved.data.request.changes)).toContain('丑片 10片 按阶梯价、活动“满件打折”低于成本价或底价')
    const { data: other } = await shop.ask('GET', `/api/staff/price/${last}`, { cookie: merchandiser })
    const priced = await post(
      `price/${last}/company`,
      { company_id: company, price: '8.50', version: other.version, reason: '老客户' },
      merchandiser,
    )
    expect(priced.code, priced.text).toBe(202)
    expect(alone(priced.data.request.changes)).toContain('寅片 10片 按客户价、活动“满件打折”低于成本价或底价')
  })

  it('送审以后降了价：比批准人看到的更低，要退回再看', async () => {
    const goods = await makeGoods('卯片')
    const { request, changes } = await ask('offer', reduction(goods, 75))
    expect(alone(changes)).toBe('1 种商品：卯片 10片')
    await pool.query('update goods set base_price = 900 where id = $1', [goods])
    expect((await approve(request)).message).toContain('提交之后这条记录已有变化')
  })

  it('可叠加的券每家张数有上限；以前存的草稿也不能送审', async () => {
    const goods = await makeGoods('寅丸')
    const many = { amount: '0.01', threshold: '99999.99', stackable: 1 as const }
    const refused = await post('coupon', couponFor(goods, { ...many, per_company: 100 }))
    expect(refused.data.errors).toEqual([{ field: 'per_company', message: '可叠加的券每家最多 99 张' }])
    const { data } = await post('coupon', couponFor(goods, { ...many, per_company: 99 }))
    await pool.query(`update coupon_plan set terms = jsonb_set(terms, '{per_company}', '9999999') where id = $1`, [data.id])
    expect((await post(`coupon/${data.id}/publish`, { version: 1 })).data.errors).toEqual(refused.data.errors)
  })

  it('下架的商品也算：以后一个人上架就卖了，行里写明未上架', async () => {
    const goods = await makeGoods('卯丸')
    await pool.query('update goods set on_shelf = false where id = $1', [goods])
    const { id, request, changes } = await ask('offer', reduction(goods, 75))
    expect(alone(changes)).toBe('1 种商品：卯丸 10片（未上架）')
    await approve(request)
    await post(`offer/${id}/end/withdraw`, { version: 1, reason: '算完' })
    await publish('offer', reduction(goods, 85))
    const coupon = await ask('coupon', couponFor(goods))
    expect([alone(coupon.changes), below(coupon.changes)]).toEqual([
      '',
      '1 种商品：卯丸 10片（未上架）（活动“满件打折”、优惠券“满百减十五”）',
    ])
    const all = await ask('offer', {
      ...reduction(goods, 75),
      scope: { ...reduction(goods, 75).scope, all: 1, goods: [], except: [await makeGoods('辰丸')] },
    })
    expect(alone(all.changes)).toMatch(/^\d+ 种商品/)
    await post(`approval/${all.request}/withdraw`, {})
  })

  it('范围是专区的活动：将要开始的、正在送审的特价和套餐都算在它的专区里，别的价不算', async () => {
    const zone = (name: string, said: object = {}) => ({ goods: [], zones: [name], ...said })
    const [cased, welfare, bundled, beside, plain] = [
      await makeGoods('甲件'),
      await makeGoods('乙件'),
      await makeGoods('丙件'),
      await makeGoods('丁件'),
      await makeGoods('戊件'),
    ]
    const coming = { starts_at: '2026-11-25T01:00:00.000Z', ends_at: '2026-11-26T05:00:00.000Z' }
    const caseDeal = (said: object = {}) => flash(cased, '8.50', { kind: 'whole_case', name: '整件', ...coming, ...said })
    await publish('deal', caseDeal())
    const offer = await ask('offer', reduction(cased, 90, { name: '专区打折', scope: zone('whole_case') }))
    expect(below(offer.changes)).toBe('1 种商品：甲件 10片（特价“整件”、活动“专区打折”）')
    await approve(offer.request)

    await publish('offer', reduction(welfare, 90, { name: '福利打折', scope: zone('welfare') }))
    const share = (goods: number, percent: number, said: DealSaid = {}) =>
      dealTyped({
        kind: 'welfare',
        name: '福利',
        full_reduction_ok: 1,
        coupon_ok: 1,
        lines: [{ goods_id: goods, percent, quota: 20 }],
        ...said,
      })
    const { changes } = await ask('deal', share(welfare, 88, coming))
    expect([alone(changes), below(changes)]).toEqual(['', '1 种商品：乙件 10片（特价“福利”、活动“福利打折”）'])

    await publish('offer', reduction(bundled, 90, { name: '套餐打折', scope: zone('bundle') }))
    const bundle = dealTyped({
      kind: 'bundle',
      name: '两盒装',
      warehouse_id: await makeWarehouse(db),
      full_reduction_ok: 1,
      lines: [
        { goods_id: bundled, number: 2, price: '8.50' },
        { goods_id: beside, number: 1, price: '9.90' },
      ],
    })
    expect(below((await ask('deal', bundle)).changes)).toBe('1 种商品：丙件 10片（套餐“两盒装”、活动“套餐打折”）')

    // A flash price is of no zone, and the ordinary price of goods that have such a deal neither.
    expect(below((await ask('deal', flash(plain, '8.50'))).changes)).toBe('')
    expect(below((await ask('coupon', couponFor(cased, { scope: { all: 0, ...zone('whole_case') }, amount: '1' }))).changes)).toBe(
      '1 种商品：甲件 10片（特价“整件”、活动“专区打折”、优惠券“满百减十五”）',
    )
    expect(below((await ask('coupon', couponFor(cased, { amount: '11', audience: { places: ['云南省'] } }))).changes)).toContain('甲件')
  })

  describe('按折扣卖的特价', () => {
    const share = (goods: number, percent: number) =>
      dealTyped({ kind: 'welfare', name: '福利日', lines: [{ goods_id: goods, percent, quota: 20 }] })
    const priceOf = async (goods: number) => (await shop.ask('GET', `/api/staff/price/${goods}`, { cookie: merchandiser })).data

    it('折后随原价走：一人降基准价、阶梯价、客户价，使它低于成本，都要第二个人', async () => {
      const goods = await makeGoods('己件')
      await publish('deal', share(goods, 88))
      const company = (await makeCompany(db, { name: '福利药房' })).companyId
      const before = await priceOf(goods)
      const saved = await post(`price/${goods}/base`, { price: '9.05', version: before.version, reason: '随行就市' }, merchandiser)
      expect(saved.code, saved.text).toBe(202)
      await post(`approval/${saved.data.request.id}/withdraw`, {}, merchandiser)
      const ladder = { base: '10.00', retail: '', ladder_type: 0, ladder: [{ number: 100, price: '9.05' }], ranks: [] }
      const laddered = await post(`price/${goods}`, { ...ladder, version: before.version, reason: '量大从优' }, merchandiser)
      expect(laddered.code, laddered.text).toBe(202)
      await post(`approval/${laddered.data.request.id}/withdraw`, {}, merchandiser)
      const own = { company_id: company, price: '9.05', version: before.version, reason: '老客户' }
      const priced = await post(`price/${goods}/company`, own, merchandiser)
      expect(priced.code, priced.text).toBe(202)
      const fine = await post(`price/${goods}/base`, { price: '9.10', version: before.version, reason: '随行就市' }, merchandiser)
      expect(fine.code, fine.text).toBe(200)
    })

    it('用调价单降价也一样：行里标出、批准的人看到有几行；别的商品不标', async () => {
      const goods = await makeGoods('壹件')
      const plain = await makeGoods('贰件')
      await publish('deal', share(goods, 88))
      const codes = (await pool.query('select code from goods where id = any($1) order by id', [[goods, plain]])).rows
      const list = { name: '冬季调价', starts_at: '2026-11-24T16:00:00.000Z', reason: '供应商调价函' }
      const { data } = await post('price_list', list, merchandiser)
      const text = codes.map(({ code }: { code: string }) => `${code}\t9.05`).join('\n')
      await post(`price_list/${data.id}/row`, { text }, merchandiser)
      const { version } = (await shop.ask('GET', `/api/staff/price_list/${data.id}`, { cookie: merchandiser })).data
      const asked = await post(`price_list/${data.id}/publish`, { version }, merchandiser)
      expect(asked.code, asked.text).toBe(202)
      expect(asked.data.request.changes[0]).toEqual({ name: '低于成本价、底价，或使活动低于它们', before: '', after: '1 行' })
    })

    it('送审：按客户价、阶梯价打折后低于成本的也列出', async () => {
      const [own, stepped] = [await makeGoods('庚件'), await makeGoods('辛件')]
      await makeCompanyPrice(db, (await makeCompany(db, { name: '另一福利药房' })).companyId, own, '9.00')
      await db.insertInto('goods_ladder').values({ goods_id: stepped, number: 100, price: 900 }).execute()
      expect(alone((await ask('deal', share(own, 88))).changes)).toBe('1 种商品：庚件 10片')
      expect(alone((await ask('deal', share(stepped, 88))).changes)).toBe('1 种商品：辛件 10片')
    })
  })

  it('指定客户的活动：那一家自己的价也算，不被别家更低的价挡住', async () => {
    const goods = await makeGoods('壬件')
    const [named, other] = [
      (await makeCompany(db, { name: '指定药房' })).companyId,
      (await makeCompany(db, { name: '更低价药房' })).companyId,
    ]
    await makeCompanyPrice(db, named, goods, '8.60')
    await makeCompanyPrice(db, other, goods, '8.10')
    expect(below((await ask('offer', reduction(goods, 90, { audience: { companies: [named] } }))).changes)).toBe(
      '1 种商品：壬件 10片（客户价、活动“满件打折”）',
    )
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
