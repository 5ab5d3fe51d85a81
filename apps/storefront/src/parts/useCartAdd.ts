import { useCallback } from 'react'
import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import { api } from '../api/calls.ts'
import { useApi } from '../api/context.tsx'
import { showCartCount } from '../api/queries.ts'
import { useQueryClient } from '../api/useQuery.ts'
import { paths } from '../paths.ts'
import { toast } from './Toast.tsx'

/** A line as the card shows it: the price that the buyer saw goes with it. */
export function addLine(goods: GoodsCardWire, number: number): AddLineWire {
  return {
    goods_id: goods.id,
    number,
    ck_id: goods.ck_id,
    ...(goods.price !== null && { price: goods.price }),
    ...(goods.goods_price_id > 0 && { goods_price_id: goods.goods_price_id }),
    ...(goods.ladder_price_id > 0 && { ladder_price_id: goods.ladder_price_id }),
  }
}

export type AddToCart = (line: AddLineWire) => Promise<AddAnswerWire | null>

/**
 * Adds a line and shows the new count. The server's sentence is shown, in info style when it was corrected or refused
 * in part; quiet: the caller says it in its own place. Null: it failed, and the error catalogue has shown why.
 */
export function useCartAdd({ quiet = false }: { quiet?: boolean } = {}): AddToCart {
  const client = useApi()
  const queries = useQueryClient()
  return useCallback(
    async (line) => {
      try {
        const { message, data } = await client.ask(api.cartAdd, { body: { list: [line] } })
        showCartCount(queries, data.line_count)
        void queries.invalidateQueries({ queryKey: ['cart'] })
        const refused = data.lines.every(({ id }) => id === 0)
        if (!quiet) {
          toast({
            text: message,
            tone: data.partial ? 'info' : 'success',
            ...(!refused && { action: { text: '去购物车', url: paths.cart() } }),
          })
        }
        return data
      } catch {
        return null
      }
    },
    [client, queries, quiet],
  )
}
