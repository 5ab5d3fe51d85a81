import { addDays, beijingDate } from '#domain/dates.ts'
import { collectFailures } from '../../../platform/each.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import type { PaymentDeps } from '../payments/public.ts'
import { forgetImports } from './bank-store.ts'
import { takeBill } from './channel.ts'
import { readBill } from './file-thread.ts'

const KEPT_MS = 7 * 86_400_000

const cleanup = defineTask('reconciling.cleanup', NO_PAYLOAD, { cron: '10 20 * * *' })
/** 10:40 in Beijing: the services give out a day's bill from ten o'clock of the next. */
const bills = defineTask('reconciling.fetch_bills', NO_PAYLOAD, { cron: '40 2 * * *' })
const SYSTEM = { accountId: null, name: '系统' }

/** Yesterday's bill of each channel that gives it out, beside what was booked; what differs becomes finance's work. Safe to run twice. */
export async function fetchBills(deps: PaymentDeps, now: Date): Promise<void> {
  const day = addDays(beijingDate(now), -1)
  const failures = collectFailures()
  for (const { channel, name, bill } of deps.providers)
    if (bill !== undefined)
      await failures.one(`${name} ${day}`, async () => {
        const file = await bill(day, now)
        const read = file === null ? { lines: [], faults: [] } : await readBill(file.name, file.content, () => undefined)
        await takeBill(deps, SYSTEM, { channel, day, fileName: file?.name ?? '当日没有交易', bill: read }, now)
      })
  failures.report()
}

export const reconcilingTasks = (deps: PaymentDeps): readonly TaskWork[] => [
  workOf(cleanup, (_payload, now) => forgetImports(deps.database.db, new Date(now.getTime() - KEPT_MS))),
  workOf(bills, (_payload, now) => fetchBills(deps, now)),
]
