import { useState } from 'react'
import type { AddAnswerWire } from '#contract/cart.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import { api } from '../../api/calls.ts'
import { useApi } from '../../api/context.tsx'
import { showCartCount } from '../../api/queries.ts'
import { useQueryClient } from '../../api/useQuery.ts'
import { toast } from '../../parts/Toast.tsx'
import { paths } from '../../paths.ts'

/** One click adds the least that may be bought: at its offer when it has one, else by the quick call. */
export function useAdd(goods: GoodsCardWire): { add: () => void; busy: boolean } {
  const client = useApi()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const send = (): Promise<{ message: string; data: AddAnswerWire }> =>
    goods.goods_price_id > 0
      ? client.ask(api.cartAdd, {
          body: {
            list: [
              {
                goods_id: goods.id,
                number: goods.min_number,
                ck_id: goods.ck_id,
                goods_price_id: goods.goods_price_id,
                ...(goods.price !== null && { price: goods.price }),
              },
            ],
          },
        })
      : client.ask(api.cartQuickAdd, { params: { id: goods.id } })
  const run = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { message, data } = await send()
      showCartCount(queries, data.line_count)
      void queries.invalidateQueries({ queryKey: ['cart'] })
      toast({ text: message || '已加入购物车', tone: data.partial ? 'info' : 'success', action: { text: '去购物车', url: paths.cart() } })
    } catch {
      // Every refusal and failure was shown by the error catalogue.
    } finally {
      setBusy(false)
    }
  }
  return { add: () => void run(), busy }
}
