import type { DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { tellMany } from '../../talking/messages/public.ts'
import { expiringCoupons } from './expiry-store.ts'

const SOON_MS = 3 * 86_400_000
const COMPANIES_AT_ONCE = 500

/** Tells of unused coupons that end within three days: once for each day on which some end. Safe to run twice and to break off. */
async function tellOfExpiringCoupons({ db }: DatabaseHandle, now: Date): Promise<void> {
  const until = new Date(now.getTime() + SOON_MS)
  const failures = collectFailures()
  for (let after = 0; ; ) {
    const page = await expiringCoupons(db, now, until, after, COMPANIES_AT_ONCE)
    const last = page.at(-1)
    if (last === undefined) break
    await failures.page(
      page,
      ({ companyId }) => `company:${companyId}`,
      (some) =>
        transact(db, (trx) =>
          tellMany(
            trx,
            some.map(({ companyId, day, count, name }) => ({
              companyId,
              kind: 'activity' as const,
              title: count === 1 ? `优惠券“${name}”即将到期` : `${count} 张优惠券即将到期`,
              text: `请在 ${day} 前使用，到期后自动失效。`,
              url: '/yhq',
              key: `coupons_end:${day}`,
            })),
            now,
          ),
        ),
    )
    after = last.companyId
  }
  failures.report()
}

const expiring = defineTask('promotions.coupons_expiring', NO_PAYLOAD, { cron: '0 1 * * *', formerly: ['coupons_expiring'] })

export const promotionTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(expiring, (_payload, now) => tellOfExpiringCoupons(database, now)),
]
