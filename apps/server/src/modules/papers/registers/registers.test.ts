import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf, makeStock, makeSupplier, makeWarehouse, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfPages, pdfSignatures, pdfText } from '../../../../test/poppler.ts'
import { testSigner } from '../../../../test/signer.ts'
import { FEW } from '../../../platform/few.ts'

const NOW = new Date('2024-02-29T02:00:00Z')

const shop = await testShop({ now: NOW, signer: (await testSigner()).signer })
const { db } = shop.database
await nameSupplier(db)
const clerk = await makeStaffOf(db, 'warehouse', '罗远')
const checker = await makeStaffOf(db, 'warehouse', '田舟')
const judge = await makeStaffOf(db, 'quality', '验收员')
const warehouse = await makeWarehouse(db, { code: 'RK', name: '收货仓' })
const supplierId = await makeSupplier(db, { name: '国药控股样例有限公司' })

const get = (url: string, cookie = judge) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = judge) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })

const FACTS = { generic_name: '阿莫西林胶囊', dosage_form: '胶囊剂', approval_no: '国药准字H20260001', case_pack: 10 }
const makeDrug = (name: string) => makeGoods(db, { stock: 0, name, ...FACTS })

/** Received by one, judged by another: of a hundred packs so many are good. */
async function taken(goods: number, batchNo: string, accepted = 100): Promise<string> {
  const lines = [{ goods_id: goods, batch_no: batchNo, production_date: '2024-01-01', expiry_date: '20261231', number: 100 }]
  const made = await post('intake', { warehouse_id: warehouse, supplier_id: supplierId, paper_no: 'THD-9', lines }, clerk)
  const { id, no } = made.data
  const [line] = (await get(`intake/${id}`)).data.lines
  expect(line).toMatchObject({ least_sample: 9, sampled: null, appearance: '' })
  const bad = accepted < 100 ? { reject_reason: '外箱水渍', measure: 'hold' } : {}
  const judged = { id: line.id, accepted, sampled: 9, appearance: '包装完好，标签清晰', report_no: `BG-${batchNo}`, ...bad }
  expect((await post(`intake/${id}/accept`, { lines: [judged] })).status).toBe(200)
  return no
}

async function madePaper(kind: string, body: object): Promise<Buffer> {
  const asked = await post(`register/${kind}`, body)
  expect(asked.data, asked.text).toMatchObject({ document: { kind: `${kind}_register`, state: 'waiting' } })
  await shop.jobs.runDue(['documents.make'])
  const url = `/api/staff/document/${asked.data.document.id}/file`
  const { rawPayload } = await shop.app.inject({ method: 'GET', url, headers: { cookie: `staff=${judge}` } })
  return rawPayload
}

async function fileOf(kind: string, query: object): Promise<string[][]> {
  const { data } = await post(`export/${kind}`, { format: 'csv', query })
  await shop.jobs.runDue()
  const { text } = await get(`export/${data.id}/file`)
  return text
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
}

