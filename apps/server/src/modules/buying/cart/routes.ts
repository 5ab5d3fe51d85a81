import {
  type AddAnswerWire,
  cartAdd,
  cartCopy,
  cartDelete,
  cartEdit,
  cartExchangeOffers,
  cartList,
  cartNextHint,
  cartQuickAdd,
  cartSelect,
  cartTotal,
} from '#contract/cart.ts'
import { CART_FILTER_ALL } from '#contract/constants.ts'
import { userAvailableCoupon } from '#contract/promotions.ts'
import type { ModuleContext } from '../../../context.ts'
import { couponsOf } from '../../goods/promotions/public.ts'
import { couponsForCart } from './coupons.ts'
import { exchangeOffers, nextHints } from './hints.ts'
import { choiceOf } from './price.ts'
import {
  addLines,
  addMessage,
  addWishes,
  cartListOf,
  cartTotalOf,
  copyLines,
  editLine,
  type ListWish,
  removeLines,
  selectLines,
} from './service.ts'

const listWish = (query: Parameters<typeof choiceOf>[0] & { list?: number }): ListWish => (query.list === 1 ? choiceOf(query) : null)

export function cartRoutes({ app, serve, deps, searches }: ModuleContext): void {
  const { database } = deps
  const noteAdded = (companyId: number, { lines }: AddAnswerWire, now: Date): void =>
    searches.carted(
      companyId,
      lines.filter(({ added }) => added > 0).map((line) => line.goods_id),
      now,
    )
  // The specification's body is the list itself; in JSON that is a bare array.
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.url === cartAdd.path && Array.isArray(request.body)) request.body = { list: request.body }
  })
  serve(cartList, ({ viewer, query, now }) => cartListOf(database, viewer, query.filters ?? CART_FILTER_ALL, choiceOf(query), now))
  serve(cartTotal, ({ viewer, now }) => cartTotalOf(database, viewer.company, now))
  serve(cartAdd, async ({ viewer, body, now, say }) => {
    const answer = await addLines(database, viewer.company, body.list, now)
    noteAdded(viewer.company.id, answer, now)
    say(addMessage(answer))
    return answer
  })
  serve(cartQuickAdd, async ({ viewer, params, now, say }) => {
    const answer = await addWishes(database, viewer.company, [{ goodsId: params.id, number: 'lot', seen: null }], now)
    noteAdded(viewer.company.id, answer, now)
    say(addMessage(answer))
    return answer
  })
  serve(cartEdit, async ({ viewer, params, query, body, now, say }) => {
    const answer = await editLine(database, viewer.company, params.id, body, listWish(query), now)
    say(answer.corrections.map((correction) => correction.message).join('；'))
    return answer
  })
  serve(cartSelect, async ({ viewer, query, body, now, say }) => {
    const { answer, refused } = await selectLines(database, viewer.company, body.ids, body.is_selected === 1, listWish(query), now)
    if (refused > 0) say(`${refused} 种商品暂不能购买，未勾选`)
    return answer
  })
  serve(cartDelete, ({ viewer, query, body, now }) => removeLines(database, viewer.company, body.ids, listWish(query), now))
  serve(cartCopy, ({ viewer, body, now }) => copyLines(database, viewer, body.ids, body.other_user_ids, now))
  serve(userAvailableCoupon, ({ query, viewer, now }) => {
    const page = query.page ?? 1
    if (query.type === 1) return couponsForCart(database, viewer.company, page, now)
    return couponsOf(database, viewer.company.id, { page, status: 0, started: true }, now)
  })
  serve(cartNextHint, ({ viewer, query, now }) => nextHints(deps, viewer, query, now))
  serve(cartExchangeOffers, ({ viewer, query, now }) => exchangeOffers(deps, viewer.company, query, now))
}
