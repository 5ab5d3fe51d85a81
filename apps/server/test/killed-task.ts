import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const RUNNER = fileURLToPath(new URL('./task-process.ts', import.meta.url))

/** A process of its own that does one job, to be killed in the middle of it. */
export const taskProcess = (url: string, task: string, payload: object, now: Date): ChildProcess =>
  spawn(process.execPath, [RUNNER, url, task, JSON.stringify(payload), now.toISOString()], { stdio: 'inherit' })
