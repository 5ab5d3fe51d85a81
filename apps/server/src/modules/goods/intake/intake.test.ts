import { describe, expect, it } from 'vitest'
import { stockOf } from '../../../../test/buying.ts'
import { makeGoods, makeStaffOf, makeStock, makeSupplier, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { changeRow } from '../../../../test/rows.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const clerk = await makeStaffOf(db, 'warehouse')
const judge = await makeStaffOf(db, 'quality', '验收员')
const warehouse = await makeWarehouse(db, { code: 'RK', name: '收货仓' })
const supplier = await makeSupplier(db, { name: '国药控股样例有限公司' })

const get = (url: string, cookie = clerk) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = clerk) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
interface Line {
  goods_id: number
  batch_no?: string
  production_date?: string
  expiry_date?: string
  number?: number
  place?: string
}
const receive = (lines: Line[], more: object = {}) =>
  post('intake', {
    warehouse_id: warehouse,
    supplier_id: supplier,
    paper_no: 'THD-1',
    lines: lines.map((line) => ({ batch_no: 'N1', expiry_date: '20281130', number: 10, ...line })),
    ...more,
  })
const infoOf = async (id: number) => (await get(`intake/${id}`, judge)).data
const LOOKED_AT = { sampled: 1, appearance: '外观、包装、标签、说明书符合规定' }
async function acceptAll(id: number, change: (line: { id: number; number: number }) => object = () => ({}), cookie = judge) {
  const { lines } = await infoOf(id)
  return post(
    `intake/${id}/accept`,
    { lines: lines.map((line: { id: number; number: number }) => ({ id: line.id, accepted: line.number, ...LOOKED_AT, ...change(line) })) },
    cookie,
  )
}
const batchesOf = (goods: number) => db.selectFrom('stock_batch').selectAll().where('goods_id', '=', goods).orderBy('id').execute()
const errorsOf = (answer: { data: { errors: { field: string; message: string }[] } }) =>
  answer.data.errors.map(({ field, message }) => `${field}：${message}`)

