import { PAGE_SIZE } from '#contract/constants.ts'
import { staffDrawRecords } from '#contract/deal-desk.ts'
import { activityTap, drawActivity, drawAds, drawInfo, drawNewRecord, drawRecord, drawSimple } from '#contract/draw.ts'
import type { ModuleContext } from '../../../context.ts'
import { advertsOf } from '../content/public.ts'
import { createOpenDraws } from './open-draws.ts'
import { activityOf, drawOf, ownRecordsOf, popUpOf, winnersOf } from './screens.ts'
import { tap } from './tap.ts'
import { staffRecords } from './views.ts'
import { prizeWire } from './wire.ts'

const ADVERT_SLOT = 'prize'

export function drawRoutes({ serve, deps: { database } }: ModuleContext): void {
  const open = createOpenDraws(database)
  const adverts = advertsOf(database)

  serve(drawInfo, async ({ viewer, query, now }) => ({ draw: await drawOf(database, viewer.company, query.id, now) }))
  serve(drawNewRecord, async ({ viewer, query, now }) => ({ list: await winnersOf(database, viewer.company, query.id, now) }))
  serve(drawActivity, ({ viewer, params, now }) => activityOf(database, viewer.company, params.id, now))
  serve(drawSimple, async ({ viewer, now }) => ({ draw: await popUpOf(database, open, viewer.company, now) }))
  serve(drawRecord, ({ viewer, query }) => ownRecordsOf(database, viewer.company, query))
  serve(staffDrawRecords, async ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', plan_id: planId = null, won } = query
    const { rows, total } = await staffRecords(database.db, { keywords: keywords.trim(), planId, won: won === 1 }, { page, perPage })
    const list = rows.map((row) => ({ ...row, at: row.at.toISOString(), won: row.won ? (1 as const) : (0 as const) }))
    return { list, total, page, per_page: perPage }
  })
  serve(drawAds, async ({ query, now }) => ({ list: await adverts(ADVERT_SLOT, now, query.preview) }))
  serve(activityTap, async ({ viewer, body, now, say }) => {
    const who = { accountId: viewer.accountId, companyId: viewer.company.id }
    const { record, chances } = await tap(database, who, { drawId: body.id, key: body.key ?? null }, now)
    const won = record.kind !== 'none'
    say(won ? `恭喜您，抽中了 ${record.name}` : record.name)
    // A prize that has been taken off its draw since keeps its name in the record.
    const prize = prizeWire({ ...record, id: record.prizeId ?? record.id })
    return { record_id: record.id, won: won ? 1 : 0, prize, chances }
  })
}
