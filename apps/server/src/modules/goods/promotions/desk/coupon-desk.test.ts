import { describe, expect, it } from 'vitest'
import type { CouponTermsWire } from '#contract/coupon-desk.ts'
import type { Fen } from '#domain/money.ts'
import { buy, makeAddress } from '../../../../../test/buying.ts'
import { couponTyped, factsTyped } from '../../../../../test/coupon-desk.ts'
import { type Buyer, makeCompany, makeGoods, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const day = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString()
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const marketer = await makeStaffOf(db, 'marketer', '赵运营')
const finance = await makeStaffOf(db, 'finance', '钱财务')
const keeper = await makeStaffOf(db, 'warehouse', '李仓库')
const local = await makeCompany(db, { name: '贵阳大药房', province: '贵州省', city: '贵阳市', rank: 'A' })
const second = await makeCompany(db, { name: '贵阳二药房', province: '贵州省', city: '贵阳市', rank: 'A' })
const far = await makeCompany(db, { name: '昆明药房', province: '云南省', city: '昆明市', rank: 'B' })
const frozen = await makeCompany(db, { name: '冻结药房', province: '贵州省', city: '贵阳市', review_state: 4 })

const get = (url: string, cookie = marketer) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = marketer) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const add = async (terms: CouponTermsWire) => {
  const answer = await post('coupon', terms)
  expect(answer.message, JSON.stringify(answer.data)).toBe('草稿已保存')
  return answer.data
}
const coupon = async (id: number) => (await get(`coupon/${id}`)).data
async function publish(id: number): Promise<void> {
  const { version } = await coupon(id)
  const asked = await post(`coupon/${id}/publish`, { version })
  expect(asked.code, asked.message).toBe(202)
  expect((await post(`approval/${asked.data.request.id}/approve`, {}, finance)).message).toBe('已批准，已经办理')
}
const published = async (terms: CouponTermsWire): Promise<number> => {
  const { id } = await add(terms)
  await publish(id)
  return id
}
const work = () => shop.jobs.runDue(['bulk.work'])
const job = async (id: number, cookie = marketer) => (await get(`bulk_job/${id}?per_page=50`, cookie)).data
async function many(kind: 'coupon.grant' | 'coupon.take_back', body: object, couponId: number, cookie = marketer) {
  const { data, message } = await post(`bulk/${kind}`, { ...body, wish: { reason: '老客户回馈', coupon_id: couponId } }, cookie)
  expect(data, message).not.toBeNull()
  await work()
  const weighed = await job(data.id, cookie)
  if (weighed.job.counts.ready > 0) {
    expect((await post(`bulk_job/${data.id}/run`, {}, cookie)).status).toBe(200)
    await work()
  }
  return { weighed, ...(await job(data.id, cookie)) }
}
const refusals = (list: { name: string; message: string }[]) =>
  Object.fromEntries(list.filter(({ message }) => message !== '').map(({ name, message }) => [name, message]))
const held = async ({ cookie }: Buyer): Promise<{ id: number; name: string; status: string }[]> =>
  (await shop.ask('GET', '/api/user/coupon', { cookie })).data.list
const newsOf = async ({ cookie }: Buyer): Promise<string[]> =>
  (await shop.ask('GET', '/api/user/message', { cookie })).data.list.map(
    ({ title, text }: { title: string; text: string }) => `${title} ${text}`,
  )
const audits = async (id: number) =>
  (await pool.query('select action, actor, reason from audit_log where subject = $1 order by id', [`coupon:${id}`])).rows

