import { describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfSignatures, pdfText } from '../../../../test/poppler.ts'
import { addRow } from '../../../../test/rows.ts'
import { testSigner } from '../../../../test/signer.ts'
import { doTask } from '../../../../test/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { documentsOf } from '../../papers/documents/public.ts'
import { isWithin, rangesOf, rangeWords } from './cold-range.ts'
import { openShipment } from './public.ts'

const NOW = new Date('2026-11-22T02:30:00Z')

const shop = await testShop({ now: NOW, signer: (await testSigner()).signer })
const { db, pool } = shop.database
await addRow(db, 'setting', [
  { key: 'supplier', value: JSON.stringify({ name: '示例医药有限公司', address: '贵阳市示例大道 1 号' }) },
  { key: 'licences', value: JSON.stringify([{ name: '药品经营许可证', value: '黔AA8510001' }]) },
])
const staff = await makeStaff(db, '王捷')
const buyer = await makeCompany(db, { balance: '90000.00', name: '溪桥大药房（云岩店）' })
const address = await makeAddress(db, buyer.companyId, { receiver: '陈䶮' })

const ask = (url: string, body: object) => shop.ask('POST', url, { cookie: staff, body })
async function paidOrder(more: Parameters<typeof makeGoods>[1] = {}, number = 2) {
  const goods = await makeGoods(db, {
    price: '1000.00',
    stock: 0,
    storage: '密封，在阴凉处保存',
    approval_no: '国药准字H20260001',
    ...more,
  })
  await makeStock(db, goods, [{ available: 100, batchNo: 'PH2601', production: '2026-01-05', expiry: '2028-01-04' }])
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number }], `${number * 1000}.00`)
  return { goods, id: order?.id ?? 0, no: order?.no ?? '' }
}
async function papersOf(orderId: number) {
  const { rows } = await pool.query<{ id: number }>('select id from shipment where order_id = $1', [orderId])
  return documentsOf(
    db,
    rows.map(({ id }) => `shipment:${id}`),
  )
}
const fileOf = async (id: number, cookie = buyer.cookie) =>
  (await shop.app.inject({ method: 'GET', url: `/api/document/${id}/file`, headers: { cookie: `sid=${cookie}` } })).rawPayload
const made = () => shop.jobs.runDue(['documents.make'])

