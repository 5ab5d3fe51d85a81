import { setTimeout as sleep } from 'node:timers/promises'
import { answerTasks } from '../src/platform/threads.ts'

/** A thread of threads.test.ts: does what it is told, or misbehaves. */
answerTasks(async (task: { kind: string; number?: number; ms?: number }): Promise<number> => {
  if (task.kind === 'exit') process.exit(3)
  if (task.kind === 'throw') throw new Error('out of order')
  if (task.ms !== undefined) return await sleep(task.ms, task.ms)
  const kept: number[][] = []
  while (task.kind === 'spin' || task.kind === 'grow')
    if (task.kind === 'grow') kept.push(Array.from({ length: 100_000 }, (_, at) => at + kept.length))
  return (task.number ?? 0) * 2
})
