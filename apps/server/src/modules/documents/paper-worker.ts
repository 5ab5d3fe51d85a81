import { parentPort } from 'node:worker_threads'
import { drawPaper } from './drawing.ts'
import type { Done, Task } from './paper.ts'

/** The thread that draws papers, one after the other. */
let before = Promise.resolve()

parentPort?.on('message', ({ id, options, steps }: Task) => {
  before = before.then(async () => {
    try {
      const bytes = new Uint8Array(await drawPaper(options, steps))
      parentPort?.postMessage({ id, bytes } satisfies Done, [bytes.buffer])
    } catch (error) {
      parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Done)
    }
  })
})
