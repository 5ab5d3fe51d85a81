import {
  staffDeal,
  staffDealAdd,
  staffDealChoices,
  staffDealDay,
  staffDealEnd,
  staffDealLook,
  staffDealResult,
  staffDealSave,
  staffDeals,
} from '#contract/deal-desk.ts'
import { beijingDate } from '#domain/dates.ts'
import type { ModuleContext } from '../../../context.ts'
import { dayOf, dealOf, dealResultWire, dealsPage, lookAtDeal } from './screens.ts'
import { addDeal, endDeal, publishDealDeed, saveDeal } from './service.ts'
import { batchesOf, couponsNamed, warehousesNamed } from './views.ts'

const END_SAID = { withdraw: '已撤下，随即停止', stop: '已叫停，随即停止' } as const

export function dealRoutes({ serve, approvals, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffDeals, ({ query, now }) => dealsPage(database, query, now))
  serve(staffDealDay, ({ query, now }) => dayOf(database, query.day, now))
  serve(staffDealLook, ({ viewer, query, now }) => lookAtDeal(database, query, viewer.staff?.permissions.has('prices.cost') ?? false, now))
  serve(staffDealChoices, async ({ query, now }) => {
    const batches = query.goods_id === undefined ? [] : await batchesOf(db, query.goods_id, beijingDate(now))
    return {
      warehouses: await warehousesNamed(db),
      coupons: await couponsNamed(db, now),
      batches: batches.map(({ id, batchNo, expiryDate, warehouse, available }) => ({
        id,
        batch_no: batchNo,
        expiry_date: expiryDate,
        warehouse,
        available,
      })),
    }
  })
  serve(staffDeal, ({ viewer, params, now }) => dealOf(db, params.id, viewer.accountId, now))
  serve(staffDealResult, ({ params, now }) => dealResultWire(database, params.id, now))
  serve(staffDealAdd, async ({ viewer, body, now, say }) => {
    const id = await addDeal(database, viewer, body, now)
    say('草稿已保存')
    return dealOf(db, id, viewer.accountId, now)
  })
  serve(staffDealSave, async ({ viewer, params, body, now, say }) => {
    await saveDeal(database, viewer, params.id, body, now)
    say('草稿已保存')
    return dealOf(db, params.id, viewer.accountId, now)
  })
  approvals.serve(publishDealDeed)
  serve(staffDealEnd, async ({ viewer, params, body, now, say }) => {
    await endDeal(database, viewer, params, body, now)
    say(END_SAID[params.command])
    return dealOf(db, params.id, viewer.accountId, now)
  })
}