describe('发货的单据', () => {
  it('发货的同一事务里登记随货同行单、三联单和出库单；再点一次发货还是这几张；没发出去就没有单据', async () => {
    const { id } = await paidOrder()
    await bring(shop, staff, id, 'pick')
    expect(await papersOf(id)).toEqual([])
    await expect(
      transact(db, async (trx) => {
        await openShipment(trx, { id, no: 'X' }, {}, '王捷', NOW)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await papersOf(id)).toEqual([])
    await ask(`/api/staff/order/${id}/ship`, { packages: 2, checker: '李复', remark: '周末收货' })
    await ask(`/api/staff/order/${id}/ship`, {})
    const papers = await papersOf(id)
    expect(papers.map((paper) => paper.kind)).toEqual(['delivery_note', 'delivery_form', 'outbound'])
    expect(papers.every((paper) => paper.companyId === buyer.companyId && paper.version === 1)).toBe(true)
    expect(papers[0]?.snapshot).toMatchObject({ packages: 2, pickedBy: '王捷', checkedBy: '李复', shippedOn: '2026-11-22' })
  })

  it('单据按发货那一刻：之后改商品资料，单据上不变', async () => {
    const { id, goods } = await paidOrder({ dosage_form: '胶囊剂' })
    await bring(shop, staff, id, 'ship')
    await pool.query("update goods set spec = '改过的规格', dosage_form = '改过' where id = $1", [goods])
    const [paper] = await papersOf(id)
    expect(JSON.stringify(paper?.snapshot)).not.toContain('改过')
  })

  it('更正发货信息后的新版，商品和双方仍是发货那一刻的', async () => {
    const { id, goods } = await paidOrder({ dosage_form: '胶囊剂' })
    await bring(shop, staff, id, 'ship')
    await made()
    await pool.query("update goods set spec = '改过的规格', approval_no = '改过' where id = $1", [goods])
    await pool.query("update company set name = '改过的名称' where id = $1", [buyer.companyId])
    const changed = { waybill: 'SF2601', packages: 3, change: '运单号有误' }
    expect((await ask(`/api/staff/order/${id}/papers`, changed)).status).toBe(200)
    await pool.query("update company set name = '溪桥大药房（云岩店）' where id = $1", [buyer.companyId])
    const papers = (await papersOf(id)).filter((paper) => paper.version === 2)
    expect(papers.map((paper) => paper.kind)).toEqual(['delivery_note', 'delivery_form', 'outbound'])
    for (const { snapshot } of papers) {
      expect(snapshot).toMatchObject({ waybill: 'SF2601', packages: 3, buyer: { name: '溪桥大药房（云岩店）' } })
      expect(JSON.stringify(snapshot)).not.toContain('改过')
    }
    await made()
  })

  it('备货期间库存文件更正了批号的有效期：拣货单和随货同行单都是更正后的', async () => {
    const { id, goods } = await paidOrder()
    await pool.query(
      "update stock_batch set production_date = '2025-07-05', expiry_date = '2027-07-04' where goods_id = $1 and batch_no = 'PH2601'",
      [goods],
    )
    const { data } = await shop.ask('GET', `/api/staff/order/${id}/picking`, { cookie: staff })
    expect(data.list).toMatchObject([{ batch_no: 'PH2601', expiry_date: '2027-07-04' }])
    await bring(shop, staff, id, 'ship')
    const [paper] = await papersOf(id)
    expect(paper?.snapshot).toMatchObject({ lines: [{ productionDate: '2025-07-05', expiryDate: '2027-07-04' }] })
    await made()
  })

  it.skipIf(!hasPoppler)('早先留下的收货人、地址里字库没有的字印成〓，货已发出不因此没有单据', async () => {
    const { id, no } = await paidOrder()
    const receiver = {
      receiver: '陈😀䶮\u200b',
      phone: '13900000000',
      province: '湖北省',
      city: '武汉市',
      district: '江岸区',
      detail: '한글 1 号',
    }
    await pool.query('update orders set receiver = $2 where id = $1', [id, JSON.stringify(receiver)])
    await bring(shop, staff, id, 'ship')
    await pool.query("update shipment set remark = '周末收货🙏' where order_id = $1", [id])
    await made()
    await ask(`/api/staff/order/${id}/papers`, { packages: 3, change: '件数有误' })
    await made()
    const papers = await papersOf(id)
    expect(papers.map(({ kind, version, fault }) => ({ kind, version, fault }))).toEqual(
      papers.map(({ kind, version }) => ({ kind, version, fault: '' })),
    )
    const note = papers.find((paper) => paper.kind === 'delivery_note' && paper.version === 2)
    expect(note?.state).toBe('valid')
    const text = pdfText(await fileOf(note?.id ?? 0)).replace(/\s+/g, '')
    for (const words of [no, '陈〓䶮', '〓〓1号', '周末收货〓']) expect(text).toContain(words)
  })

  it('发货时填的备注、承运单位里印不出来的字在发货前就说明，货不发出', async () => {
    const { id } = await paidOrder()
    await bring(shop, staff, id, 'pick')
    const answer = await ask(`/api/staff/order/${id}/ship`, { remark: '轻放🙏' })
    expect(answer).toMatchObject({ status: 422, data: { errors: [{ field: 'remark', message: expect.stringContaining('“🙏”') }] } })
    expect((await ask(`/api/staff/order/${id}/ship`, { carrier: '顺丰\u202e' })).status).toBe(422)
    expect(await papersOf(id)).toEqual([])
    expect((await ask(`/api/staff/order/${id}/ship`, { remark: '轻放' })).status).toBe(200)
    await made()
    const change = { remark: '轻放🙏', change: '补备注' }
    expect((await ask(`/api/staff/order/${id}/papers`, change)).status).toBe(422)
    expect((await ask(`/api/staff/order/${id}/papers`, { remark: '轻放', change: '补备注🙏' })).status).toBe(422)
  })

  it.skipIf(!hasPoppler)(
    '随货同行单签名有效，第 73 条各项齐全；采购企业取得到，别家取不到，并有消息',
    async () => {
      const { id, no } = await paidOrder({ dosage_form: '胶囊剂', holder: '示例持有人有限公司' })
      await bring(shop, staff, id, 'ship')
      await made()
      const note = (await papersOf(id)).find((paper) => paper.kind === 'delivery_note')
      expect(note).toMatchObject({ state: 'valid', fault: '' })
      const bytes = await fileOf(note?.id ?? 0)
      expect(pdfSignatures(bytes)).toContain('Signature is Valid')
      const text = pdfText(bytes).replace(/\s+/g, '')
      const facts = [
        '示例医药有限公司',
        '黔AA8510001',
        '溪桥大药房',
        '陈䶮',
        '示例路1号',
        no,
        'PH2601',
        '2026-01-05',
        '2028-01-04',
        '0.25g*24粒',
        '胶囊剂',
      ]
      for (const fact of [...facts, '国药准字H20260001', '示例持有人', '贰仟圆整', '2000.00', '2026-11-2210:30', '阴凉'])
        expect(text.includes(fact), fact).toBe(true)
      const other = await makeCompany(db)
      expect((await shop.ask('GET', `/api/document/${note?.id}/file`, { cookie: other.cookie })).status).toBe(404)
      const { rows } = await pool.query('select title from message where company_id = $1 and url = $2', [buyer.companyId, '/dzckd'])
      expect(rows.map((row) => row.title)).toContain(`随货同行单 订单 ${no} 可以下载了`)
    },
    300_000,
  )

  it('一行分两个批号发出：每个批号一行，金额相加分毫不差', async () => {
    const goods = await makeGoods(db, { price: '33.33', stock: 0 })
    await makeStock(db, goods, [
      { available: 3, batchNo: 'A1', expiry: '2028-01-01' },
      { available: 9, batchNo: 'A2', expiry: '2029-01-01' },
    ])
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }], '345.30')
    await bring(shop, staff, order?.id ?? 0, 'ship')
    const [paper] = await papersOf(order?.id ?? 0)
    const { lines = [] } = (paper?.snapshot ?? {}) as { lines?: { batchNo: string; number: number; amount: number }[] }
    expect(lines.map((line) => [line.batchNo, line.number])).toEqual([
      ['A1', 3],
      ['A2', 7],
    ])
    expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(33330)
  })
})

