import { answerTasks } from '../../platform/threads.ts'
import { drawPaper } from './drawing.ts'
import type { Task } from './paper.ts'

/** The thread that draws papers, one after the other. */
answerTasks(
  async ({ options, steps }: Task) => new Uint8Array(await drawPaper(options, steps)),
  (bytes) => [bytes.buffer],
)
