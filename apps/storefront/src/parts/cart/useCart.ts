import { useEffect, useMemo, useRef, useState } from 'react'
import type { QueryClient } from '#api-client/cache.ts'
import { type ApiClient, ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQuery, useQueryClient } from '#api-client/useQuery.ts'
import type { CartLineWire, CartListWire } from '#contract/cart-shapes.ts'
import { CODES } from '#contract/codes.ts'
import { api } from '../../api/calls.ts'
import { showCartCount } from '../../api/queries.ts'
import { AUTOMATIC, type OfferChoice } from '../offer-choice.ts'
import { lineName, lineUnit, withLine, withoutLines, withSelected } from './cart-data.ts'
import { CART_LIST, cartKey, cartQuery } from './cart-query.ts'
import { createEditQueue, type EditQueue } from './edit-queue.ts'
import { createLatestCart } from './latest-cart.ts'

/** How long a typed number rests before it is sent. */
const REST_MS = 400

export interface CartActions {
  setNumber: (line: CartLineWire, number: number) => void
  select: (ids: readonly number[], selected: boolean) => void
  remove: (lines: readonly CartLineWire[]) => void
  /** The full reduction that a line takes part in: 0 none, -1 the best one. */
  reduceBy: (line: CartLineWire, fullReductionId: number) => void
  /** 移入收藏: a favourite more, a line less. */
  keepForLater: (lines: readonly CartLineWire[]) => void
  /** Resolves, with the cart as it is then, when everything done so far has its answer. */
  settled: () => Promise<CartListWire | undefined>
}

export interface CartWork {
  cart: CartListWire | undefined
  failed: boolean
  retry: () => void
  /** line → what the server corrected in its last number */
  corrections: Readonly<Record<number, string>>
  /** Lines whose number is on its way. */
  busy: ReadonlySet<number>
  /** Sums, reductions and coupons are still those of before the last change. */
  counting: boolean
  /** Said by the live region. */
  announcement: string
  actions: CartActions
}

interface Tell {
  corrected: (lineId: number, text: string) => void
  busy: (lineIds: ReadonlySet<number>) => void
  counting: (counting: boolean) => void
  announce: (text: string) => void
}

/**
 * The cart as the page and the drawer work on it: one query, changed in place by what each call answers. Then it is read
 * anew: a line more or less changes what reductions, gifts and coupons make of all the others.
 */
export function useCart(choice: OfferChoice = AUTOMATIC): CartWork {
  const client = useApi()
  const queries = useQueryClient()
  const query = useQuery({ ...cartQuery(client, choice), keepFormer: true })
  const latest = useRef(choice)
  useEffect(() => {
    latest.current = choice
  })
  const [counting, setCounting] = useState(false)
  const [corrections, setCorrections] = useState<Readonly<Record<number, string>>>({})
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const [announcement, announce] = useState('')
  const { actions, queue } = useMemo(() => {
    const corrected = (id: number, text: string): void => setCorrections((old) => ((old[id] ?? '') === text ? old : { ...old, [id]: text }))
    return createActions(client, queries, () => latest.current, { corrected, busy: setBusy, counting: setCounting, announce })
  }, [client, queries])

  // Numbers still resting when the page is left are sent, not lost.
  useEffect(() => () => void queue.flush(), [queue])

  const retry = () => void query.refetch()
  return {
    cart: query.data,
    failed: query.isError,
    retry,
    corrections,
    busy,
    counting: counting || query.isFormer,
    announcement,
    actions,
  }
}

