import type { DatabaseHandle } from '../../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../../platform/tasks.ts'
import { nameKeys } from '../../../goods/zones/public.ts'
import { unreadNames, writeInitials } from './list-views.ts'

const initials = defineTask('companies.initials', NO_PAYLOAD, { cron: '* * * * *' })
const PAGE = 1000

/** Letters of names that are new or have changed: a clerk finds 望槐堂 by wht a minute later at the latest. */
export async function readInitials({ db }: DatabaseHandle): Promise<void> {
  for (;;) {
    const names = await unreadNames(db, PAGE)
    await writeInitials(
      db,
      names.map(({ id, name }) => ({ id, name, initials: nameKeys(name).initials })),
    )
    if (names.length < PAGE) return
  }
}

export const initialsTask = (database: DatabaseHandle): TaskWork => workOf(initials, () => readInitials(database))
