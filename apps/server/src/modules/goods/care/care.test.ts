import { beforeEach, describe, expect, it } from 'vitest'
import { buy, makeAddress, stockOf } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf, makeStock, makeWarehouse, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfText } from '../../../../test/poppler.ts'
import { testSigner } from '../../../../test/signer.ts'
import { planCare } from './plan.ts'

const NOW = new Date('2024-02-29T02:00:00Z')

const shop = await testShop({ now: NOW, signer: (await testSigner()).signer })
const { db, pool } = shop.database
await nameSupplier(db)
const keeper = await makeStaffOf(db, 'warehouse', '罗远')
const judge = await makeStaffOf(db, 'quality', '质管员')
const warehouse = await makeWarehouse(db, { code: 'YH', name: '养护仓' })
beforeEach(() => {
  shop.clock.now = NOW
})

const get = (url: string, cookie = keeper) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = keeper) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
/** To ten in the morning of that day. */
const on = (day: string) => {
  shop.clock.now = new Date(`${day}T10:00:00+08:00`)
}

let serial = 0
async function batchOf(values: Parameters<typeof makeGoods>[1] = {}, { available = 20, expiry = '2026-12-31', since = '2024-01-10' } = {}) {
  const goods = await makeGoods(db, { stock: 0, name: `养护片${++serial}`, price: '10.00', ...values })
  const batchNo = `YH${String(serial).padStart(3, '0')}`
  const [batch = 0] = await makeStock(db, goods, [{ available, batchNo, expiry }], warehouse)
  await pool.query(
    `insert into stock_movement (stock_batch_id, kind, available, reserved, at) values ($1, 'receive', $2, 0, $3::timestamptz)`,
    [batch, available, `${since}T10:00:00+08:00`],
  )
  // Whatever was written by hand the night finds.
  await planCare(db, shop.clock.now)
  return { goods, batch, batchNo }
}
const rowOf = async (batchNo: string, state = 'all') => (await get(`care?state=${state}&words=${batchNo}`)).data.list[0]
const check = (ids: readonly number[], cookie = keeper, more: object = {}) =>
  post('care/check', { batches: ids.map((id) => ({ id })), appearance: '外观、包装完好', ...more }, cookie)
const passFirst = (goods: number, at: string) =>
  pool.query(`insert into goods_first_trade (goods_id, passed_at, passed_until, created_at) values ($1, $2, '2030-01-01', $2)`, [goods, at])

describe('养护计划', () => {
  it('一般品种每季一次，从到货起算；查过之后从那天再起算', async () => {
    const { batch, batchNo } = await batchOf({}, { since: '2023-11-30' })
    expect(await rowOf(batchNo)).toMatchObject({ due_on: '2024-02-29', days_late: 0, is_key: 0, grounds: [], last_on: null })
    expect((await rowOf(batchNo, 'due')).id).toBe(batch)
    expect((await check([batch])).data).toEqual({ checked: 1, passed_over: 0 })
    expect(await rowOf(batchNo, 'due')).toBeUndefined()
    expect(await rowOf(batchNo)).toMatchObject({ last_on: '2024-02-29', due_on: '2024-05-29', days_late: -90 })
    on('2024-05-23')
    expect((await rowOf(batchNo, 'soon')).id).toBe(batch)
  })

  it.each([
    ['冷藏冷冻', { cold_chain: true }],
    ['易变质', { dosage_form: '糖浆剂' }],
    ['易变质', { kind: 'herb' }],
    ['有效期短', { shelf_life_months: 12 }],
  ] as const)('%s的每月一次', async (ground, values) => {
    const { batchNo } = await batchOf(values, { since: '2024-01-31' })
    expect(await rowOf(batchNo)).toMatchObject({ due_on: '2024-02-29', is_key: 1, grounds: [ground] })
    const { batchNo: other } = await batchOf({ shelf_life_months: 13 }, { since: '2024-01-31' })
    expect(await rowOf(other)).toMatchObject({ due_on: '2024-04-30', is_key: 0 })
  })

  it('首营一年内、半年内到期、曾判不合格的每月一次；满一年不再是', async () => {
    const first = await batchOf({}, { since: '2024-02-01' })
    await passFirst(first.goods, '2023-03-01T02:00:00Z')
    expect((await rowOf(first.batchNo)).grounds).toEqual(['首营一年内'])
    on('2024-03-02')
    expect((await rowOf(first.batchNo)).grounds).toEqual([])
    on('2024-02-29')
    const near = await batchOf({}, { expiry: '2024-08-30' })
    expect((await rowOf(near.batchNo)).grounds).toEqual(['近效期'])
    expect((await rowOf((await batchOf({}, { expiry: '2024-08-31' })).batchNo)).grounds).toEqual([])
    const bad = await batchOf({}, {})
    const { id } = (await post('unqualified', { batch_id: bad.batch, number: 1, reason: '受潮' })).data
    expect((await rowOf(bad.batchNo)).grounds).toEqual([])
    await post(`unqualified/${id}/judge`, { verdict: 'bad', reason: '不符合规定' }, judge)
    expect(await rowOf(bad.batchNo)).toMatchObject({ grounds: ['曾有不合格'], locked: 1 })
  })

  it('没有库存的不在计划里；来历不明的今天就该查；按仓库、货位、类别筛选', async () => {
    const { batch, batchNo, goods } = await batchOf({ cold_chain: true }, { since: '2023-01-01' })
    await pool.query(`insert into shelf_place (warehouse_id, goods_id, place) values ($1, $2, 'L-07')`, [warehouse, goods])
    expect((await get('care?words=L-07')).data.list).toMatchObject([{ batch_no: batchNo, place: 'L-07', warehouse: '养护仓' }])
    expect((await get('care?words=L-07&key=0')).data.total).toBe(0)
    expect((await get(`care?words=L-07&key=1&warehouse_id=${warehouse}`)).data.counts).toEqual([
      { state: 'due', count: 1 },
      { state: 'soon', count: 0 },
      { state: 'all', count: 1 },
    ])
    for (const label of [`BQP${batch}`, `bqw${warehouse}-L-07`])
      expect((await get(`care?words=${label}`)).data.list, label).toMatchObject([{ batch_no: batchNo }])
    expect((await get('care?words=BQX20240229000001-1-1')).data.list).toEqual([])
    await db.updateTable('stock_batch').set({ available: 0 }).where('id', '=', batch).execute()
    expect((await get('care?state=all&words=L-07')).data.total).toBe(0)
    const unknown = await makeGoods(db, { stock: 0 })
    await makeStock(db, unknown, [{ available: 1, batchNo: 'WL1' }], warehouse)
    expect(await rowOf('WL1')).toMatchObject({ due_on: '2024-02-29' })
  })
})

