import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { userFastBuy } from '#contract/selfservice.ts'
import { beijingDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { adviseReorder } from '#domain/reorder.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { quantityRule, rememberedFacts, toCards } from '../../goods/catalogue/public.ts'
import { type BoughtRow, boughtPage } from './views.ts'

/** Goods bought before, each as it can be bought now, with what is usually ordered of it. */
export async function fastBuyOf(
  database: DatabaseHandle,
  company: ViewerCompany,
  query: QueryOf<typeof userFastBuy>,
  now: Date,
): Promise<DataOf<typeof userFastBuy>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, order = 'recent' } = query
  const { rows, total } = await boughtPage(database.db, {
    companyId: company.id,
    keywords: (query.keywords ?? '').trim(),
    order,
    offset: (page - 1) * perPage,
    limit: perPage,
    now,
  })
  const facts = (await rememberedFacts(database, rows, company, now)).flatMap((one) => one ?? [])
  const cards = new Map(toCards(facts, company, now).map((card) => [card.id, card]))
  const factsOf = new Map(facts.map((one) => [one.goodsId, one]))
  const today = beijingDate(now)
  const list = rows.flatMap((row) => {
    const [goods, one] = [cards.get(row.goodsId), factsOf.get(row.goodsId)]
    if (!goods || !one) return []
    const history = { times: row.times, firstOn: beijingDate(row.firstAt), lastOn: beijingDate(row.lastAt), lastNumbers: row.lastNumbers }
    const advice = adviseReorder(history, quantityRule(one, now), goods.bzdw || '盒', today)
    return [
      {
        goods,
        ...boughtWire(row),
        interval_days: advice.intervalDays,
        due: advice.due ? 1 : 0,
        suggested: advice.number,
        suggested_note: advice.note,
      },
    ]
  })
  return { list, total, page, per_page: perPage }
}

export function boughtWire(row: BoughtRow | undefined) {
  return {
    last_at: row ? row.lastAt.toISOString() : null,
    last_price: row?.lastPrice ? yuan(row.lastPrice) : null,
    last_number: row?.lastNumbers[0] ?? null,
    times: row?.times ?? 0,
  }
}