function createActions(
  client: ApiClient,
  queries: QueryClient,
  choice: () => OfferChoice,
  tell: Tell,
): { actions: CartActions; queue: EditQueue } {
  const key = (): readonly unknown[] => cartKey(choice())
  const change = (how: (cart: CartListWire) => CartListWire): void => {
    queries.setQueryData<CartListWire>(key(), (cart) => cart && how(cart))
  }
  const { changing, show } = createLatestCart(queries, choice)
  /** Everything that the change brought about, and the sums to be said. */
  const recount = async (what: string): Promise<void> => {
    await show()
    const total = queries.getQueryData<CartListWire>(key())?.total
    if (total === undefined) return
    tell.announce(`${what}。已选 ${total.selected_lines} 种 ${total.selected_number} 件，合计 ${total.total} 元`)
    showCartCount(queries, total.line_count)
  }

  // One after the other: a newer request to the same url would cancel the older one, and with it what it was to do.
  let tail: Promise<void> = Promise.resolve()
  let waiting = 0
  const inTurn = (work: () => Promise<void>): void => {
    waiting += 1
    tell.counting(true)
    tail = tail
      .then(work)
      .catch(async (error: unknown) => {
        // The catalogue of errors has told the buyer; the page goes back to what the server holds.
        if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
        await queries.invalidateQueries({ queryKey: CART_LIST })
      })
      .finally(() => {
        waiting -= 1
        tell.counting(waiting > 0)
      })
  }

  const queue = createEditQueue({
    restMs: REST_MS,
    onPending: tell.busy,
    send: async (id, number, isLast) => {
      try {
        const ask = { params: { id }, body: { number, new: 1 as const }, handles: [CODES.CONFLICT, CODES.FIELD_ERRORS] }
        // Of several numbers in a row only the last answer shows the whole cart.
        const data = isLast
          ? await changing((query) => client.ask(api.cartEdit, { ...ask, query }))
          : (await client.ask(api.cartEdit, { ...ask, query: {} })).data
        const corrected = data.corrections.map(({ message }) => message).join('；')
        tell.corrected(id, corrected)
        change((cart) => withLine(cart, data.line))
        if (isLast) await recount(`${lineName(data.line)} ${corrected || `${data.line.number} ${lineUnit(data.line)}`}`)
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
        tell.corrected(id, error instanceof ApiError ? error.message : '没有保存，请再试一次')
        await queries.invalidateQueries({ queryKey: CART_LIST })
      }
    },
  })

  const deleteLines = async (lines: readonly CartLineWire[]): Promise<void> => {
    const data = await changing((query) => client.ask(api.cartDelete, { query, body: { ids: lines.map(({ id }) => id) } }))
    change((cart) => withoutLines(cart, data.deleted))
    await recount(`已删除 ${data.deleted.length} 种商品`)
  }

  const actions: CartActions = {
    setNumber: (line, number) => {
      tell.corrected(line.id, '')
      queue.wish(line.id, number)
    },
    select: (ids, selected) => {
      change((cart) => withSelected(cart, ids, selected ? 1 : 0))
      inTurn(async () => {
        await changing((query) => client.ask(api.cartSelect, { query, body: { ids: [...ids], is_selected: selected ? 1 : 0 } }))
        await recount(selected ? '已勾选' : '已取消勾选')
      })
    },
    reduceBy: (line, fullReductionId) => {
      change((cart) => withLine(cart, { ...line, manjian_choice: fullReductionId < 0 ? null : fullReductionId }))
      inTurn(async () => {
        await changing((query) =>
          client.ask(api.cartEdit, { params: { id: line.id }, query, body: { manjian_id: fullReductionId, new: 1 } }),
        )
        await recount(`${lineName(line)} 已更改满减`)
      })
    },
    remove: (lines) => {
      queue.forget(lines.map(({ id }) => id))
      inTurn(() => deleteLines(lines))
    },
    keepForLater: (lines) => {
      queue.forget(lines.map(({ id }) => id))
      inTurn(async () => {
        await client.ask(api.favoriteAdd, { body: { goods_ids: [...new Set(lines.map(({ goods }) => goods.id))] } })
        await deleteLines(lines)
      })
    },
    settled: async () => {
      await queue.flush()
      await tail
      return queries.getQueryData<CartListWire>(key())
    },
  }
  return { actions, queue }
}