describe('养护检查', () => {
  it('一次登记多个批号：记下数量、外观、原因、货位、人和时间；商品改名后仍是那天的名字；每个批号有操作记录', async () => {
    const one = await batchOf({ cold_chain: true, generic_name: '胰岛素', spec: '3ml' })
    const two = await batchOf()
    const made = await check([one.batch, two.batch], keeper, { measure: '通风' })
    expect(made.data).toEqual({ checked: 2, passed_over: 0 })
    await db.updateTable('goods').set({ name: '改名', generic_name: '改名' }).where('id', '=', one.goods).execute()
    const { list } = (await get(`register/care?words=${one.batchNo}`)).data
    expect(list).toMatchObject([
      {
        number: 20,
        doubted: 0,
        kind_name: '重点养护',
        grounds: '冷藏冷冻',
        appearance: '外观、包装完好',
        measure: '通风',
        checker: '罗远',
        warehouse: '养护仓',
        name: expect.stringContaining('胰岛素'),
        checked_at: NOW.toISOString(),
      },
    ])
    const { rows } = await pool.query(`select action, actor from audit_log where subject = any ($1)`, [
      [`stock_batch:${one.batch}`, `stock_batch:${two.batch}`],
    ])
    expect(rows).toEqual([
      { action: 'care.check', actor: '罗远' },
      { action: 'care.check', actor: '罗远' },
    ])
  })

  it('当天查过的、已没有库存的略过，全是这样就说明；两人同时查同一批只记一次', async () => {
    const [one, two] = [await batchOf(), await batchOf()]
    const both = await Promise.all([check([one.batch]), check([one.batch])])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await check([one.batch, two.batch])).data).toEqual({ checked: 1, passed_over: 1 })
    expect((await check([one.batch, two.batch])).message).toContain('今天都已经查过')
    expect((await get(`register/care?words=${one.batchNo}`)).data.list).toHaveLength(1)
  })

  it('数量不多于在库的；没有的批号是 404；外观必填，印不出来的字不收', async () => {
    const { batch } = await batchOf()
    const of = (body: object) => post('care/check', { batches: [{ id: batch, number: 21 }], appearance: '完好', ...body })
    expect((await of({})).data.errors).toMatchObject([{ field: 'number', message: expect.stringContaining('在库只有 20') }])
    expect((await of({ appearance: '  ' })).data.errors).toMatchObject([{ field: 'appearance' }])
    expect((await of({ appearance: '完好\u{1F600}' })).status).toBe(422)
    expect((await check([batch, 999_999])).status).toBe(404)
    expect((await of({ batches: [{ id: batch, number: 12 }] })).status).toBe(200)
  })

  it('发现问题：批号随即停售，登记不合格待质量判定，未发订单停下；记录写明编号，下次仍按计划', async () => {
    const { goods, batch, batchNo } = await batchOf({ name: '可疑片' })
    const buyer = await makeCompany(db, { balance: '900.00' })
    await buy(shop, buyer, await makeAddress(db, buyer.companyId), [{ goods_id: goods, number: 4 }], '52.00')
    const body = { batch_id: batch, number: 20, doubted: 3, appearance: '三盒变色', fault: '片面变色', measure: '移入待处理区' }
    expect((await post('care/fault', { ...body, doubted: 21 })).data.errors).toMatchObject([{ field: 'doubted' }])
    expect((await post('care/fault', { ...body, number: 21 })).data.errors).toMatchObject([{ field: 'number' }])
    expect((await stockOf(db, goods)).shown).toBe(16)
    const made = await post('care/fault', body)
    expect(made.data, made.text).toEqual({ no: expect.stringMatching(/^BH20240229-/), open_orders: 1 })
    expect((await stockOf(db, goods)).shown).toBe(0)
    const { list } = (await get(`unqualified?state=found&words=${made.data.no}`, judge)).data
    expect(list).toMatchObject([{ number: 3, finder: '罗远', reason: '养护发现：片面变色', batch_no: batchNo }])
    expect((await get(`register/care?result=doubted&words=${batchNo}`)).data.list).toMatchObject([
      { doubted: 3, fault: '片面变色', measure: '移入待处理区', unqualified_no: made.data.no },
    ])
    expect((await get(`register/care?result=fine&words=${batchNo}`)).data.list).toEqual([])
    expect(await rowOf(batchNo)).toMatchObject({ last_on: '2024-02-29', locked: 1 })
    expect((await post('care/fault', { ...body, batch_id: 999_999 })).status).toBe(404)
    expect((await post('care/fault', { ...body, fault: '  ' })).status).toBe(422)
    // Eighteen doubted in all would be more than are left of it.
    expect((await post('care/fault', { ...body, doubted: 18 })).data.errors).toMatchObject([
      { message: expect.stringContaining('最多再登记 17') },
    ])
  })

  it('只有仓储能查；质量、财务不能；只看一个仓库的人看不见、也查不了别处的批号', async () => {
    const { batch, batchNo } = await batchOf()
    const finance = await makeStaffOf(db, 'finance')
    for (const cookie of [judge, finance]) expect((await check([batch], cookie)).status).toBe(403)
    const elsewhere = await makeWarehouse(db, { code: 'BC', name: '别处仓' })
    const narrowed = await makeStaffOf(db, 'warehouse', '别处的人')
    await pool.query(
      `update staff set narrow_warehouses = array[$1::bigint] where account_id = (select id from account where name = '别处的人')`,
      [elsewhere],
    )
    await expect.poll(async () => (await get('me', narrowed)).data.narrowed).toBe(1)
    expect((await get(`care?state=all&words=${batchNo}`, narrowed)).data.total).toBe(0)
    expect((await check([batch], narrowed)).status).toBe(404)
    expect((await get(`register/care`, narrowed)).data.list).toEqual([])
    expect((await get('care/room', narrowed)).data.list).toEqual([])
  })

  it('养护记录不能改、不能删', async () => {
    const { batch } = await batchOf()
    await check([batch])
    await expect(pool.query(`update care_check set number = 1 where stock_batch_id = $1`, [batch])).rejects.toThrow('never changes')
    await expect(pool.query(`delete from care_check where stock_batch_id = $1`, [batch])).rejects.toThrow('never changes')
  })
})

