import type { ApiClient } from '#api-client/client.ts'
import type { DataOf } from '#contract/call.ts'
import { api } from '../../api/calls.ts'

export type PayInfo = DataOf<typeof import('#contract/order.ts').payInfo>

export async function readPayInfo(client: ApiClient, id: number, signal: AbortSignal): Promise<PayInfo> {
  const { data } = await client.ask(api.payInfo, { params: { id }, signal })
  return data
}

/** Ephedrine orders have their own page for paying. */
export const isEphedrine = (info: PayInfo): boolean => info.orders.some((order) => order.id === info.id && order.is_hm === 1)

/** The order named in an address; one that is no number is an order that does not exist. */
export function orderIdOf(text: string | null | undefined): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text)) throw new Response('订单不存在或已删除', { status: 404 })
  return Number(text)
}