describe('验收记录', () => {
  it('验收时填的抽样、外观、报告编号、结论和处置逐行在册；商品改了资料，记录仍是当天的', async () => {
    const goods = await makeDrug('安灭菌')
    const no = await taken(goods, 'YS1')
    await taken(goods, 'YS2', 97)
    await db.updateTable('goods').set({ generic_name: '改过', approval_no: '改过', spec: '改过' }).where('id', '=', goods).execute()
    const { data } = await get('register/acceptance?words=YS')
    expect([data.from, data.to, data.next]).toEqual(['2024-01-30', '2024-02-29', null])
    expect(data.list).toMatchObject([
      { batch_no: 'YS2', accepted: 97, result: '部分不合格（3）', reject_reason: '外箱水渍', measure_name: '移入不合格品区，待处理' },
      {
        no,
        name: '阿莫西林胶囊（安灭菌）',
        dosage_form: '胶囊剂',
        approval_no: '国药准字H20260001',
        maker: '测试药业有限公司',
        supplier: '国药控股样例有限公司',
        batch_no: 'YS1',
        production_date: '2024-01-01',
        expiry_date: '2026-12-31',
        number: 100,
        sampled: 9,
        appearance: '包装完好，标签清晰',
        report_no: 'BG-YS1',
        accepted: 100,
        result: '合格',
        receiver: '罗远',
        acceptor: '验收员',
      },
    ])
    expect(JSON.stringify(data)).not.toContain('改过')
    const batches = async (query: string) =>
      (await get(`register/acceptance?${query}`)).data.list.map(({ batch_no }: { batch_no: string }) => batch_no)
    expect(await batches('words=YS&result=rejected')).toEqual(['YS2'])
    expect(await batches('words=YS&result=passed')).toEqual(['YS1'])
    expect(await batches(`words=${no}`)).toEqual(['YS1'])
    expect(await batches(`words=${encodeURIComponent('国药控股')}`)).toEqual(['YS2', 'YS1'])
    expect(await batches('words=YS&warehouse_id=999999')).toEqual([])
    const first = (await get('register/acceptance?words=YS&per_page=1')).data
    expect(await batches(`words=YS&per_page=1&after=${first.next}`)).toEqual(['YS1'])
  })

  it('抽样、外观缺一样，或有不合格而没有处置，都不能验收；没验收的、撤回的不在册', async () => {
    const goods = await makeDrug('缺项片')
    const lines = [{ goods_id: goods, batch_no: 'QX1', expiry_date: '20261231', number: 20 }]
    const { id } = (await post('intake', { warehouse_id: warehouse, supplier_id: supplierId, paper_no: 'T1', lines }, clerk)).data
    const [line] = (await get(`intake/${id}`)).data.lines
    const said = async (values: object) => {
      const { data } = await post(`intake/${id}/accept`, {
        lines: [{ id: line.id, accepted: 20, sampled: 6, appearance: '完好', ...values }],
      })
      return data.errors.map(({ message }: { message: string }) => message.split('：')[1])
    }
    expect(await said({ sampled: 0 })).toEqual(['至少抽查一个最小包装才能验收合格'])
    expect(await said({ sampled: 21 })).toEqual(['到货 20 盒，抽样不能更多'])
    expect(await said({ appearance: ' ' })).toEqual(['请写明外观、包装、标签和说明书的检查结果'])
    expect(await said({ accepted: 19, reject_reason: '破损' })).toEqual(['有不合格的，请选处置措施'])
    expect(await said({ report_no: 'BG😡' })).toEqual([expect.stringContaining('印不出来')])
    expect((await get('register/acceptance?words=QX1')).data.list).toEqual([])
  })

  it('2 月 29 日是一天；不存在的日子、颠倒的起止、超过一年的都说明', async () => {
    const goods = await makeDrug('闰日片')
    await taken(goods, 'RR1')
    const count = async (query: string) => (await get(`register/acceptance?words=RR1&${query}`)).data.list.length
    expect(await count('start_time=2024-02-29&end_time=2024-02-29')).toBe(1)
    expect(await count('end_time=2024-02-28')).toBe(0)
    expect((await get('register/acceptance?start_time=2023-12-15')).data).toMatchObject({ from: '2023-12-15', to: '2024-01-14' })
    for (const query of [
      'start_time=2023-02-29',
      'end_time=2024-02-30',
      'start_time=2024-02-29&end_time=2024-02-28',
      'start_time=2023-02-28&end_time=2024-02-29',
    ])
      expect((await get(`register/acceptance?${query}`)).status, query).toBe(422)
    expect((await get('register/acceptance?start_time=2023-03-01&end_time=2024-02-29')).status).toBe(200)
  })

  it('盖章打印：A4 横向、签名栏；当天又验收的，再打是新版本；导出与列表同一范围', async () => {
    const goods = await makeDrug('打印片')
    await taken(goods, 'DY1', 0)
    const asked = { from: '2024-02-29', to: '2024-02-29', warehouse_id: warehouse }
    const bytes = await madePaper('acceptance', asked)
    const waiting = await post('register/acceptance', asked)
    expect(waiting.data.document.version).toBe(2)
    expect((await post('register/acceptance', asked)).data?.reason).toBe('DOCUMENT_WAITING')
    if (hasPoppler) {
      const text = pdfText(bytes)
      for (const word of ['药品验收记录', 'DY1', '不合格', '外箱水渍', '收货仓', '验收员：', '质量管理部门负责人：', '1 / '])
        expect(text, word).toContain(word)
      expect(pdfSignatures(bytes)).toContain('Signature is Valid')
      expect(pdfPages(bytes).width).toBeGreaterThan(800)
    }
    const rows = await fileOf('acceptance', { words: 'DY' })
    expect(rows.map((row) => row[8])).toEqual(['批号', 'DY1'])
    expect(rows[1]).toContain('外箱水渍；移入不合格品区，待处理')
  })
})

