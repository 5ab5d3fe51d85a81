import type { DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { type News, tellMany } from '../../talking/messages/public.ts'
import { goodsArrived } from '../stock/public.ts'
import { type Arrived, dueReminders, takeReminders, type Waiting } from './arrival-store.ts'

const AT_ONCE = 500

/** Tells everybody who waits for goods that came back, each once; one who cannot be told keeps nobody else waiting. Safe to run twice and to break off. */
async function tellOfArrivals({ db }: DatabaseHandle, goodsIds: readonly number[], now: Date): Promise<void> {
  const failures = collectFailures()
  for (let after: Waiting = { goodsId: 0, companyId: 0 }; ; ) {
    const page = await dueReminders(db, goodsIds, after, AT_ONCE)
    await failures.page(
      page,
      ({ goodsId, companyId }) => `goods:${goodsId} company:${companyId}`,
      (some) => transact(db, async (trx) => tellMany(trx, (await takeReminders(trx, some)).map(newsOf), now)),
    )
    const last = page.at(-1)
    if (last === undefined || page.length < AT_ONCE) break
    after = last
  }
  failures.report()
}

const newsOf = ({ companyId, goodsId, name, spec, askedAt }: Arrived): News => ({
  companyId,
  kind: 'activity',
  title: `到货提醒：${name}`,
  text: `您关注的 ${[name, spec].filter(Boolean).join(' ')} 已到货，数量有限，请及时采购。`,
  url: `/list/info/${goodsId}`,
  key: `arrival:${goodsId}:${askedAt.getTime()}`,
})

export const catalogueTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(goodsArrived, ({ goods_ids }, now) => tellOfArrivals(database, goods_ids, now)),
]