describe('重点养护品种', () => {
  const stateOf = async (words: string) => {
    for (const state of ['proposed', 'key', 'general', 'other']) {
      const [row] = (await get(`care/goods?state=${state}&words=${encodeURIComponent(words)}`, judge)).data.list
      if (row) return { state, grounds: row.grounds, lapsed: row.lapsed, reason: row.reason, decider: row.decider }
    }
    return null
  }
  const decide = (goods: readonly number[], key: 0 | 1, cookie = judge) =>
    post('care/goods', { goods_ids: goods, key, reason: key === 1 ? '遇热易分层' : '包装密封，无须重点' }, cookie)

  it('按规则提出，质量确认；定为一般的不再提出，直到有新的原因；没有提出的也可以列为重点', async () => {
    const { goods, batchNo } = await batchOf({ name: '糖浆甲', dosage_form: '糖浆剂' })
    const plain = await batchOf({ name: '平常片' })
    expect(await stateOf('糖浆甲')).toMatchObject({ state: 'proposed', grounds: ['易变质'] })
    expect(await stateOf('平常片')).toMatchObject({ state: 'other', grounds: [] })
    expect((await decide([goods], 0)).data).toEqual({ decided: 1 })
    expect(await stateOf('糖浆甲')).toMatchObject({ state: 'general', reason: '包装密封，无须重点', decider: '质管员' })
    expect(await rowOf(batchNo)).toMatchObject({ is_key: 0, due_on: '2024-04-10' })
    await passFirst(goods, '2024-02-01T02:00:00Z')
    expect(await stateOf('糖浆甲')).toMatchObject({ state: 'proposed', grounds: ['首营一年内', '易变质'] })
    expect(await rowOf(batchNo)).toMatchObject({ is_key: 1, due_on: '2024-02-10' })
    expect((await decide([goods, plain.goods], 1)).data).toEqual({ decided: 2 })
    expect(await stateOf('平常片')).toMatchObject({ state: 'key', lapsed: 1 })
    expect(await rowOf(plain.batchNo)).toMatchObject({ grounds: ['质量确认'], due_on: '2024-02-10' })
    expect((await get('care/goods?state=key&words=糖浆甲', judge)).data.counts).toContainEqual({ state: 'key', count: 1 })
    const { rows } = await pool.query(`select action, reason from audit_log where subject = $1 order by id`, [`goods:${goods}`])
    expect(rows.at(-1)).toEqual({ action: 'care.goods', reason: '遇热易分层' })
  })

  it('翻页不重不漏，每页的数目都是全部的；翻过头的那页是空的', async () => {
    for (const name of ['翻页栓甲', '翻页栓乙', '翻页栓丙']) await batchOf({ name, dosage_form: '栓剂' })
    const page = async (query: string) => (await get(`care/goods?words=${encodeURIComponent('翻页栓')}&${query}`, judge)).data
    const pages = [await page('per_page=2'), await page('per_page=2&page=2'), await page('per_page=2&page=3')]
    expect(pages.map(({ list }) => list.map(({ name }: { name: string }) => name))).toEqual([['翻页栓甲', '翻页栓乙'], ['翻页栓丙'], []])
    for (const { total, counts } of pages) {
      expect(total).toBe(3)
      expect(counts).toContainEqual({ state: 'proposed', count: 3 })
    }
    expect(await page('state=key')).toMatchObject({ list: [], total: 0 })
  })

  it('仓储不能确认；没有的商品是 404，一个也不记', async () => {
    const { goods } = await batchOf()
    expect((await decide([goods], 1, keeper)).status).toBe(403)
    expect((await decide([goods, 999_999], 1)).status).toBe(404)
    expect(await db.selectFrom('care_goods').where('goods_id', '=', goods).select('id').execute()).toEqual([])
  })
})