describe('优惠券起草、批准、发放、结束', () => {
  it('草稿不给任何人；另一人批准后领券中心能领，条款不再改', async () => {
    const made = await add(couponTyped({ name: '新客券', is_public: 1, quota: 5, audience: { places: ['贵州省'] } }))
    expect(made).toMatchObject({ state: 'draft', text: '¥10，满 ¥100.00 可用', buyers: '贵州省', quota: 5, taken: 0, published: 0 })
    const inCentre = async ({ cookie }: Buyer) =>
      (await shop.ask('GET', '/api/coupon/centre', { cookie })).data.list.filter(({ name }: { name: string }) => name === '新客券')
    expect(await inCentre(local)).toEqual([])
    const changed = await post(`coupon/${made.id}`, { ...made.terms, intro: '首单可用', version: 1 })
    expect(changed.data).toMatchObject({ version: 2, terms: { intro: '首单可用' } })
    expect((await post(`coupon/${made.id}`, { ...made.terms, version: 1 })).data.reason).toBe('CHANGED_MEANWHILE')

    const asked = await post(`coupon/${made.id}/publish`, { version: 2 })
    expect(asked).toMatchObject({ code: 202, message: '已提交批准，另一人批准后生效' })
    expect(await coupon(made.id)).toMatchObject({ state: 'waiting', request: { mine: 1 } })
    expect((await get('coupon?state=waiting&keywords=新客')).data).toMatchObject({ total: 1 })
    expect((await post(`coupon/${made.id}`, { ...made.terms, version: 2 })).message).toMatch(/等待批准/)
    expect((await post(`coupon/${made.id}/end/withdraw`, { version: 2, reason: '不要了' })).message).toMatch(/等待批准/)
    expect((await post(`approval/${asked.data.request.id}/approve`, {})).status).toBe(403)
    expect((await post(`approval/${asked.data.request.id}/approve`, {}, finance)).message).toBe('已批准，已经办理')

    expect(await coupon(made.id)).toMatchObject({ state: 'live', published: 1, asked_by: '赵运营', approved_by: '钱财务', request: null })
    const [offered] = await inCentre(local)
    expect(await inCentre(far)).toEqual([])
    expect((await shop.ask('POST', '/api/coupon/take', { cookie: local.cookie, body: { id: offered.id } })).message).toBe('领取成功')
    const { version } = await coupon(made.id)
    expect((await post(`coupon/${made.id}`, { ...made.terms, version })).message).toMatch(/不再修改/)
    expect((await post(`coupon/${made.id}/publish`, { version })).message).toBe('这种优惠券已经发布')

    // Stopped by who answers for them: nobody has another one, what was taken stays good.
    expect((await post(`coupon/${made.id}/end/stop`, { version, reason: '预算用完' })).status).toBe(403)
    expect((await post(`coupon/${made.id}/end/stop`, { version, reason: '预算用完' }, finance)).message).toBe('优惠券已叫停，不再发放')
    expect(await coupon(made.id)).toMatchObject({ state: 'withdrawn', withdrawn_reason: '预算用完' })
    expect((await shop.ask('POST', '/api/coupon/take', { cookie: second.cookie, body: { id: offered.id } })).data.reason).toBe(
      'COUPON_OVER',
    )
    expect((await held(local)).find(({ name }) => name === '新客券')?.status).toBe('unused')
    expect((await post(`coupon/${made.id}/end/stop`, { version: version + 1, reason: '再停' }, finance)).message).toBe('这种优惠券已经撤下')
    expect((await audits(made.id)).map(({ action }) => action).filter((action) => action.startsWith('coupon.'))).toEqual([
      'coupon.add',
      'coupon.change',
      'coupon.publish',
      'coupon.stop',
    ])
  })

  it('写错的各说在哪一项；过了时间的送不了审；草稿撤下后改过又能送审', async () => {
    const fieldsOf = async (terms: CouponTermsWire): Promise<string[]> => {
      const { code, data } = await post('coupon', terms)
      expect(code).toBe(422)
      return data.errors.map(({ field }: { field: string }) => field)
    }
    expect(await fieldsOf(couponTyped({ name: ' ', amount: '', per_company: 0, valid_days: 0, scope: { all: 0 } }))).toEqual(
      expect.arrayContaining(['name', 'amount', 'per_company', 'valid_days', 'scope']),
    )
    expect(await fieldsOf(couponTyped({ amount: '100' }))).toEqual(['amount'])
    expect(await fieldsOf(couponTyped({ percent: 90 }))).toEqual(['amount'])
    expect(await fieldsOf(couponTyped({ cap: '5' }))).toEqual(['cap'])
    expect(await fieldsOf(couponTyped({ quota: 1, per_company: 2 }))).toEqual(['quota'])
    expect(await fieldsOf(couponTyped({ take_from: day(2), take_until: day(1) }))).toEqual(['take_until'])
    expect(await fieldsOf(couponTyped({ valid_days: 0, valid_from: day(2), valid_until: day(1) }))).toEqual(['valid_until'])
    expect(await fieldsOf(couponTyped({ take_from: '昨天' }))).toEqual(['take_from'])
    expect(await fieldsOf(couponTyped({ scope: { all: 0, goods: [9_999_999] } }))).toEqual(['scope.goods'])

    const late = await add(couponTyped({ name: '过时的', take_until: day(-1) }))
    expect((await post(`coupon/${late.id}/publish`, { version: 1 })).data.errors[0].field).toBe('take_until')
    expect((await post(`coupon/${late.id}/end/stop`, { version: 1, reason: '停掉' }, finance)).message).toMatch(/还没有发布/)
    expect((await post(`coupon/${late.id}/end/withdraw`, { version: 1, reason: '重写' })).message).toBe('优惠券已撤下，不再发放')
    expect((await post(`coupon/${late.id}/publish`, { version: 2 })).message).toMatch(/已撤下/)
    expect((await post(`coupon/${late.id}`, { ...late.terms, take_until: day(9), version: 2 })).data.state).toBe('draft')
    await publish(late.id)
    expect((await coupon(late.id)).taking).toBe('到 2026-12-07 10:00，只由我方发放')
    const fixed = await published(
      couponTyped({ name: '定期', take_from: day(1), take_until: day(5), valid_days: 0, valid_from: day(1), valid_until: day(30) }),
    )
    expect(await coupon(fixed)).toMatchObject({ state: 'coming', validity: '2026-11-29 至 2026-12-28' })
    const coming = await post('bulk/coupon.grant', { ids: [local.companyId], wish: { reason: '提前发', coupon_id: fixed } })
    expect(coming.message).toBe('这种优惠券还没到发放时间')
    expect(
      (await add(couponTyped({ name: '只有开始', take_from: day(1), percent: 90, amount: '', cap: '30', threshold: '' }))).taking,
    ).toBe('2026-11-29 10:00 起，只由我方发放')
  })

  it('命中多少商品和客户；低于成本的写明几种，不说成本；批准人也看到', async () => {
    const cheap = await makeGoods(db, { name: '薄利颗粒', price: '50.00', stock: 100 })
    await db
      .insertInto('goods_cost')
      .values({ goods_id: cheap, cost: 4_700 as Fen, updated_at: NOW, updated_by: '甲' })
      .execute()
    const terms = couponTyped({ name: '太深的券', scope: { all: 0, goods: [cheap] }, audience: { places: ['贵州省'] } })
    const look = async (cookie: string) => (await get(`coupon_look?terms=${encodeURIComponent(JSON.stringify(terms))}`, cookie)).data
    expect(await look(finance)).toMatchObject({
      goods: 1,
      companies: 2,
      companies_all: 3,
      below_total: 1,
      below: [{ name: expect.stringContaining('薄利颗粒'), price: '50.00', after: '45.00', below: 'cost', bound: '47.00' }],
    })
    expect((await look(marketer)).below).toMatchObject([{ below: 'floor', bound: '' }])
    expect((await get('coupon_look?terms=%7B%7D')).data.errors[0].message).toBe('草稿不完整')
    expect((await get('coupon_look?terms=%7B%7B')).data.errors[0].message).toBe('草稿不完整')
    expect((await get(`coupon_look?terms=${encodeURIComponent(JSON.stringify({ ...terms, name: '' }))}`)).data.errors[0].field).toBe('name')
    const { id } = await add(terms)
    const { data } = await post(`coupon/${id}/publish`, { version: 1 })
    const { list } = (await get('approval?scope=decide&state=waiting&kind=coupon.publish', finance)).data
    const asked = list.find(({ id: request }: { id: number }) => request === data.request.id)
    expect(JSON.stringify(asked)).toContain('1 种商品：薄利颗粒')
    expect(JSON.stringify(asked)).not.toContain('47.00')
  })
})

