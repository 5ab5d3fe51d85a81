import { collectTasks } from '../src/modules/modules.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database.ts'
import { jobs } from '../src/platform/jobs.ts'
import { doTask } from './tasks.ts'

/** A process that does one job, to be killed while it does: URL, task, what it is asked with, the moment. */
const [, , url = '', task = '', payload = '{}', now = ''] = process.argv
const database = openDatabase(url)
const works = collectTasks({ database, config: readConfig({ DATABASE_URL: url, DEMO: '0' }, () => ''), jobs, signer: null })
await doTask(works, task, JSON.parse(payload), new Date(now))
await database.close()