describe('出库复核记录', () => {
  it('每个批号一行：购货单位、数量、质量状况、拣货与复核的两人；商品改名后仍与随货同行单一致', async () => {
    const buyer = await makeCompany(db, { balance: '9000.00', name: '改名前大药房' })
    const address = await makeAddress(db, buyer.companyId)
    const goods = await makeGoods(db, { stock: 0, name: '复核片', price: '10.00', ...FACTS, case_pack: 1 })
    await makeStock(db, goods, [
      { available: 4, batchNo: 'FH1', expiry: '2025-06-30' },
      { available: 9, batchNo: 'FH2', expiry: '2026-06-30' },
    ])
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 6 }], '72.00')
    const id = order?.id ?? 0
    await bring(shop, clerk, id, 'pick')
    expect((await get('register/recheck?words=FH')).data.list).toEqual([])
    await post(`order/${id}/gathered`, {}, clerk)
    expect((await post(`order/${id}/ship`, { packages: 1 }, checker)).status).toBe(200)
    await shop.jobs.runDue(['documents.make'])
    await db.updateTable('goods').set({ generic_name: '改过', dosage_form: '改过' }).where('id', '=', goods).execute()
    await db.updateTable('company').set({ name: '改名后大药房' }).where('id', '=', buyer.companyId).execute()
    const { data, text } = await get('register/recheck?words=FH')
    expect(data.list).toMatchObject([
      { batch_no: 'FH2', number: 2, order_no: order?.no, picker: '罗远', checker: '田舟', quality: '合格' },
      {
        batch_no: 'FH1',
        number: 4,
        name: '阿莫西林胶囊（复核片）',
        company: '改名前大药房',
        expiry_date: '2025-06-30',
        maker: '测试药业有限公司',
      },
    ])
    expect(text).not.toContain('改过')
    expect(text).not.toContain('10.00')
    const batches = async (query: string) =>
      (await get(`register/recheck?${query}`)).data.list.map(({ batch_no }: { batch_no: string }) => batch_no)
    expect(await batches(`words=${order?.no}`)).toEqual(['FH2', 'FH1'])
    expect(await batches(`words=${encodeURIComponent('改名后')}`)).toEqual(['FH2', 'FH1'])
    expect(await batches('words=FH&end_time=2024-02-28')).toEqual([])
    const first = (await get('register/recheck?words=FH&per_page=1')).data
    expect(await batches(`words=FH&per_page=1&after=${first.next}`)).toEqual(['FH1'])
    const bytes = await madePaper('recheck', { from: '2024-02-01', to: '2024-02-29' })
    if (hasPoppler) {
      const words = pdfText(bytes)
      for (const word of ['药品出库复核记录', 'FH1', '田舟', '合格', '复核员：', '全部仓库']) expect(words, word).toContain(word)
    }
    expect((await fileOf('recheck', { words: 'FH' })).map((row) => row[6])).toEqual(['批号', 'FH2', 'FH1'])
  })

  it('一个词找到的批号太多，不先一一列出，按天往回找：仍是这些批号，一页接一页', async () => {
    const buyer = await makeCompany(db, { balance: '9000.00' })
    const address = await makeAddress(db, buyer.companyId)
    const goods = await makeGoods(db, { stock: 0, price: '10.00', ...FACTS, case_pack: 1 })
    await makeStock(db, goods, [{ available: 9, batchNo: 'DUO1', expiry: '2026-06-30' }])
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 6 }], '72.00')
    const id = order?.id ?? 0
    await bring(shop, clerk, id, 'pick')
    await post(`order/${id}/gathered`, {}, clerk)
    expect((await post(`order/${id}/ship`, { packages: 1 }, checker)).status).toBe(200)
    await sql`
      insert into order_line_batch (order_line_id, stock_batch_id, batch_no, expiry_date, number)
      select b.order_line_id, b.stock_batch_id, b.batch_no, b.expiry_date, b.number
        from order_line_batch b join order_line l on l.id = b.order_line_id, generate_series(1, ${FEW}) where l.order_id = ${id}`.execute(
      db,
    )
    const first = (await get('register/recheck?words=DUO&per_page=2')).data
    const next = (await get(`register/recheck?words=DUO&per_page=2&after=${first.next}`)).data
    const ids = [...first.list, ...next.list].map((row: { id: number }) => row.id)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect(new Set(ids).size).toBe(4)
    expect([...first.list, ...next.list].every((row) => row.batch_no === 'DUO1' && row.order_no === order?.no)).toBe(true)
    expect((await get(`register/recheck?words=${order?.no}&per_page=1`)).data.list).toHaveLength(1)
    expect((await get('register/recheck?words=DUO9')).data.list).toEqual([])
  })

  it('谁可以看、谁可以打印：仓储只看，财务和客服都不能；打印一个没有的仓库是 404', async () => {
    const finance = await makeStaffOf(db, 'finance')
    const paper = { from: '2024-02-01', to: '2024-02-29' }
    expect((await get('register/recheck', clerk)).status).toBe(200)
    expect((await post('register/recheck', paper, clerk)).status).toBe(403)
    expect((await get('register/acceptance', finance)).status).toBe(403)
    expect((await post('export/recheck', { format: 'csv' }, finance)).status).toBe(403)
    expect((await post('register/acceptance', { ...paper, warehouse_id: 999_999 })).status).toBe(404)
    expect((await post('register/acceptance', { from: '2024-02-30', to: '2024-02-30' })).status).toBe(422)
    expect((await post('register/other', paper)).status).toBe(422)
  })
})