describe('质量记录的纸', () => {
  async function printed(kind: string): Promise<{ no: string; text: string }> {
    const asked = await post(`register/${kind}`, { from: '2024-02-01', to: '2024-02-29' }, judge)
    expect(asked.data, asked.text).toMatchObject({ document: { kind: `${kind}_register` } })
    await shop.jobs.runDue(['documents.make'])
    const { rows } = await pool.query<{ no: string; content: Buffer }>(
      `select d.no, c.content from document d join stored_file_content c on c.file_id = d.file_id where d.id = $1`,
      [asked.data.document.id],
    )
    const [row] = rows
    if (!row) throw new Error(`${kind} was not drawn`)
    return { no: row.no, text: hasPoppler ? pdfText(row.content) : '' }
  }

  it('养护记录能盖章打印', async () => {
    const { batch } = await batchOf({ name: '打印糖浆', dosage_form: '糖浆剂' })
    await check([batch])
    const { no, text } = await printed('care')
    expect(no).toMatch(/^YH/)
    if (!hasPoppler) return
    for (const word of ['药品养护记录', '打印糖浆', '重点养护', '养护员：']) expect(text, word).toContain(word)
  })

  it('重点养护品种确认表能盖章打印', async () => {
    const { goods } = await batchOf({ name: '确认糖浆', dosage_form: '糖浆剂' })
    await post('care/goods', { goods_ids: [goods], key: 1, reason: '易分层' }, judge)
    const { no, text } = await printed('care_goods')
    expect(no).toMatch(/^ZD/)
    if (!hasPoppler) return
    for (const word of ['重点养护品种确认表', '确认糖浆', '易分层']) expect(text, word).toContain(word)
  })
})
