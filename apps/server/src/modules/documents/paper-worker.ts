import { answerTasks } from '../../platform/threads.ts'
import { drawPaper } from './drawing.ts'
import type { Task } from './paper.ts'
import { type Signed, signPdf } from './signing.ts'

/** The thread that draws and signs papers, one after the other. */
answerTasks(async ({ drawing, signing }: Task): Promise<Signed> => {
  const drawn = 'bytes' in drawing ? drawing.bytes : new Uint8Array(await drawPaper(drawing.options, drawing.steps))
  return signing === null ? { bytes: drawn, level: 'B-B', stampFault: null } : signPdf(drawn, signing)
})