describe('发给客群和指定的企业', () => {
  it('先试算说出发给几家、谁为什么不发；照办后每家一张并收到消息；再发一次、断在半途都不会多出一张', async () => {
    const id = await published(couponTyped({ name: '回馈券', intro: '感谢一年支持', audience: { places: ['贵州省'] } }))
    const { data: segment } = await post('segment', { name: '全部客户', facts: factsTyped() })
    const first = await many('coupon.grant', { query: { segment: segment.id } }, id)
    expect(first.weighed.job.counts).toMatchObject({ ready: 2, refused: 1 })
    expect(refusals(first.weighed.list)).toEqual({ 昆明药房: '不是这种券的适用客户' })
    expect(first.job).toMatchObject({ state: 'done', counts: { done: 2, refused: 1 } })
    expect((await held(local)).filter(({ name }) => name === '回馈券')).toMatchObject([{ status: 'unused' }])
    expect(await newsOf(local)).toContain('收到优惠券“回馈券” 感谢一年支持')
    expect(await held(far)).toEqual([])
    // Woken once more, as after a crash.
    await work()
    const again = await many('coupon.grant', { ids: [local.companyId, second.companyId, frozen.companyId] }, id)
    expect(again.weighed.job.counts).toMatchObject({ ready: 0, refused: 3 })
    expect(refusals(again.weighed.list)).toEqual({
      贵阳大药房: '已有 1 张，每家最多 1 张',
      贵阳二药房: '已有 1 张，每家最多 1 张',
      冻结药房: '企业未通过审核或已冻结，不发',
    })
    expect(await coupon(id)).toMatchObject({ taken: 2 })
    expect((await audits(id)).filter(({ action }) => action === 'coupon.grant')).toHaveLength(2)
  })

  it('总量发完就停，没有轮到的写明；仓储不能发；没有这种券、草稿、停了的券不能发', async () => {
    const id = await published(couponTyped({ name: '只有一张', quota: 1 }))
    const given = await many('coupon.grant', { ids: [local.companyId, second.companyId] }, id)
    expect(given.job.counts).toMatchObject({ done: 1, refused: 1 })
    expect(refusals(given.list)).toEqual({ 贵阳二药房: '该优惠券已被领完' })
    const ask = (couponId: number | undefined, cookie = marketer, query?: object) =>
      post(
        'bulk/coupon.grant',
        { ...(query ? { query } : { ids: [local.companyId] }), wish: { reason: '发一张', coupon_id: couponId } },
        cookie,
      )
    expect((await ask(id, keeper)).status).toBe(403)
    expect((await ask(undefined)).data.errors[0].message).toBe('请选择优惠券')
    expect((await ask(9_999_999)).data.errors[0].message).toBe('请选择优惠券')
    expect((await ask((await add(couponTyped())).id)).message).toBe('这种优惠券还没有发布')
    expect((await ask(id, marketer, { segment: 9_999_999 })).message).toMatch(/客群/)
    const { version } = await coupon(id)
    await post(`coupon/${id}/end/withdraw`, { version, reason: '改主意' })
    expect((await ask(id)).message).toBe('这种优惠券已停止发放')
  })

  it('药店下单用了一张，成效数得出；没用的收回后不能再用，用了的不动；取消的订单不算', async () => {
    const goods = await makeGoods(db, { name: '阿莫西林', price: '60.00', stock: 500 })
    const id = await published(couponTyped({ name: '见效券', threshold: '100', amount: '10', scope: { all: 0, goods: [goods] } }))
    await many('coupon.grant', { ids: [local.companyId, second.companyId, far.companyId] }, id)
    const address = await makeAddress(db, local.companyId)
    const own = (await held(local)).find(({ name }) => name === '见效券')
    await buy(shop, local, address, [{ goods_id: goods, number: 2 }], { coupons: [own?.id ?? 0] })
    expect((await get(`coupon/${id}/result`)).data).toEqual({
      granted: 3,
      taken: 0,
      won: 0,
      companies: 3,
      used: 1,
      unused: 2,
      expired: 0,
      withdrawn: 0,
      orders: 1,
      amount: '110.00',
      discount: '10.00',
    })
    expect((await post('bulk/coupon.take_back', { query: { coupon: id }, wish: { reason: '发错了', coupon_id: id } })).status).toBe(403)
    const back = await many('coupon.take_back', { query: { coupon: id } }, id, finance)
    expect(back.job).toMatchObject({ state: 'done', total: 2, counts: { done: 2 } })
    const [lost] = (await held(second)).filter(({ name }) => name === '见效券')
    expect(lost?.status).toBe('expired')
    expect(await newsOf(second)).toContain('优惠券“见效券”已收回 1 张未使用的券已收回：老客户回馈')
    const none = await many('coupon.take_back', { ids: [local.companyId] }, id, finance)
    expect(refusals(none.weighed.list)).toEqual({ 贵阳大药房: '没有未使用的券' })
    expect((await get(`coupon/${id}/result`)).data).toMatchObject({ used: 1, unused: 0, withdrawn: 2, expired: 0 })
    expect((await get(`coupon/${(await add(couponTyped({ name: '没发过' }))).id}/result`)).data).toMatchObject({
      granted: 0,
      discount: '0.00',
    })
    expect((await get('coupon/9999999/result')).status).toBe(404)
  })
})
