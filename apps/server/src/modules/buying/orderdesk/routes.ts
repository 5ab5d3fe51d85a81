import type { ParamsOf } from '#contract/call.ts'
import { staffOfferPreview } from '#contract/offer-desk.ts'
import { staffOrderEdit, staffOrderEditForm, staffOrderEditPreview } from '#contract/order-edit.ts'
import {
  staffEntryAgain,
  staffEntryCompanies,
  staffEntryCompany,
  staffEntryGoods,
  staffEntryPlace,
  staffEntrySheet,
} from '#contract/order-entry.ts'
import { staffOrderSplit, staffOrderSplitForm, staffOrderSplitPreview } from '#contract/order-split.ts'
import type { ModuleContext } from '../../../context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import type { PaymentDeps } from '../../money/payments/public.ts'
import { seesPrices } from '../orders/public.ts'
import { editOrder, previewEdit } from './edit.ts'
import { askOf, editFormOf } from './edit-form.ts'
import { againOf, companyFor, enterOrder, entryCompanyOf } from './entry.ts'
import { goodsMeant, inPlaceOf } from './entry-goods.ts'
import { entrySheet } from './entry-sheet.ts'
import { companiesCalled } from './entry-views.ts'
import { previewOffer } from './offer-preview.ts'
import { previewSplit, splitOrder } from './split.ts'
import { splitAskOf, splitFormOf } from './split-form.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

/** What staff do with a company's orders in its place. */
const FOUND_MAX = 12
const linesOf = (text: string) =>
  text === ''
    ? []
    : text
        .split(',')
        .map((one) => one.split(':').map(Number))
        .map(([goods_id = 0, number = 0]) => ({ goods_id, number }))

export function orderDeskRoutes({ serve, deps }: ModuleContext, payments: PaymentDeps): void {
  const { database } = deps
  serve(staffOrderEditForm, ({ params, now }) => editFormOf(database, params.id, now))
  serve(staffOrderEditPreview, ({ viewer, params, query, now }) => previewEdit(payments, staffOf(viewer), params.id, askOf(query), now))
  serve(staffOrderEdit, async ({ viewer, params, body, now, say }) => {
    const done = await editOrder(payments, staffOf(viewer), params.id, body, now)
    say('订单已修改')
    return done
  })
  const splitOf = (viewer: Viewer, params: ParamsOf<typeof staffOrderSplit>) => ({ ...params, seesPrices: seesPrices(viewer) })
  serve(staffOrderSplitForm, ({ viewer, params, now }) => splitFormOf(database, splitOf(viewer, params), now))
  serve(staffOrderSplitPreview, ({ viewer, params, query, now }) =>
    previewSplit(database, staffOf(viewer), splitOf(viewer, params), splitAskOf(query), now),
  )
  serve(staffOrderSplit, async ({ viewer, params, body, now, say }) => {
    const done = await splitOrder(database, staffOf(viewer), splitOf(viewer, params), body, now)
    say(`已拆出订单 ${done.no}`)
    return done
  })
  serve(staffEntryCompanies, async ({ query }) => {
    const words = query.keywords.trim()
    return { list: words === '' ? [] : await companiesCalled(database.db, words, FOUND_MAX) }
  })
  serve(staffEntryCompany, ({ params, now }) => entryCompanyOf(database, params.id, now))
  serve(staffEntryGoods, async ({ viewer, params, query, now }) =>
    goodsMeant(deps, inPlaceOf(viewer, await companyFor(database.db, params.id)), query.text, now),
  )
  serve(staffEntryAgain, ({ params }) => againOf(database, params.id, params.order_id))
  serve(staffEntrySheet, async ({ params, query, now }) => {
    const ask = { lines: linesOf(query.lines), addressId: query.address_id ?? null, useCoupons: query.coupons === 1 }
    return entrySheet(database, await companyFor(database.db, params.id), ask, now)
  })
  serve(staffOfferPreview, ({ query, now }) => previewOffer(database, query, linesOf(query.lines), now))
  serve(staffEntryPlace, async ({ viewer, params, body, now, say }) => {
    const done = await enterOrder({ database, payments }, staffOf(viewer), params.id, body, now)
    say(done.unpaid === '' ? '已代客下单' : `已下单，没有付成：${done.unpaid}`)
    return done
  })
}
