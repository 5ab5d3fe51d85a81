import type { DataOf, QueryOf } from '#contract/call.ts'
import type { SplitStage, staffOrderSplitForm, staffOrderSplitPreview } from '#contract/order-split.ts'
import { beijingDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { goesWhole } from '#domain/pricing/halves.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { pickingRows } from '../../goods/stock/public.ts'
import { editableLines, findOrder } from '../orders/public.ts'
import { pairsIn } from './edit-form.ts'
import { allItems, deskLines, factsOf, netOf, stepsOf } from './edit-items.ts'
import { splitRefusal } from './split.ts'
import type { SplitAsk } from './split-ask.ts'

/** What of an order can go to another one. */
export async function splitFormOf(
  { db }: DatabaseHandle,
  { id, stage, seesPrices }: { id: number; stage: SplitStage; seesPrices: boolean },
  now: Date,
): Promise<DataOf<typeof staffOrderSplitForm>> {
  const order = await findOrder(db, id, null)
  if (order === null) throw notFound('订单')
  const [lines, pieces, company] = await Promise.all([
    editableLines(db, id),
    pickingRows(db, id, beijingDate(now), now),
    loadCompany(db, order.companyId),
  ])
  const items = allItems(deskLines(lines))
  const steps = await stepsOf(db, order, items, now)
  return {
    id,
    no: order.no,
    company: company?.name ?? '',
    status_name: STATUS_NAMES[order.status],
    version: order.edits,
    why: splitRefusal(order, stage),
    items: items.map((item) => ({
      ...factsOf(item, steps),
      whole: item.lines.every(goesWhole) ? 1 : 0,
      paid: seesPrices ? yuan(netOf(item.lines)) : null,
      batches: pieces
        .filter((piece) => item.lines.some((line) => line.id === piece.lineId))
        .map(({ id: piece_id, batchNo, expiryDate, number, traceCodes, name, unit }) => ({
          piece_id,
          batch_no: batchNo,
          expiry_date: expiryDate,
          number,
          trace_codes: traceCodes,
          name,
          unit,
        })),
    })),
  }
}

/** As the preview's address has it. */
export const splitAskOf = ({ version, lines, pieces }: QueryOf<typeof staffOrderSplitPreview>): SplitAsk => ({
  version,
  lines: pairsIn(lines).filter(({ number }) => number > 0),
  pieces: pairsIn(pieces).filter(({ number }) => number > 0),
})