describe('冷链', () => {
  it('启运温度不在 2–8 ℃ 的不发出，改好再测才发；冷冻商品按它自己的要求', async () => {
    const { id } = await paidOrder({ cold_chain: true, storage: '2～8℃' })
    await bring(shop, staff, id, 'pick')
    for (const start_celsius of [25, 8.1, -1]) {
      const answer = await ask(`/api/staff/order/${id}/ship`, { start_celsius })
      expect(answer).toMatchObject({
        status: 422,
        data: { errors: [{ field: 'start_celsius', message: expect.stringContaining('2–8 ℃') }] },
      })
    }
    expect(await papersOf(id)).toEqual([])
    expect((await ask(`/api/staff/order/${id}/ship`, { start_celsius: 8 })).status).toBe(200)
    const frozen = await paidOrder({ cold_chain: true, storage: '-20℃以下冷冻保存' })
    await bring(shop, staff, frozen.id, 'pick')
    for (const start_celsius of [25, 4]) {
      const answer = await ask(`/api/staff/order/${frozen.id}/ship`, { start_celsius })
      expect(answer).toMatchObject({ status: 422, data: { errors: [{ message: expect.stringContaining('-20 ℃ 以下') }] } })
    }
    expect((await ask(`/api/staff/order/${frozen.id}/ship`, { start_celsius: -22 })).status).toBe(200)
    await made()
  })

  it('冷冻商品的途中温度按标签的要求判断：化冻的不说符合，没有化冻的不叫买家拒收', async () => {
    const { id } = await paidOrder({ cold_chain: true, storage: '-25℃～-15℃冷冻保存' })
    await bring(shop, staff, id, 'pick')
    expect((await ask(`/api/staff/order/${id}/ship`, { start_celsius: -20 })).status).toBe(200)
    await made()
    const shipment = (await pool.query<{ id: number }>('select id from shipment where order_id = $1', [id])).rows[0]?.id
    const measure = (celsius: number, hours: number) =>
      pool.query("insert into shipment_temperature (shipment_id, at, celsius) values ($1, $2::timestamptz + $3 * interval '1 hour', $4)", [
        shipment,
        NOW,
        hours,
        celsius,
      ])
    const note = async () => (await shop.ask('GET', `/api/order/info/${id}`, { cookie: buyer.cookie })).data.shipment.temperature_note
    await measure(-21, 0)
    await measure(-18, 1)
    expect(await note()).toBe('全程 -21–-18 ℃，符合 -25～-15 ℃ 的要求')
    await measure(5, 2)
    expect(await note()).toBe('全程 -21–5 ℃，超出 -25～-15 ℃，请拒收并联系我们')
    await pool.query("update shipment set delivered_at = $2::timestamptz + interval '5 hours' where id = $1", [shipment, NOW])
    await doTask((await import('./service.ts')).shipmentTasks(shop.database, null), 'shipments.cold_sheet', { shipment_id: shipment }, NOW)
    await made()
    const [sheet] = (await papersOf(id)).filter((paper) => paper.kind === 'cold_chain')
    expect(sheet?.state).toBe('valid')
    if (hasPoppler) {
      const text = pdfText(await fileOf(sheet?.id ?? 0)).replace(/\s+/g, '')
      expect(text).toContain('要求-25～-15℃')
      expect(text).toContain('途中有超出范围的温度')
    }
  })

  it.each([
    [['-20℃以下冷冻保存'], '-20 ℃ 以下', [-20, -30], [-19, 5]],
    [['-20℃保存'], '-15 ℃ 以下', [-16], [-14]],
    [['冷冻'], '-10 ℃ 以下', [-12], [-9, 4]],
    [['2～8℃，严禁冷冻'], '2–8 ℃', [2, 8], [-1, 9]],
    [['2～8℃', '-25~-15℃'], '冷藏 2–8 ℃、冷冻 -25～-15 ℃', [5, -20], [25, -2, -30]],
  ])('标签 %j 要求 %s', (storages, words, good, bad) => {
    const ranges = rangesOf(storages.map((storage) => ({ storage, coldChain: true })))
    expect(rangeWords(ranges)).toBe(words)
    for (const celsius of good) expect(isWithin(celsius, ranges), `${celsius}`).toBe(true)
    for (const celsius of bad) expect(isWithin(celsius, ranges), `${celsius}`).toBe(false)
  })

  it('发出时交接单随货，送达后补一版带途中温度的，旧版写明被替代', async () => {
    const { id, goods } = await paidOrder({ cold_chain: true, storage: '2～8℃' })
    await bring(shop, staff, id, 'pick')
    const sent = await ask(`/api/staff/order/${id}/ship`, { transport: '冷藏车', box_no: 'LX-08', recorder_no: 'JL-1', start_celsius: 4.5 })
    expect(sent.status, sent.text).toBe(200)
    await made()
    const cold = async () => (await papersOf(id)).filter((paper) => paper.kind === 'cold_chain')
    expect(await cold()).toHaveLength(1)
    expect((await cold())[0]?.snapshot).toMatchObject({
      transport: '冷藏车',
      boxNo: 'LX-08',
      recorderNo: 'JL-1',
      startCelsius: 4.5,
      way: null,
    })
    const { rows } = await pool.query<{ id: number }>('select id from shipment where order_id = $1', [id])
    await pool.query(
      "insert into shipment_temperature (shipment_id, at, celsius) select $1, $2::timestamptz + n * interval '1 hour', 4 + n from generate_series(0, 3) n",
      [rows[0]?.id, NOW],
    )
    await pool.query("update shipment set delivered_at = $2::timestamptz + interval '5 hours' where id = $1", [rows[0]?.id, NOW])
    await pool.query("update goods set approval_no = '改过' where id = $1", [goods])
    const works = (await import('./service.ts')).shipmentTasks(shop.database, null)
    await doTask(works, 'shipments.cold_sheet', { shipment_id: rows[0]?.id }, NOW)
    await made()
    const [newest, first] = await cold()
    expect([newest?.state, first?.state]).toEqual(['valid', 'replaced'])
    expect(newest?.snapshot).toMatchObject({
      way: { deliveredAt: '2026-11-22 15:30', temperatures: [{ celsius: 4 }, {}, {}, { celsius: 7 }] },
      lines: [{ approvalNo: '国药准字H20260001' }],
    })
    if (hasPoppler) expect(pdfText(await fileOf(newest?.id ?? 0)).replace(/\s+/g, '')).toContain('4个读数均在2–8℃之内')
  })
})
