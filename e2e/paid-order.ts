import type { Page } from '@playwright/test'
import type { World } from './own-world.ts'
import { dataOf, emptyCart, fillCart } from './support.ts'

const post = async (page: Page, url: string, data: object = {}) => dataOf(await page.request.post(url, { data }))

/** Of the world's goods, paid from the balance of whoever is signed in. */
export async function paidOrder(page: Page, { goods }: World, number: number): Promise<{ id: number; no: string }> {
  await emptyCart(page)
  const ids = await fillCart(page, [{ goods_id: goods.id, number }])
  const { total: balance } = await post(page, '/api/cart/checkout', { ids })
  const { checkout_key, total } = await post(page, '/api/cart/checkout', { ids, balance })
  const [address] = (await dataOf(await page.request.get('/api/user/address'))).list
  return (await post(page, '/api/order', { ids, balance, checkout_key, total, address_id: address.id, invoice_kind: 'normal' })).orders[0]
}
