import { describe, expect, it } from 'vitest'
import type { SegmentFactsWire } from '#contract/segments.ts'
import { factsTyped } from '../../../../test/coupon-desk.ts'
import { type Buyer, makeCategory, makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const before = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const marketer = await makeStaffOf(db, 'marketer', '赵运营')
const quality = await makeStaffOf(db, 'quality', '方正')
await db
  .insertInto('staff_role')
  .values({ key: 'no_money', name: '不看金额', permissions: ['companies.view', 'offers.change'] })
  .execute()
const moneyless = await makeStaffOf(db, 'no_money', '不看金额')

const get = (url: string, cookie = marketer) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = marketer) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const look = async (facts: Partial<SegmentFactsWire>, cookie = marketer) =>
  get(`segment_look?facts=${encodeURIComponent(JSON.stringify(factsTyped(facts)))}`, cookie)
const namesIn = async (facts: Partial<SegmentFactsWire>): Promise<string[]> => {
  const { data, message } = await look(facts)
  expect(data, message).not.toBeNull()
  expect(data.companies).toBe(data.some.length)
  return data.some.map(({ name }: { name: string }) => name).sort()
}

const region = { province: '贵州省', city: '贵阳市' }
const regular = await makeCompany(db, { name: '常客药房', rank: 'A', ...region, type: '单体药店' })
const sleeper = await makeCompany(db, { name: '久未下单药房', rank: 'A', province: '贵州省', city: '遵义市', type: '单体药店' })
const newcomer = await makeCompany(db, { name: '从未下单诊所', rank: 'B', province: '云南省', city: '昆明市', type: '诊所' })
await makeCompany(db, { name: '审核中药房', rank: 'A', ...region, review_state: 1 })
await pool.query(`update company set manager_name = '孙经理' where id = $1`, [sleeper.companyId])

const parent = await makeCategory(db, '抗感染')
const child = await makeCategory(db, '头孢类', { parent_id: parent })
const cefixime = await makeGoods(db, { name: '头孢克肟', price: '30.00' })
await db.insertInto('goods_category').values({ goods_id: cefixime, category_id: child }).execute()
const other = await makeGoods(db, { name: '板蓝根', price: '10.00' })

async function ordered(who: Buyer, goodsId: number, number: number, days: number, status: 'completed' | 'cancelled' = 'completed') {
  const id = await makeOrder(db, who, [{ goodsId, number }], { status })
  await pool.query('update orders set created_at = $2 where id = $1', [id, before(days)])
  const { rows } = await pool.query('select goods_amount - reduction_amount as amount from orders where id = $1', [id])
  return Number(rows[0].amount) / 100
}
const large = await ordered(regular, cefixime, 20, 5)
await ordered(sleeper, other, 1, 100)
await ordered(newcomer, other, 5, 3, 'cancelled')

describe('客群按事实找企业', () => {
  it('类型、地区、等级、客户经理；没有通过审核的不在内', async () => {
    expect(await namesIn({})).toEqual(['从未下单诊所', '久未下单药房', '常客药房'].sort())
    expect(await namesIn({ types: ['诊所'] })).toEqual(['从未下单诊所'])
    expect(await namesIn({ places: ['贵州省遵义市', '云南省'] })).toEqual(['从未下单诊所', '久未下单药房'].sort())
    expect(await namesIn({ ranks: ['A'], places: ['贵州省'] })).toEqual(['久未下单药房', '常客药房'].sort())
    expect(await namesIn({ managers: ['孙经理'] })).toEqual(['久未下单药房'])
  })

  it('下过单、多久没下单、一段时间的订货额，取消的订单不算', async () => {
    expect(await namesIn({ ordered_days: 30 })).toEqual(['常客药房'])
    expect(await namesIn({ silent_days: 30 })).toEqual(['从未下单诊所', '久未下单药房'].sort())
    expect(await namesIn({ amount_days: 30, amount_from: String(large) })).toEqual(['常客药房'])
    expect(await namesIn({ amount_days: 30, amount_from: String(large + 1) })).toEqual([])
    expect(await namesIn({ amount_days: 30, amount_to: '1' })).toEqual(['从未下单诊所', '久未下单药房'].sort())
    const { data } = await look({ ordered_days: 30 })
    expect(data.some[0]).toMatchObject({ last_order_at: before(5).toISOString(), amount_90d: large.toFixed(2) })
  })

  it('买过、没买过某类（下级分类也算）或某种商品', async () => {
    expect(await namesIn({ bought_categories: [parent] })).toEqual(['常客药房'])
    expect(await namesIn({ bought_categories: [parent], bought_days: 3 })).toEqual([])
    expect(await namesIn({ missed_categories: [parent], types: ['单体药店'] })).toEqual(['久未下单药房'])
    expect(await namesIn({ bought_goods: [other] })).toEqual(['久未下单药房'])
    expect(await namesIn({ missed_goods: [other], missed_days: 30 })).toHaveLength(3)
  })

  it('证照多少天内到期', async () => {
    await pool.query(`update qualification set expires_on = '2026-12-10' where company_id = $1`, [regular.companyId])
    await pool.query(`update qualification set expires_on = '2029-12-10' where company_id <> $1`, [regular.companyId])
    expect(await namesIn({ licence_days: 30 })).toEqual(['常客药房'])
    expect(await namesIn({ licence_days: 5 })).toEqual([])
  })

  it('写错的条件各说在哪一项；看不到金额的岗位不能按订货额分群，也看不到订货额', async () => {
    const wrong = await look({ types: ['银行'], places: ['月球'], amount_from: '甲', amount_to: '-1' })
    expect(wrong.code).toBe(422)
    expect(wrong.data.errors.map(({ field }: { field: string }) => field)).toEqual([
      'facts.types',
      'facts.places',
      'facts.amount_from',
      'facts.amount_to',
    ])
    const order = await look({ amount_days: 0, amount_from: '9', amount_to: '3' })
    expect(order.data.errors.map(({ field }: { field: string }) => field)).toEqual(['facts.amount_days', 'facts.amount_to'])
    expect((await get('segment_look?facts=%7B%7D')).data.errors[0].message).toBe('客群条件不完整')
    expect((await get('segment_look?facts=%7B%7B')).data.errors[0].message).toBe('客群条件不完整')
    expect((await look({ amount_days: 30, amount_from: '1' }, moneyless)).data.errors[0].field).toBe('facts.amount_from')
    expect((await look({}, moneyless)).data.some[0].amount_90d).toBeNull()
  })
})

