import { useCallback } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { api } from '../api/calls.ts'
import { showCartCount } from '../api/queries.ts'
import { paths } from '../paths.ts'

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
type Send = () => Promise<{ message: string; data: AddAnswerWire }>

/**
 * Shows the new count and the server's sentence, in info style when it was corrected or refused in part; quiet: the
 * caller says it in its own place. Null: it failed, and the error catalogue has shown why.
 */
function useAdding(quiet: boolean): (send: Send) => Promise<AddAnswerWire | null> {
  const queries = useQueryClient()
  return useCallback(
    async (send) => {
      try {
        const { message, data } = await send()
        showCartCount(queries, data.line_count)
        void queries.invalidateQueries({ queryKey: ['cart'] })
        const refused = data.lines.every(({ id }) => id === 0)
        if (!quiet) {
          toast({
            text: message,
            tone: data.partial ? 'info' : 'success',
            ...(!refused && window.location.pathname !== paths.cart() && { action: { text: '去购物车', url: paths.cart() } }),
          })
        }
        return data
      } catch {
        return null
      }
    },
    [queries, quiet],
  )
}

/** Adds a line. */
export function useCartAdd({ quiet = false }: { quiet?: boolean } = {}): AddToCart {
  const client = useApi()
  const adding = useAdding(quiet)
  return useCallback((line) => adding(() => client.ask(api.cartAdd, { body: { list: [line] } })), [client, adding])
}

/** One click adds the least that may be bought: at its offer when it has one, else by the quick call. */
export function useQuickAdd(goods: GoodsCardWire): { add: () => void; busy: boolean } {
  const client = useApi()
  const adding = useAdding(false)
  const { busy, run } = useBusy()
  const add = () =>
    run(() =>
      adding(() =>
        goods.goods_price_id > 0
          ? client.ask(api.cartAdd, { body: { list: [addLine(goods, goods.min_number)] } })
          : client.ask(api.cartQuickAdd, { params: { id: goods.id } }),
      ),
    )
  return { add: () => void add(), busy }
}
