import { type TaskWork, worksByName } from '../src/platform/tasks.ts'

/** Does a task at once, without the queue. */
export async function doTask(works: readonly TaskWork[], name: string, payload: object, now: Date): Promise<void> {
  const work = worksByName(works).get(name)
  if (!work) throw new Error(`no task ${name}`)
  await work.run(payload, now)
}
