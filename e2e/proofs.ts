import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { beijingDate } from '#domain/dates.ts'
import { dataOf, emptyCart, fillCart, firstGoods } from './support.ts'

/** An order that waits for its transfer, with the proof that the buyer sent. */
export async function proofSent(buyer: Page, number = 5): Promise<{ id: number; no: string; payable: string }> {
  await emptyCart(buyer)
  const goods = await firstGoods(buyer, 'amxl')
  const ids = await fillCart(buyer, [{ goods_id: goods.id, number }])
  const sheet = await dataOf(await buyer.request.post('/api/cart/checkout', { data: { ids } }))
  const { list } = await dataOf(await buyer.request.get('/api/user/address'))
  const { orders } = await dataOf(
    await buyer.request.post('/api/order', {
      data: { ids, checkout_key: sheet.checkout_key, address_id: list[0].id, invoice_kind: 'normal', total: sheet.total },
    }),
  )
  const [order] = orders
  const buffer = await sharp({ create: { width: 500, height: 600, channels: 3, background: '#f4f4f4' } })
    .png()
    .toBuffer()
  const file = await dataOf(
    await buyer.request.post('/api/file', {
      multipart: { purpose: 'proof', file: { name: '回单.png', mimeType: 'image/png', buffer } },
    }),
  )
  const { payer_name } = await dataOf(await buyer.request.get(`/api/pay/order/${order.id}/transfer`))
  await dataOf(
    await buyer.request.post(`/api/pay/order/${order.id}/transfer`, {
      data: {
        amount: order.payable,
        paid_on: beijingDate(new Date()),
        payer_name,
        payer_account: '6230000011112222',
        remark: order.no,
        file_ids: [file.id],
      },
    }),
  )
  return order
}
