import { answerTasks, yieldToOthers } from '../../platform/threads.ts'
import { drawCopy } from './copy-drawing.ts'
import { drawPaper } from './drawing.ts'
import type { Task } from './paper.ts'
import { type Signed, signPdf } from './signing.ts'
import { stampPages } from './stamped-pages.ts'

/** A copy with words of ours has them at its head; one without gets our lines at the foot of each page. */
async function drawnBy(drawing: Task['drawing']): Promise<Uint8Array> {
  if ('bytes' in drawing) return drawing.bytes
  const { options, steps, sources } = drawing
  if (sources.length === 0) return new Uint8Array(await drawPaper(options, steps))
  return new Uint8Array(await (steps.length > 0 ? drawCopy(options, steps, sources) : stampPages(options, sources)))
}

await yieldToOthers()
/** The thread that draws and signs papers, one after the other. */
answerTasks(async ({ drawing, signing }: Task): Promise<Signed> => {
  const drawn = await drawnBy(drawing)
  return signing === null ? { bytes: drawn, level: 'B-B', stampFault: null } : signPdf(drawn, signing)
})
