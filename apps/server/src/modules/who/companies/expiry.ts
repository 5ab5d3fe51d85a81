import { addDays, beijingDate, daysBetween } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { type News, tellMany } from '../../talking/messages/public.ts'
import { initialsTask } from './desk/initials.ts'
import { pairsTask } from './desk/pairs.ts'
import { type ExpiringPaper, expiringPapers } from './views.ts'

/** Days before the end at which a company is reminded; each once. */
const STEPS = [30, 60, 90]
/** From here on the owners' phones hear of it too. */
const NOTICED_DAYS = 30
/** The day after is said once more; what lapsed long ago is not. */
const LAPSED_DAYS = 7
const PAGE = 500

/** The reminder that is due today. Days on which no reminder went out are made up for by the next one. */
export function reminderOf(paper: ExpiringPaper, today: string): News {
  const left = daysBetween(today, paper.expires_on)
  const step = left < 0 ? 0 : (STEPS.find((days) => left <= days) ?? 90)
  return {
    companyId: paper.company_id,
    kind: 'licence',
    title: left < 0 ? `${paper.name}已过期` : left === 0 ? `${paper.name}今天到期` : `${paper.name}还有 ${left} 天到期`,
    text:
      left < 0
        ? `您的${paper.name}已于 ${paper.expires_on} 到期，相关商品暂不能购买。请提交新的证照，审核通过后即可恢复。`
        : `您的${paper.name}有效期至 ${paper.expires_on}。请提前提交新的证照，审核期间不影响采购。`,
    url: '/zzzj',
    key: `paper:${paper.id}:${paper.expires_on}:${step}`,
    ...(step <= NOTICED_DAYS && { notice: { template: 'licence', params: { name: paper.name, date: paper.expires_on } } }),
  }
}

const expiring = defineTask('companies.papers_expiry', NO_PAYLOAD, { cron: '10 0 * * *', formerly: ['papers_expiry'] })

/** Papers that expire within 90, 60, 30 days, and those that expired. */
async function remindOfExpiry(database: DatabaseHandle, now: Date): Promise<void> {
  const today = beijingDate(now)
  const [from, to] = [addDays(today, -LAPSED_DAYS), addDays(today, 90)]
  const failures = collectFailures()
  for (let after = 0; ; ) {
    const papers = await expiringPapers(database, from, to, after, PAGE)
    await failures.page(
      papers,
      ({ id }) => `paper:${id}`,
      (some) =>
        transact(database.db, (trx) =>
          tellMany(
            trx,
            some.map((paper) => reminderOf(paper, today)),
            now,
          ),
        ),
    )
    const last = papers.at(-1)
    if (!last || papers.length < PAGE) break
    after = last.id
  }
  failures.report()
}

export const companyTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(expiring, (_payload, now) => remindOfExpiry(database, now)),
  initialsTask(database),
  pairsTask(database),
]
