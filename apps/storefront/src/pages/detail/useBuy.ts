import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { GoodsDetailWire } from '#contract/goods.ts'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { api } from '../../api/calls.ts'
import { showCartCount } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import type { Choice } from './choice.ts'
import { priceAt, settle } from './sums.ts'

export interface Buying {
  number: number
  max: number
  /** What was changed in the number that was wished for, in a sentence. */
  said: string
  busy: boolean
  wish: (number: number) => void
  add: () => void
}

/** The quantity in hand and the way into the cart. Another choice (batch, warehouse) begins anew at its smallest lot. */
export function useBuy(goods: GoodsDetailWire, choice: Choice): Buying {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const [number, setNumber] = useState(goods.min_number)
  const [said, setSaid] = useState('')
  const { busy, run } = useBusy()
  const what = `${goods.id}-${goods.goods_price_id}-${goods.ck_id}-${choice.is_yj}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with another choice, not when the same one is read again
  useEffect(() => {
    setNumber(goods.min_number)
    setSaid('')
  }, [what])
  const wholeCase = choice.is_yj === 1

  const wish = (wished: number): void => {
    const settled = settle(goods, wished, wholeCase)
    setNumber(settled.number || goods.min_number)
    setSaid(settled.corrections.map(({ message }) => message).join('；'))
  }
  const add = () =>
    run(async () => {
      setSaid('')
      const price = priceAt(goods, number)
      const { ladder_price_id, goods_manjian_id } = choice
      const { message, data } = await client.ask(api.cartAdd, {
        body: {
          list: [
            {
              goods_id: goods.id,
              number,
              ck_id: goods.ck_id,
              goods_price_id: goods.goods_price_id,
              ladder_price_id: ladder_price_id || goods.ladder_price_id,
              goods_manjian_id,
              is_yj: choice.is_yj,
              ...(price !== null && { price }),
            },
          ],
        },
      })
      showCartCount(queries, data.line_count)
      void queries.invalidateQueries({ queryKey: ['cart'] })
      const [line] = data.lines
      setSaid([...(line?.corrections ?? []), ...(line?.reasons ?? [])].map((one) => one.message).join('；'))
      toast({
        text: message || '已加入购物车',
        tone: data.partial ? 'info' : 'success',
        action: { text: '去购物车', url: paths.cart() },
      })
      void revalidate()
    })
  return { number, max: settle(goods, number, wholeCase).maximum, said, busy, wish, add: () => void add() }
}
