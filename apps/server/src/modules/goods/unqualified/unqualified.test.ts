import { describe, expect, it } from 'vitest'
import { buy, makeAddress, stockOf } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf, makeStock, makeSupplier, makeWarehouse, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { testSigner } from '../../../../test/signer.ts'
import { unqualifiedRows } from './views.ts'

const NOW = new Date('2024-02-29T02:00:00Z')

const shop = await testShop({ now: NOW, signer: (await testSigner()).signer })
const { db } = shop.database
await nameSupplier(db)
const keeper = await makeStaffOf(db, 'warehouse', '罗远')
const judge = await makeStaffOf(db, 'quality', '质管员')
const head = await makeStaffOf(db, 'quality_head', '质量负责人')
const warehouse = await makeWarehouse(db, { code: 'BH', name: '一号仓' })

const get = (url: string, cookie = judge) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = judge) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })

let serial = 0
async function batchOf(available: number, name = '不合格片') {
  const goods = await makeGoods(db, { stock: 0, name, price: '10.00', generic_name: '通用片' })
  const batchNo = `BH${++serial}`
  const [batch = 0] = await makeStock(db, goods, [{ available, batchNo, expiry: '2026-02-28' }], warehouse)
  return { goods, batch, batchNo }
}
const report = (batch: number, number: number, cookie = keeper) =>
  post('unqualified', { batch_id: batch, number, reason: '受潮变色' }, cookie)
const bad = (id: number, cookie = judge) => post(`unqualified/${id}/judge`, { verdict: 'bad', reason: '性状不符合规定' }, cookie)
const destroy = (id: number, cookie = keeper) => post(`unqualified/${id}/dispose`, { way: 'destroy', reason: '送指定单位焚毁' }, cookie)
const approve = (id: number, cookie: string) => post(`approval/${id}/approve`, { reason: '现场监督' }, cookie)
const rowOf = async (words: string) => (await get(`unqualified?words=${words}`)).data.list[0]

