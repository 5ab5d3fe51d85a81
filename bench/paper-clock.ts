/**
 * Loaded into the shop before its own modules (node --import): notes down in the drawing thread how long each of its tasks took,
 * as one JSON line in the file PAPER_CLOCK. The shop itself is not changed by being measured.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread, parentPort } from 'node:worker_threads'

export interface Ticked {
  task: 'draw' | 'sign'
  /** Number of the paper. */
  no: string
  /** Milliseconds from the task's arrival until its answer; of these, those in which the thread had a processor. */
  wall: number
  processor: number
  bytes: number
}

interface Task {
  drawing?: { options?: { code?: { no: string } } }
  signing?: { reason: string } | null
}

const file = process.env.PAPER_CLOCK ?? ''
const port = parentPort
if (!isMainThread && port !== null && file !== '') {
  let begun: { task: Ticked['task']; no: string; at: number; processor: number } | null = null
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const on = port.on.bind(port) as (name: string, listener: (value: unknown) => void) => typeof port
  const post = port.postMessage.bind(port)
  port.on = ((name: string, listener: (value: unknown) => void) =>
    on(name, (value) => {
      const task = value as Task | null
      if (name === 'message' && task?.drawing) {
        const drawn = task.drawing.options?.code?.no
        const no = drawn ?? task.signing?.reason.split(' ').at(-1) ?? ''
        begun = { task: drawn === undefined ? 'sign' : 'draw', no, at: performance.now(), processor: used() }
      }
      listener(value)
    })) as typeof port.on
  port.postMessage = (answer, moved) => {
    const wall = begun === null ? 0 : performance.now() - begun.at
    const processor = begun === null ? 0 : used() - begun.processor
    post(answer, moved as never)
    if (begun === null) return
    const bytes = (answer as { answer?: { bytes: Uint8Array } }).answer?.bytes.byteLength ?? 0
    appendFileSync(file, `${JSON.stringify({ task: begun.task, no: begun.no, wall, processor, bytes } satisfies Ticked)}\n`)
    begun = null
  }
}
