import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { nameKeys } from '../zones/public.ts'
import { unreadNames, writeLetters } from './store.ts'

const letters = defineTask('records.letters', NO_PAYLOAD, { cron: '* * * * *' })
const PAGE = 1000

/** Letters of names that a file brought: a clerk finds 阿莫西林胶囊 by amxl a minute later at the latest. */
async function readLetters({ db }: DatabaseHandle): Promise<void> {
  for (;;) {
    const names = await unreadNames(db, PAGE)
    if (names.length > 0)
      await writeLetters(
        db,
        names.map(({ id, name }) => ({ id, name, initials: nameKeys(name).initials })),
      )
    if (names.length < PAGE) return
  }
}

export const recordTasks = (database: DatabaseHandle): readonly TaskWork[] => [workOf(letters, () => readLetters(database))]