describe('不合格药品', () => {
  it('登记即锁定，质量判定，仓储销毁须质量批准：库存凭台账编号减少，台账写明两人', async () => {
    const { goods, batch, batchNo } = await batchOf(20)
    const made = await report(batch, 6)
    expect(made.data).toMatchObject({ no: expect.stringMatching(/^BH20240229-\d{5}$/), open_orders: 0 })
    const { id, no } = made.data
    expect((await stockOf(db, goods)).shown).toBe(0)
    const [locked] = (await get(`batch/list?keywords=${batchNo}`)).data.list
    expect(locked).toMatchObject({ locked_by: '罗远', locked_reason: '不合格待判：受潮变色' })
    expect((await destroy(id)).message).toContain('待判定，不能处置')
    expect((await bad(id)).data).toEqual({ state: 'bad' })
    expect((await bad(id)).status).toBe(409)
    const asked = await destroy(id)
    expect(asked.status, asked.text).toBe(202)
    expect((await stockOf(db, goods)).available).toBe(20)
    const { request } = asked.data
    expect(request).toMatchObject({ title: `销毁 不合格片 批号 ${batchNo} 6 盒`, kind_name: '销毁、退回不合格药品' })
    expect((await approve(request.id, keeper)).status).not.toBe(200)
    expect((await approve(request.id, head)).status).toBe(200)
    expect((await stockOf(db, goods)).available).toBe(14)
    const { list } = (await get(`stock/movements?document_no=${no}`)).data
    expect(list).toMatchObject([{ kind_name: '不合格销毁', available: -6, actor: '罗远', reason: '送指定单位焚毁' }])
    expect(await rowOf(no)).toMatchObject({
      state_name: '已处置',
      finder: '罗远',
      judge: '质管员',
      way_name: '销毁',
      disposer: '罗远',
      witness: '质量负责人',
      verdict: '性状不符合规定',
    })
    expect((await get(`batch/list?keywords=${batchNo}`)).data.list[0].locked_at).not.toBeNull()
    expect((await destroy(id)).message).toContain('已处置')
  })

  it('谁登记谁不判；仓储不能判，质量不能处置；判为合格的留着锁，解锁另办；没有的编号是 404', async () => {
    const { batch } = await batchOf(5)
    const own = (await report(batch, 1, judge)).data
    expect((await bad(own.id)).message).toBe('这是您登记的，须由质量部门的另一人判定')
    expect((await bad(own.id, keeper)).status).toBe(403)
    expect((await destroy(own.id, judge)).status).toBe(403)
    expect((await post(`unqualified/${own.id}/judge`, { verdict: 'fine', reason: '复检合格' }, head)).data).toEqual({ state: 'fine' })
    expect((await destroy(own.id)).message).toContain('判为合格')
    expect(await rowOf(own.no)).toMatchObject({ state: 'fine', judge: '质量负责人' })
    for (const path of ['judge', 'dispose'] as const)
      expect(((await (path === 'judge' ? bad(999_999) : destroy(999_999))) as { status: number }).status, path).toBe(404)
    expect((await report(999_999, 1)).status).toBe(404)
    const finance = await makeStaffOf(db, 'finance')
    expect((await report(batch, 1, finance)).status).toBe(403)
    expect((await get('unqualified', finance)).status).toBe(403)
  })

  it('登记的不能多于在库的，连同已登记的；两人同时登记同一批、同时判、同时批，都只成一次', async () => {
    const { goods, batch } = await batchOf(10)
    expect((await report(batch, 11)).data.errors).toMatchObject([{ field: 'number', message: expect.stringContaining('最多再登记 10') }])
    expect((await stockOf(db, goods)).shown).toBe(10)
    const both = await Promise.all([report(batch, 6), report(batch, 6, judge)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const [one] = (await get(`unqualified?state=found&warehouse_id=${warehouse}&per_page=1`)).data.list
    const third = await makeStaffOf(db, 'quality', '另一质管')
    const judged = await Promise.all([bad(one.id, head), bad(one.id, third)])
    expect(judged.map(({ status }) => status).sort()).toEqual([200, 409])
    const { request } = (await destroy(one.id)).data
    const approved = await Promise.all([approve(request.id, head), approve(request.id, third)])
    expect(approved.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await stockOf(db, goods)).available).toBe(4)
  })

  it('订单占用着的不能处置，说明怎么办；退回供货单位也是一笔流水', async () => {
    const { goods, batch } = await batchOf(10, '占用片')
    const buyer = await makeCompany(db, { balance: '900.00' })
    await buy(shop, buyer, await makeAddress(db, buyer.companyId), [{ goods_id: goods, number: 4 }], '52.00')
    const whole = (await report(batch, 10)).data
    expect(whole.open_orders).toBe(1)
    await bad(whole.id)
    expect((await destroy(whole.id)).message).toContain('可用只有 6，其余为订单占用')
    const { batch: other, goods: second } = await batchOf(3)
    const back = (await report(other, 2)).data
    await bad(back.id)
    const asked = await post(`unqualified/${back.id}/dispose`, { way: 'return', reason: '供货单位同意退货' }, keeper)
    expect((await approve(asked.data.request.id, judge)).status).toBe(200)
    expect((await get(`stock/movements?document_no=${back.no}`)).data.list).toMatchObject([
      { kind_name: '不合格退回供货单位', available: -2 },
    ])
    expect((await stockOf(db, second)).available).toBe(1)
  })

  it('验收时移入不合格区的自动上台账，不进库存，处置时也没有流水', async () => {
    const goods = await makeGoods(db, { stock: 0, name: '拒收片' })
    const lines = [{ goods_id: goods, batch_no: 'JS1', expiry_date: '20261231', number: 20 }]
    const { id } = (await post('intake', { warehouse_id: warehouse, supplier_id: await makeSupplier(db), paper_no: 'T1', lines }, keeper))
      .data
    const [line] = (await get(`intake/${id}`)).data.lines
    const judged = { id: line.id, accepted: 18, sampled: 1, appearance: '两盒压破', reject_reason: '破损', measure: 'hold' }
    expect((await post(`intake/${id}/accept`, { lines: [judged] })).status).toBe(200)
    const row = await rowOf('JS1')
    expect(row).toMatchObject({
      source_name: '验收拒收',
      number: 2,
      state: 'bad',
      finder: '罗远',
      judge: '质管员',
      batch_id: null,
      intake_id: id,
    })
    const { request } = (await destroy(row.id)).data
    expect((await approve(request.id, head)).status).toBe(200)
    expect((await get(`stock/movements?document_no=${row.no}`)).data.list).toEqual([])
    expect((await stockOf(db, goods)).shown).toBe(18)
  })

  it('台账按状态、日期、批号筛选，导出、盖章打印；2 月 29 日登记的在那一天', async () => {
    const { batch, batchNo } = await batchOf(3, '台账片')
    await report(batch, 1)
    const count = async (query: string) => (await get(`unqualified?words=${batchNo}&${query}`)).data.total
    expect([
      await count('start_time=2024-02-29&end_time=2024-02-29'),
      await count('start_time=2024-03-01'),
      await count('state=bad'),
    ]).toEqual([1, 0, 0])
    expect((await get('unqualified?start_time=2023-02-29')).status).toBe(422)
    const asked = await post('export/unqualified', { format: 'csv', query: { words: batchNo } })
    await shop.jobs.runDue()
    const { text } = await get(`export/${asked.data.id}/file`)
    expect(text.trim().split('\r\n')).toHaveLength(2)
    expect(text).toContain('受潮变色')
    const paper = await post('register/unqualified', { from: '2024-02-29', to: '2024-02-29' })
    expect(paper.data, paper.text).toMatchObject({ document: { kind: 'unqualified_register' } })
    await shop.jobs.runDue(['documents.make'])
    const file = await shop.app.inject({
      method: 'GET',
      url: `/api/staff/document/${paper.data.document.id}/file`,
      headers: { cookie: `staff=${judge}` },
    })
    expect(file.statusCode).toBe(200)
  })

  it('文件一页接着一页：接在上一页最后一条之后，不漏不重', async () => {
    const { batch, batchNo } = await batchOf(3, '分页片')
    for (const number of [1, 1]) await report(batch, number)
    const filter = { words: batchNo, state: null, warehouseId: null, from: null, until: null }
    const whole = (await unqualifiedRows(db, filter, {}, 10)).map(({ id }) => id)
    const [first] = await unqualifiedRows(db, filter, {}, 1)
    const rest = await unqualifiedRows(db, filter, { before: first?.id ?? 0 }, 10)
    expect([first?.id, ...rest.map(({ id }) => id)]).toEqual(whole)
    expect(whole).toHaveLength(2)
  })
})
