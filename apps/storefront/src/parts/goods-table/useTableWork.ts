import { useEffect, useMemo } from 'react'
import type { QueryClient } from '#api-client/cache.ts'
import { type ApiClient, ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import { CODES } from '#contract/codes.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import { api } from '../../api/calls.ts'
import { showCartCount } from '../../api/queries.ts'
import { createAddQueue, type Wish } from './add-queue.ts'
import { isOfferPrice } from './quoted.ts'
import { createWorksheet, isFavourite, unitsInCart, type Worksheet } from './worksheet.ts'

export interface TableWork {
  sheet: Worksheet
  /** Adds what is typed; a row with nothing typed that is not in the cart gets the least that may be bought. */
  add: (goods: GoodsCardWire) => void
  toggleFavourite: (goods: GoodsCardWire) => void
  remind: (goods: GoodsCardWire) => void
  waiting: () => number
}

const isFailure = (error: unknown): error is ApiError | NoAnswer => error instanceof ApiError || error instanceof NoAnswer

function answerIn(data: unknown): AddAnswerWire | null {
  return typeof data === 'object' && data !== null && 'lines' in data && Array.isArray(data.lines) ? (data as AddAnswerWire) : null
}

function lineOf(goods: GoodsCardWire, number: number): AddLineWire {
  return { goods_id: goods.id, number, ck_id: goods.ck_id, ...(isOfferPrice(goods) && { goods_price_id: goods.goods_price_id }) }
}

function createWork(client: ApiClient, queries: QueryClient): TableWork {
  const sheet = createWorksheet()
  const cards = new Map<number, GoodsCardWire>()
  const nameOf = (goodsId: number): string => cards.get(goodsId)?.name ?? ''

  const settle = ({ goodsId }: Wish, part: Parameters<Worksheet['change']>[1]): void =>
    sheet.change(goodsId, { pending: Math.max(0, sheet.row(goodsId).pending - 1), ...part })
  /** Not added: what was typed comes back, unless something newer is being typed. */
  const failed = (wish: Wish, text: string): void => {
    settle(wish, { draft: sheet.row(wish.goodsId).draft || String(wish.number), note: { tone: 'bad', text } })
    sheet.say(`${nameOf(wish.goodsId)} 未加购：${text}`)
  }
  const apply = (wish: Wish, answer: AddAnswerWire): void => {
    const line = answer.lines.find(({ goods_id }) => goods_id === wish.goodsId)
    const reason = line?.reasons[0]?.message
    if (!line || line.id === 0) {
      failed(wish, reason ?? '没有加上，请再试一次')
      return
    }
    const words = [...line.corrections.map(({ message }) => message), ...(reason ? [reason] : [])].join('；')
    settle(wish, { inCart: line.number, note: words ? { tone: 'info', text: words } : null })
    sheet.say(`${nameOf(wish.goodsId)} 已加购 ${line.number}${words ? `，${words}` : ''}`)
  }

  const queue = createAddQueue(async (wishes) => {
    const list = wishes.flatMap(({ goodsId, number }) => {
      const goods = cards.get(goodsId)
      return goods ? [lineOf(goods, number)] : []
    })
    try {
      const { data } = await client.ask(api.cartAdd, { body: { list }, handles: [CODES.CONFLICT, CODES.FIELD_ERRORS] })
      for (const wish of wishes) apply(wish, data)
      showCartCount(queries, data.line_count)
      void queries.invalidateQueries({ queryKey: ['cart'] })
    } catch (error) {
      const answer = error instanceof ApiError ? answerIn(error.data) : null
      const text = error instanceof ApiError && error.message ? error.message : '没有加上，请再按一次 Enter'
      for (const wish of wishes) {
        if (answer) apply(wish, answer)
        else failed(wish, text)
      }
      if (!isFailure(error)) throw error
    }
  })

  // One after the other, so that the last press is what stays.
  let favourites: Promise<void> = Promise.resolve()

  return {
    sheet,
    waiting: queue.waiting,
    add: (goods) => {
      const state = sheet.row(goods.id)
      const typed = Number(state.draft)
      if (goods.is_buy === 0) return
      if (typed < 1 && (state.pending > 0 || unitsInCart(goods, state) > 0)) return
      cards.set(goods.id, goods)
      sheet.change(goods.id, { draft: '', note: null, pending: state.pending + 1 })
      queue.push({ goodsId: goods.id, number: typed >= 1 ? typed : goods.min_number })
    },
    toggleFavourite: (goods) => {
      const before = isFavourite(goods, sheet.row(goods.id))
      sheet.change(goods.id, { favourite: !before })
      favourites = favourites.then(async () => {
        try {
          const body = { goods_ids: [goods.id] }
          await (before ? client.ask(api.favoriteCancel, { body }) : client.ask(api.favoriteAdd, { body }))
          sheet.say(`${goods.name} ${before ? '已取消收藏' : '已收藏'}`)
        } catch (error) {
          if (!isFailure(error)) throw error
          // Why, the error catalogue has shown.
          sheet.change(goods.id, { favourite: before })
        }
      })
    },
    remind: (goods) => {
      void (async () => {
        try {
          await client.ask(api.arrivalReminder, { params: { id: goods.id } })
          sheet.change(goods.id, { reminded: true })
          sheet.say(`${goods.name} 到货后会提醒您`)
        } catch (error) {
          if (!isFailure(error)) throw error
        }
      })()
    },
  }
}

/** The table's work for as long as the page stands, whatever page of the list is shown. */
export function useTableWork(): TableWork {
  const client = useApi()
  const queries = useQueryClient()
  const work = useMemo(() => createWork(client, queries), [client, queries])
  // Leaving the site while adds wait would lose them: the browser asks first.
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (work.waiting() > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', leave)
    return () => window.removeEventListener('beforeunload', leave)
  }, [work])
  return work
}
