import { expect, it } from 'vitest'
import { applyFor, bring, formLines, makePhoto, throughToRefund } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfText } from '../../../../test/poppler.ts'
import { documentsOf } from '../../papers/documents/public.ts'

const NOW = new Date('2026-11-22T02:30:00Z')

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
const staff = await makeStaff(db, '质管 郑敏')
const buyer = await makeCompany(db, { balance: '5000.00', name: '溪桥大药房' })
const address = await makeAddress(db, buyer.companyId)
const goods = await makeGoods(db, { price: '100.00', approval_no: '国药准字H20260001' })
const [placed] = await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }], '1000.00')
const order: number = placed?.id ?? 0
await bring(shop, staff, order, 'receive')

async function applied(number: number, more: object = {}): Promise<number> {
  const [line] = await formLines(shop, buyer.cookie, order)
  const answer = await applyFor(shop, buyer.cookie, { order_id: order, lines: [{ id: line?.id ?? 0, number }], ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.id
}

it('退回的商品验收时出销售退货单：批号、申请与验收数量、去向、退款；再点一次还是一张', async () => {
  const id = await applied(3)
  const { rows } = await pool.query<{ id: number }>('select id from after_sale_line where after_sale_id = $1', [id])
  const inspection = { lines: [{ id: rows[0]?.id, accepted: 2, sellable: 1 }], note: '一盒外包装污损' }
  const done = await throughToRefund(shop, { cookie: buyer.cookie, staff }, id, inspection)
  expect(done.status, done.text).toBe(200)
  await shop.ask('POST', `/api/staff/after_sale/${id}/refund`, { cookie: staff, body: inspection })
  const papers = await documentsOf(db, [`after_sale:${id}`])
  expect(papers).toHaveLength(1)
  expect(papers[0]).toMatchObject({
    kind: 'return_note',
    companyId: buyer.companyId,
    snapshot: { inspector: '质管 郑敏', refund: 20000, lines: [{ number: 3, accepted: 2, sellable: true, worth: 20000 }] },
  })
  await shop.jobs.runDue(['documents.make'])
  const [made] = await documentsOf(db, [`after_sale:${id}`])
  expect(made).toMatchObject({ state: 'valid', fault: '' })
  if (!hasPoppler) return
  const file = await shop.app.inject({ method: 'GET', url: `/api/document/${made?.id}/file`, headers: { cookie: `sid=${buyer.cookie}` } })
  const text = pdfText(file.rawPayload).replace(/\s+/g, '')
  for (const fact of ['销售退货单', '溪桥大药房', '一盒外包装污损', '合格，回库', '贰佰圆整', '国药准字H20260001', '2099-12-31'])
    expect(text.includes(fact), fact).toBe(true)
})

it('买家的说明、验收的说明里有字库没有的字：印作 〓，退货单照样做得出', async () => {
  const id = await applied(1, { description: '有一盒漏液了😭' })
  const { rows } = await pool.query<{ id: number }>('select id from after_sale_line where after_sale_id = $1', [id])
  const inspection = { lines: [{ id: rows[0]?.id, accepted: 1, sellable: 0 }], note: '确实漏液😀' }
  const done = await throughToRefund(shop, { cookie: buyer.cookie, staff }, id, inspection)
  expect(done.status, done.text).toBe(200)
  await shop.jobs.runDue(['documents.make'])
  const [made] = await documentsOf(db, [`after_sale:${id}`])
  expect(made).toMatchObject({ state: 'valid', fault: '', snapshot: { description: '有一盒漏液了😭' } })
})

it('没有退回商品的仅退款不出退货单', async () => {
  const photo = await makePhoto(db, buyer.companyId)
  const id = await applied(1, { kind: 'refund_only', reason: 'short', file_ids: [photo] })
  const done = await shop.ask('POST', `/api/staff/after_sale/${id}/refund`, { cookie: staff, body: {} })
  expect(done.status, done.text).toBe(200)
  expect(await documentsOf(db, [`after_sale:${id}`])).toEqual([])
})

it('退货单写的是当初随货同行单上的商品：送达后改了商品资料，批准文号、厂家、通用名仍是退回的那一盒的', async () => {
  const id = await applied(1)
  const changed = await pool.query(
    `update goods set approval_no = '国药准字H20269999', generic_name = '改过的通用名', dosage_form = '改过',
            manufacturer_id = (select max(id) from manufacturer)
      where id = (select goods_id from order_line where order_id = $1 limit 1) returning id`,
    [order],
  )
  expect(changed.rows).toHaveLength(1)
  const { rows } = await pool.query<{ id: number }>('select id from after_sale_line where after_sale_id = $1', [id])
  const inspection = { lines: [{ id: rows[0]?.id, accepted: 1, sellable: 1 }] }
  expect((await throughToRefund(shop, { cookie: buyer.cookie, staff }, id, inspection)).status).toBe(200)
  const lineOf = async (subject: string, kind: string) => {
    const paper = (await documentsOf(db, [subject])).find((one) => one.kind === kind)
    return (paper?.snapshot as { lines: Record<string, unknown>[] } | undefined)?.lines[0]
  }
  const [sent, back] = [await lineOf(`shipment:${await shipmentId()}`, 'delivery_note'), await lineOf(`after_sale:${id}`, 'return_note')]
  expect(sent).toMatchObject({ approvalNo: '国药准字H20260001' })
  for (const fact of ['genericName', 'dosageForm', 'spec', 'manufacturer', 'approvalNo', 'batchNo', 'expiryDate', 'unit'])
    expect(back?.[fact], fact).toBe(sent?.[fact])
})

const shipmentId = async (): Promise<number> =>
  (await pool.query<{ id: number }>('select id from shipment where order_id = $1', [order])).rows[0]?.id ?? 0
