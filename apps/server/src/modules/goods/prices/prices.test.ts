import { describe, expect, it } from 'vitest'
import { makeCompany, makeCompanyPrice, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { clerkOf } from '../../../../test/goods-desk.ts'
import { type Answer, testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'
import { addRow } from '../../../../test/rows.ts'
import { writeSetting } from '../../../platform/settings.ts'

const NOW = new Date('2026-11-23T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const clerk = clerkOf(shop, await makeStaffOf(db, 'merchandiser', '何田'))
const second = clerkOf(shop, await makeStaffOf(db, 'finance', '孟夏'))

interface Form {
  base: string
  retail: string
  ranks: { rank: string; price: string }[]
  ladder_type: number
  ladder: { number: number; price: string }[]
  version: number
}
const prices = async (id: number) => (await clerk.get(`/api/staff/price/${id}`)).data
const formOf = async (id: number): Promise<Form> => {
  const { base, retail, ranks, ladder_type, ladder, version } = await prices(id)
  return { base: base ?? '', retail: retail ?? '', ranks, ladder_type, ladder, version }
}
const save = async (id: number, change: Partial<Form>, reason = '季度调价') =>
  clerk.post(`/api/staff/price/${id}`, { ...(await formOf(id)), ...change, reason })
const history = async (id: number) => (await clerk.get(`/api/staff/price/${id}/history`)).data.list
const paid = async (id: number, cookie: string, number = 1) => {
  const { data } = await shop.ask('GET', `/api/goods/detail/${id}`, { cookie })
  return number === 1 ? data.price : data.price_tiers
}

type Changes = { name: string; before: string; after: string }[]
/** Why it takes two, as whoever may see costs reads it. */
const whysOf = (request?: { changes: Changes }): string =>
  (request?.changes ?? []).flatMap(({ name, after }) => (['低于成本或底价', '降价幅度'].includes(name) ? [after] : [])).join('；')

describe('改价', () => {
  it('基准价、等级价、阶梯价一次保存，客户随即看到新价；每一处都记下旧价、新价、谁、为什么', async () => {
    const id = await makeGoods(db, { price: '10.00' })
    const [ordinary, ranked] = [await makeCompany(db), await makeCompany(db, { rank: 'A' })]
    expect(await paid(id, ordinary.cookie)).toBe('10.00')
    const { data } = await save(id, {
      base: '9.50',
      retail: '15',
      ranks: [{ rank: 'A', price: '9.00' }],
      ladder: [{ number: 50, price: '9.20' }],
    })
    expect(data).toMatchObject({ base: '9.50', retail: '15.00', ranks: [{ rank: 'A', price: '9.00', companies: 1 }], version: 1 })
    expect([await paid(id, ordinary.cookie), await paid(id, ranked.cookie)]).toEqual(['9.50', '9.00'])
    expect(await paid(id, ordinary.cookie, 50)).toMatchObject([{ price: '9.50' }, { from: 50, price: '9.20' }])
    expect(await history(id)).toMatchObject([
      { kind: 'ladder', number: 50, before: null, after: '9.20', by: '何田', reason: '季度调价' },
      { kind: 'rank', of: 'A', before: null, after: '9.00' },
      { kind: 'retail', before: null, after: '15.00' },
      { kind: 'base', before: '10.00', after: '9.50' },
    ])
    await save(id, { ranks: [], ladder: [] }, '取消')
    expect([await paid(id, ranked.cookie), (await history(id)).length]).toEqual(['9.50', 6])
    await expect(db.updateTable('price_change').set({ after: 1 }).where('goods_id', '=', id).execute()).rejects.toThrow('append-only')
  })

  it('企业专价只对那家企业；取消后回到等级价', async () => {
    const id = await makeGoods(db, { price: '10.00', rankPrices: { B: '9.80' } })
    const buyer = await makeCompany(db, { rank: 'B', name: '半夏连锁', code: 'KH-7001' })
    const set = async (price: string, version: number) =>
      clerk.post(`/api/staff/price/${id}/company`, { company_id: buyer.companyId, price, reason: '年度协议', version })
    const { data } = await set('9.10', 0)
    expect([await paid(id, buyer.cookie), data.version]).toEqual(['9.10', 1])
    const found = await clerk.get(`/api/staff/price/${id}/company?keywords=KH-70`)
    expect(found.data.list).toEqual([
      { company_id: buyer.companyId, code: 'KH-7001', company: '半夏连锁', rank: 'B', price: '9.10', usual: '9.80' },
    ])
    expect((await clerk.get(`/api/staff/price_company?keywords=${encodeURIComponent('半夏')}`)).data.list).toMatchObject([{ rank: 'B' }])
    expect((await set('9.20', 0)).data).toMatchObject({ reason: 'CHANGED_MEANWHILE', changes: [{ field: 'price', theirs: '9.10' }] })
    await set('', 1)
    expect(await paid(id, buyer.cookie)).toBe('9.80')
    expect(await history(id)).toMatchObject([
      { kind: 'company', of: '半夏连锁', before: '9.10', after: null },
      { after: '9.10', before: null },
    ])
    expect(
      (await clerk.post(`/api/staff/price/${id}/company`, { company_id: 999_999, price: '1', reason: '没有', version: 2 })).data.errors,
    ).toMatchObject([{ field: 'company_id' }])
  })

  it('一天之内分几次降，或先清空再定价，合计超过一人可定的幅度也要另一人批准；隔天再降从那天的价算起', async () => {
    const id = await makeGoods(db, { price: '10.00', on_shelf: false })
    expect((await save(id, { base: '8.50' })).status).toBe(200)
    const twice = await save(id, { base: '7.00' })
    expect(twice.status, twice.text).toBe(202)
    expect(whysOf(twice.data.request)).toContain('比一天之内的 ¥10.00 降了 30%')
    const stepped = await save(id, { ladder: [{ number: 50, price: '7.00' }] })
    expect(stepped.status, stepped.text).toBe(409)
    await clerk.post(`/api/staff/approval/${twice.data.request.id}/withdraw`, { reason: '' })
    expect((await save(id, { ladder: [{ number: 50, price: '7.00' }] })).status).toBe(202)
    const gone = await makeGoods(db, { price: '10.00', on_shelf: false })
    expect((await save(gone, { base: '' })).status).toBe(200)
    try {
      shop.clock.now = new Date(NOW.getTime() + 3 * 86_400_000)
      expect((await save(gone, { base: '0.01' })).status).toBe(202)
      expect((await save(id, { base: '7.00' })).status).toBe(200)
    } finally {
      shop.clock.now = NOW
    }
  })

  it('写错的价格、重复的等级和阶、在售时清空基准价：各在自己的字段说', async () => {
    const id = await makeGoods(db, { price: '10.00' })
    const fields = async (change: Partial<Form>) => (await save(id, change)).data.errors.map(({ field }: { field: string }) => field)
    expect(await fields({ base: '9.999', retail: '-1', ranks: [{ rank: 'A', price: 'x' }] })).toEqual(['ranks[0].price', 'base', 'retail'])
    expect(
      await fields({
        ranks: [
          { rank: 'A', price: '9' },
          { rank: 'A', price: '9' },
        ],
      }),
    ).toEqual(['ranks[1].rank'])
    expect(
      await fields({
        ladder: [
          { number: 5, price: '9' },
          { number: 5, price: '' },
        ],
      }),
    ).toEqual(['ladder[1].price', 'ladder[1].number'])
    expect(await fields({ base: '' })).toEqual(['base'])
    expect(await history(id)).toEqual([])
  })

  it('两人先后改价：后者看到现在的价，没有盖掉', async () => {
    const id = await makeGoods(db, { price: '10.00' })
    const base = (price: string, version: number) => clerk.post(`/api/staff/price/${id}/base`, { price, reason: '随行就市', version })
    expect((await base('9.50', 0)).data).toEqual({ base: '9.50', version: 1 })
    const late = await base('9.80', 0)
    expect(late).toMatchObject({ code: 409, data: { reason: 'CHANGED_MEANWHILE', version: 1 } })
    expect(late.data.changes).toContainEqual({ field: 'base', theirs: '9.50' })
    expect((await base('9.80', 1)).data.base).toBe('9.80')
  })

  it('导入改的价也在改价经过里', async () => {
    const id = await makeGoods(db, { code: 'IMP-1', name: '导入价片', price: '10.00' })
    await bringFile(shop, 'goods', '商品编码,商品名称,批发价\nIMP-1,导入价片,8.88\n', { name: '价格.csv' })
    expect(await history(id)).toMatchObject([
      { kind: 'base', before: '10.00', after: '8.88', by: '导入 测试', reason: '导入文件 价格.csv' },
    ])
    expect((await prices(id)).version).toBe(1)
  })
})

describe('一个人不能定的价', () => {
  const cost = (id: number, body: object) => clerk.post(`/api/staff/price/${id}/cost`, { reason: '进价', version: 0, ...body })

  it('低于成本、低于底价、降幅超过设定的：另一人批准之前不改，并说清楚为什么；批准后随即生效', async () => {
    const id = await makeGoods(db, { price: '10.00' })
    expect((await cost(id, { cost: '8.00', floor: '8.50' })).data).toMatchObject({
      cost: '8.00',
      floor: '8.50',
      version: 1,
      updated_by: '何田',
    })
    const waits = async (answer: Promise<Answer>) => {
      const { code, data } = await answer
      expect(code).toBe(202)
      return data.request as { id: number; title: string; changes: Changes }
    }
    const first = await waits(save(id, { base: '7.50' }))
    expect(whysOf(first)).toContain(
      '基准价 ¥7.50 低于成本价；基准价 ¥7.50 低于底价；基准价 ¥7.50 比现在的 ¥10.00 降了 25%，超过一人可定的 20%',
    )
    expect(first.changes.slice(2)).toEqual([{ name: '基准价', before: '¥10.00', after: '¥7.50' }])
    const withdraw = (request: { id: number }) => clerk.post(`/api/staff/approval/${request.id}/withdraw`, {})
    await withdraw(first)
    const ranked = await waits(save(id, { ranks: [{ rank: 'A', price: '8.40' }] }))
    expect(whysOf(ranked)).toContain('A 级等级价 ¥8.40 低于底价')
    await withdraw(ranked)
    const stepped = await waits(save(id, { ladder: [{ number: 20, price: '8.40' }] }))
    expect(whysOf(stepped)).toContain('20 盒阶梯价 ¥8.40 低于底价')
    await withdraw(stepped)
    const buyer = await makeCompany(db, { name: '望槐堂' })
    const own = await waits(
      clerk.post(`/api/staff/price/${id}/company`, { company_id: buyer.companyId, price: '8.00', reason: '协议', version: 0 }),
    )
    expect(whysOf(own)).toContain('望槐堂 企业专价 ¥8.00 低于底价')
    const cell = await waits(clerk.post(`/api/staff/price/${id}/base`, { price: '7.00', reason: '清仓', version: 0 }))
    expect([(await prices(id)).base, (await prices(id)).version]).toEqual(['10.00', 0])
    expect((await clerk.post(`/api/staff/approval/${cell.id}/approve`, {})).code).toBe(403)
    expect((await second.post(`/api/staff/approval/${own.id}/approve`, {})).code).toBe(200)
    // Another price of the same goods was set meanwhile: what was asked for stands on its own price alone.
    expect((await second.post(`/api/staff/approval/${cell.id}/approve`, {})).code).toBe(200)
    expect([(await prices(id)).base, await paid(id, buyer.cookie)]).toEqual(['7.00', '8.00'])
    expect((await history(id)).slice(0, 2)).toMatchObject([
      { kind: 'base', before: '10.00', after: '7.00', by: '何田', reason: '清仓' },
      { kind: 'company', after: '8.00', by: '何田', reason: '协议' },
    ])
    await save(id, { base: '10.00' })
    expect((await save(id, { base: '8.50' })).data.base).toBe('8.50')
  })

  it('看不了成本的人改价：不管为什么要第二个人，告诉他的都一样；批准的人看得到为什么', async () => {
    await db
      .insertInto('staff_role')
      .values({ key: 'pricer', name: '定价', permissions: ['prices.view', 'prices.change', 'audit.view'] })
      .execute()
    const pricer = clerkOf(shop, await makeStaffOf(db, 'pricer', '纪定价'))
    const id = await makeGoods(db, { price: '10.00' })
    await cost(id, { cost: '9.37', floor: '9.50' })
    const told = async (price: string) => {
      const { code, data } = await pricer.post(`/api/staff/price/${id}/base`, { price, reason: '随行就市', version: 0 })
      expect(code).toBe(202)
      const request = data.request as { id: number; title: string; changes: Changes }
      const seen = (await second.get('/api/staff/approval?per_page=100')).data.list.find((one: { id: number }) => one.id === request.id)
      await pricer.post(`/api/staff/approval/${request.id}/withdraw`, {})
      return { title: request.title, rows: request.changes.map(({ name }) => name), seen: whysOf(seen) }
    }
    const [floor, below] = [await told('9.49'), await told('9.36')]
    expect([floor.title, floor.rows]).toEqual([below.title, ['基准价']])
    expect(below.rows).toEqual(['基准价'])
    expect(below.title).not.toMatch(/成本|底价/)
    expect([floor.seen, below.seen]).toEqual(['基准价 ¥9.49 低于底价', '基准价 ¥9.36 低于成本价；基准价 ¥9.36 低于底价'])
    const deep = await told('7.00')
    expect([deep.title, deep.rows]).toEqual([below.title, ['降价幅度', '基准价']])
  })

  it('涨价、改零售价、已经低于成本的价往上调：不用第二个人；设定的百分比随即有效', async () => {
    const id = await makeGoods(db, { price: '5.00' })
    await makeCompanyPrice(db, (await makeCompany(db)).companyId, id, '4.00')
    await cost(id, { cost: '8.00', floor: '' })
    expect((await save(id, { base: '6.00', retail: '1.00' })).code).toBe(200)
    expect((await prices(id)).most_cut).toBe(20)
    const freed = await cost(id, { cost: '', floor: '', version: 1 })
    expect((await second.post(`/api/staff/approval/${freed.data.request.id}/approve`, {})).code).toBe(200)
    await writeSetting(db, 'price_cut_percent', 5)
    const asked = await save(id, { base: '5.60' })
    expect(whysOf(asked.data.request)).toContain('基准价 ¥5.60 比现在的 ¥6.00 降了 6.7%，超过一人可定的 5%')
    expect((await save(id, { base: '5.70' })).code).toBe(200)
    await db.deleteFrom('setting').where('key', '=', 'price_cut_percent').execute()
  })

  it('把成本价、底价调低超过一人可定的、或取消，也要另一人批准：否则一个人先降成本再降价', async () => {
    const id = await makeGoods(db, { price: '10.00' })
    expect((await cost(id, { cost: '8.00', floor: '9.00' })).code).toBe(200)
    expect((await cost(id, { cost: '7.00', floor: '9.00', version: 1 })).code).toBe(200)
    // A second step of the same day counts with the first.
    const twice = await cost(id, { cost: '6.00', floor: '9.00', version: 2 })
    expect([twice.code, twice.data.request?.title]).toEqual([202, expect.stringContaining('成本价 ¥8.00 降为 ¥6.00，降了 25%')])
    expect(twice.data.request.changes).toEqual([{ name: '成本价', before: '¥7.00', after: '¥6.00' }])
    const approve = (by: typeof clerk, request: number) => by.post(`/api/staff/approval/${request}/approve`, {})
    expect((await approve(clerk, twice.data.request.id)).code).toBe(403)
    expect((await clerk.get(`/api/staff/price/${id}/cost`)).data.cost).toBe('7.00')
    expect((await approve(second, twice.data.request.id)).code).toBe(200)
    expect((await clerk.get(`/api/staff/price/${id}/cost`)).data.cost).toBe('6.00')
    const gone = await cost(id, { cost: '6.00', floor: '', version: 3 })
    expect([gone.code, gone.data.request?.title]).toEqual([202, expect.stringContaining('取消底价 ¥9.00')])
    await clerk.post(`/api/staff/approval/${gone.data.request.id}/withdraw`, {})
    expect((await cost(id, { cost: '12.00', floor: '9.50', version: 3 })).code).toBe(200)
  })

  it('先一天天调低成本价、底价，再降价：三十天之内仍以原来的为准；另一人批准过的从批准的算起', async () => {
    const [at, day] = [shop.clock.now.getTime(), 86_400_000]
    const id = await makeGoods(db, { price: '10.00' })
    await cost(id, { cost: '9.00', floor: '9.00' })
    expect((await cost(id, { cost: '7.50', floor: '7.50', version: 1 })).code).toBe(200)
    shop.clock.now = new Date(at + 2 * day)
    const cheaper = await save(id, { base: '8.20' })
    expect([cheaper.code, whysOf(cheaper.data.request)]).toEqual([202, expect.stringContaining('基准价 ¥8.20 低于成本价')])
    await clerk.post(`/api/staff/approval/${cheaper.data.request.id}/withdraw`, {})
    const again = await cost(id, { cost: '6.50', floor: '6.50', version: 2 })
    expect([again.code, again.data.request?.title]).toEqual([202, expect.stringContaining('成本价 ¥9.00 降为 ¥6.50')])
    expect((await second.post(`/api/staff/approval/${again.data.request.id}/approve`, {})).code).toBe(200)
    expect((await save(id, { base: '8.20' })).code).toBe(200)
    shop.clock.now = new Date(at)
  })

  it('价格一个没改，阶梯换个算法、去掉一阶，付的钱少了也要另一人批准', async () => {
    const steps = [
      { number: 10, price: '10.00' },
      { number: 50, price: '5.00' },
    ]
    const id = await makeGoods(db, { price: '10.00' })
    const made = await save(id, { ladder: steps })
    expect((await second.post(`/api/staff/approval/${made.data.request.id}/approve`, {})).code).toBe(200)
    // From 50 on ¥5 becomes up to 50 ¥5.
    const turned = await save(id, { ladder_type: 1 })
    expect([turned.code, whysOf(turned.data.request)]).toEqual([202, expect.stringContaining('阶梯价 ¥5.00')])
    expect(turned.data.request.changes.slice(1)).toEqual([{ name: '阶梯价的算法', before: '从某数量起', after: '至某数量为止' }])
    expect((await second.post(`/api/staff/approval/${turned.data.request.id}/approve`, {})).code).toBe(200)
    // Up to 10 for ¥10 is taken away: those pay ¥5 as well.
    const fewer = await save(id, { ladder: steps.slice(1) })
    expect([fewer.code, whysOf(fewer.data.request)]).toEqual([202, expect.stringContaining('10 盒阶梯价 ¥5.00')])
    const { rows } = await shop.database.pool.query(
      "select before, after from audit_log where subject = $1 and action = 'price.change' order by id desc limit 1",
      [`goods:${id}`],
    )
    expect(rows).toMatchObject([{ before: { ladder_type: 0 }, after: { ladder_type: 1 } }])
  })

  it('同一天新设的等级价再降、或接着给这一级的企业定专价，都从原来付的价算起', async () => {
    const [first, last] = [await makeGoods(db, { price: '10.00' }), await makeGoods(db, { price: '10.00' })]
    const buyer = await makeCompany(db, { rank: 'A' })
    expect((await save(first, { ranks: [{ rank: 'A', price: '8.00' }] })).code).toBe(200)
    const again = await save(first, { ranks: [{ rank: 'A', price: '6.40' }] })
    expect([again.code, whysOf(again.data.request)]).toEqual([202, expect.stringContaining('比一天之内的 ¥10.00 降了 36%')])
    expect((await save(last, { ranks: [{ rank: 'A', price: '8.00' }] })).code).toBe(200)
    const own = await clerk.post(`/api/staff/price/${last}/company`, {
      company_id: buyer.companyId,
      price: '6.40',
      reason: '协议',
      version: 1,
    })
    expect([own.code, whysOf(own.data.request)]).toEqual([202, expect.stringContaining('比一天之内的 ¥10.00 降了 36%')])
  })

  it('成本价与底价只给有权的人看；改它要两种权限，两人先后改的说出来', async () => {
    const id = await makeGoods(db)
    await addRow(db, 'staff_role', { key: 'no-cost', name: '不看成本', permissions: ['goods.view', 'prices.view', 'prices.change'] })
    const other = clerkOf(shop, await makeStaffOf(db, 'no-cost'))
    expect((await other.get(`/api/staff/price/${id}/cost`)).code).toBe(403)
    expect((await other.post(`/api/staff/price/${id}/cost`, { cost: '1', floor: '', reason: '试试', version: 0 })).code).toBe(403)
    await cost(id, { cost: '8', floor: '' })
    expect((await cost(id, { cost: '9', floor: '' })).data).toMatchObject({
      reason: 'CHANGED_MEANWHILE',
      version: 1,
      changes: [
        { field: 'cost', theirs: '8.00' },
        { field: 'floor', theirs: '' },
      ],
    })
    expect((await clerk.get(`/api/staff/price/${id}/cost`)).data).toMatchObject({ cost: '8.00', floor: null })
    expect(await history(id)).toMatchObject([{ kind: 'cost', after: '8.00' }])
    expect((await other.get(`/api/staff/price/${id}/history`)).data.list).toEqual([])
    expect((await other.get('/api/staff/price/999999')).code).toBe(404)
    expect((await clerk.get('/api/staff/price/999999/cost')).code).toBe(404)
  })
})