describe('客群存起来，大家用', () => {
  it('保存、改、两人同改、重名、删除，都有记录；质量能看不能改', async () => {
    const facts = factsTyped({ places: ['贵州省'], silent_days: 30, missed_categories: [parent] })
    const { data: made } = await post('segment', { name: ' 沉睡 药房 ', facts })
    expect(made).toMatchObject({ name: '沉睡 药房', version: 1, facts, names: { categories: [{ id: parent, name: '抗感染' }], goods: [] } })
    expect(made.text).toBe('贵州省；30 天没有下单；没买过抗感染')
    expect((await get(`segment/${made.id}`, quality)).data).toEqual(made)
    expect((await get('segment?keywords=沉睡', quality)).data).toMatchObject({ total: 1, list: [{ id: made.id, text: made.text }] })
    expect((await post(`segment/${made.id}`, { name: '质量的', facts, version: 1 }, quality)).status).toBe(403)

    const again = await post('segment', { name: '沉睡 药房', facts })
    expect(again.data.errors[0]).toEqual({ field: 'name', message: '已有同名的客群' })
    const { data: second } = await post('segment', { name: '诊所', facts: factsTyped({ types: ['诊所'] }) })
    expect((await post(`segment/${second.id}`, { name: '沉睡 药房', facts, version: 1 })).data.errors[0].field).toBe('name')
    expect((await post('segment', { name: '  ', facts })).data.errors[0].field).toBe('name')
    expect(
      (await post('segment', { name: '没有的', facts: factsTyped({ bought_goods: [9_999_999], missed_categories: [9_999_999] }) })).data
        .errors,
    ).toHaveLength(2)

    const { data: saved } = await post(`segment/${made.id}`, { name: '沉睡药房', facts: factsTyped({ silent_days: 60 }), version: 1 })
    expect(saved).toMatchObject({ name: '沉睡药房', version: 2, text: '60 天没有下单' })
    const late = await post(`segment/${made.id}`, { name: '旧页面', facts, version: 1 })
    expect(late).toMatchObject({ status: 409, data: { reason: 'CHANGED_MEANWHILE' } })
    expect((await post(`segment/${made.id}/remove`, { version: 1 })).status).toBe(409)
    expect((await post(`segment/${made.id}/remove`, { version: 2 })).message).toBe('客群已删除')
    expect((await get(`segment/${made.id}`)).status).toBe(404)
    const { rows } = await pool.query(
      `select action, before ->> 'facts' as before, after ->> 'facts' as after from audit_log where subject = $1 order by id`,
      [`segment:${made.id}`],
    )
    expect(rows).toEqual([
      { action: 'segment.add', before: null, after: '贵州省；30 天没有下单；没买过抗感染' },
      { action: 'segment.change', before: '贵州省；30 天没有下单；没买过抗感染', after: '60 天没有下单' },
      { action: 'segment.remove', before: '60 天没有下单', after: null },
    ])
  })

  it('企业列表按客群筛，人数随事实变；删掉的客群里没有人', async () => {
    const { data: made } = await post('segment', { name: '近来没有下单的', facts: factsTyped({ silent_days: 30 }) })
    const inList = async (id: number) => (await get(`companies?segment=${id}`)).data.list.map(({ name }: { name: string }) => name).sort()
    expect(await inList(made.id)).toEqual(['从未下单诊所', '久未下单药房'].sort())
    const { data: file } = await post('export/companies', { format: 'xlsx', query: { segment: made.id } })
    await shop.jobs.runDue(['exports.make'])
    expect((await get(`export/${file.id}`)).data).toMatchObject({ state: 'done', rows: 2 })
    await ordered(newcomer, other, 1, 1)
    expect(await inList(made.id)).toEqual(['久未下单药房'])
    await post(`segment/${made.id}/remove`, { version: 1 })
    expect(await inList(made.id)).toEqual([])
  })
})