describe('收货与验收', () => {
  it('仓储收、质量验，两人各一道；验收之前不是库存，合格的当场可卖，不合格的写明原因不入库', async () => {
    const goods = await makeGoods(db, { stock: 0, name: '验收片' })
    const { id, no } = (await receive([{ goods_id: goods, number: 100, production_date: '2026-11', place: 'A-1' }])).data
    expect(no).toMatch(/^RK20261121-\d{5}$/)
    expect((await stockOf(db, goods)).shown).toBe(0)
    expect((await get('intake?state=waiting')).data.list[0]).toMatchObject({
      no,
      number: 100,
      state_name: '待验收',
      supplier: '国药控股样例有限公司',
    })
    expect((await acceptAll(id, () => ({}), clerk)).code).toBe(403)
    const short = await acceptAll(id, () => ({ accepted: 97 }))
    expect(errorsOf(short)).toEqual([
      'lines.0.reject_reason：验收片 N1：有不合格的，请写明原因',
      'lines.0.measure：验收片 N1：有不合格的，请选处置措施',
    ])
    const done = await acceptAll(id, () => ({ accepted: 97, reject_reason: '外箱破损', measure: 'refuse' }))
    expect(done.data).toEqual({ accepted: 97, rejected: 3, locked: [] })
    expect((await stockOf(db, goods)).shown).toBe(97)
    expect(await batchesOf(goods)).toMatchObject([
      { batch_no: 'N1', available: 97, expiry_date: '2028-11-30', production_date: '2026-11-01' },
    ])
    const { list } = (await get(`stock/movements?document_no=${no}`)).data
    expect(list).toMatchObject([{ kind_name: '收货入库', available: 97, reason: expect.stringContaining('THD-1') }])
    expect((await get(`stock/goods?words=${encodeURIComponent('验收片')}&warehouse_id=${warehouse}`)).data.list[0].place).toBe('A-1')
    expect((await acceptAll(id)).message).toContain('验收，不能再处理')
    expect(await infoOf(id)).toMatchObject({ state: 'done', lines: [{ accepted: 97, reject_reason: '外箱破损', refused: '' }] })
  })

  it('收货人自己换了岗位也不能验自己收的货', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const { id } = (await receive([{ goods_id: goods }])).data
    await changeRow(db, 'stock_intake', id, { received_by: await accountOf('验收员') })
    expect((await acceptAll(id)).message).toBe('这批货是您收的，须由质量部门的另一人验收')
  })

  it('同一批号写法不同，进同一个批号；别处已锁定的批号，到了这里也锁着', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    await makeStock(db, goods, [{ available: 5, batchNo: 'AB12', expiry: '2028-11-30' }], warehouse)
    const { id } = (await receive([{ goods_id: goods, batch_no: 'ab 12', number: 7 }])).data
    expect((await infoOf(id)).lines).toMatchObject([{ is_known: 1, refused: '' }])
    await acceptAll(id)
    expect(await batchesOf(goods)).toMatchObject([{ batch_no: 'AB12', available: 12 }])
    const far = await makeWarehouse(db, { code: 'FAR', name: '远仓' })
    const [locked] = await batchesOf(goods)
    await post(`batch/${locked?.id}/lock`, { reason: '质量可疑' })
    const there = (await receive([{ goods_id: goods, batch_no: 'AB12', number: 4 }], { warehouse_id: far })).data
    expect((await acceptAll(there.id)).data.locked).toEqual(['AB12（质量可疑）'])
    expect((await stockOf(db, goods)).shown).toBe(0)
  })

  it('已过期的、依法禁售的、与在册效期不符的、一张单里写两次的，各在自己的格子里说明', async () => {
    const fine = await makeGoods(db, { stock: 0 })
    const barred = await makeGoods(db, { stock: 0, name: '禁售片', law_verdict: 'barred', law_class: '麻醉药品' })
    await makeStock(db, fine, [{ available: 1, batchNo: 'OLD', expiry: '2028-01-31' }], warehouse)
    const answer = await receive([
      { goods_id: fine, expiry_date: '2026-11-20' },
      { goods_id: barred },
      { goods_id: fine, batch_no: 'OLD', expiry_date: '2028-02-28' },
      { goods_id: fine, batch_no: 'n1', production_date: '2027-01-01', expiry_date: '2026-12' },
      { goods_id: 999_999_999, batch_no: ' ', expiry_date: '随便' },
    ])
    expect(errorsOf(answer)).toEqual([
      'lines.0.expiry_date：有效期至 2026-11-20，已过期，不能收货',
      'lines.3.production_date：生产日期在今天之后',
      'lines.3.expiry_date：有效期早于生产日期',
      'lines.4.batch_no：请填写批号',
      'lines.4.expiry_date：请填写有效期至，如 20280531',
      'lines.1.goods_id：禁售片：麻醉药品，依法不得在网上销售，不能收货',
      'lines.3.batch_no：与第 1 行是同一批号，请合并',
      'lines.4.goods_id：没有这个商品',
      'lines.2.expiry_date：这个批号在册的有效期至是 2028-01-31，与所填的 2028-02-28 不符，请核对实物',
    ])
    expect(errorsOf(await receive([{ goods_id: fine }], { supplier_id: 999_999, paper_no: '' }))).toEqual([
      'supplier_id：请选择供货单位',
      'paper_no：请填写随货同行单号',
    ])
  })

  it('冷藏商品要测到货温度；超出范围的一件也不能验成合格，拒收照样登记', async () => {
    const cold = await makeGoods(db, { stock: 0, name: '冷藏针', cold_chain: true, storage: '2～8℃冷藏' })
    expect(errorsOf(await receive([{ goods_id: cold }]))).toEqual([
      'celsius：有冷藏、冷冻商品，请测量并填写到货温度',
      'transport：有冷藏、冷冻商品，请填写运输方式',
    ])
    const { id } = (await receive([{ goods_id: cold }], { celsius: 11.5, transport: '冷藏车' })).data
    expect(await infoOf(id)).toMatchObject({
      celsius: 11.5,
      is_in_range: 0,
      cold_range: '2–8 ℃',
      lines: [{ refused: expect.stringContaining('应当拒收') }],
    })
    expect((await acceptAll(id)).message).toContain('应当拒收')
    expect((await acceptAll(id, () => ({ accepted: 0, sampled: 0, reject_reason: '到货超温', measure: 'refuse' }))).data).toEqual({
      accepted: 0,
      rejected: 10,
      locked: [],
    })
    expect(await batchesOf(cold)).toEqual([])
    const good = (await receive([{ goods_id: cold }], { celsius: 5, transport: '冷藏车' })).data
    expect((await acceptAll(good.id)).data.accepted).toBe(10)
  })

  it('两位验收人同时点，只入库一次；撤回的不能再验', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const { id } = (await receive([{ goods_id: goods }])).data
    const answers = await Promise.all([acceptAll(id), acceptAll(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await stockOf(db, goods)).shown).toBe(10)
    const gone = (await receive([{ goods_id: goods }])).data
    expect((await post(`intake/${gone.id}/withdraw`, { reason: '填错供货单位' })).data).toEqual({ state: 'withdrawn' })
    expect((await acceptAll(gone.id)).status).toBe(409)
    expect((await get(`intake?state=withdrawn&words=${gone.no}&warehouse_id=${warehouse}`)).data.total).toBe(1)
    expect((await get('intake/999999')).code).toBe(404)
  })

  it('漏了一行、列了别单的行、合格数多于到货数，都不入库', async () => {
    const goods = await makeGoods(db, { stock: 0, name: '数片' })
    const { id } = (await receive([{ goods_id: goods }, { goods_id: goods, batch_no: 'N2' }])).data
    const { lines } = await infoOf(id)
    const [first] = lines
    expect(errorsOf(await post(`intake/${id}/accept`, { lines: [{ id: first.id, accepted: 10, ...LOOKED_AT }] }, judge))).toEqual([
      'lines：数片 N2 还没有验收结论',
    ])
    expect((await post(`intake/${id}/accept`, { lines: [{ id: 999_999, accepted: 1, ...LOOKED_AT }] }, judge)).message).toBe(
      '所列的行不是这张收货单的',
    )
    expect((await acceptAll(id, () => ({ accepted: 11 }))).message).toContain('合格数不能更多')
    expect(await batchesOf(goods)).toEqual([])
  })
})

async function accountOf(name: string): Promise<number> {
  return (await db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
}
