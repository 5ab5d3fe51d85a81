import { answerTasks, yieldToOthers } from '../../../../platform/threads.ts'
import { type Signed, signPdf } from '../signing/signing.ts'
import { drawCopy } from './copy-drawing.ts'
import { drawPaper } from './drawing.ts'
import type { Task } from './paper.ts'

async function drawnBy(drawing: Task['drawing']): Promise<Uint8Array> {
  if ('bytes' in drawing) return drawing.bytes
  const { options, steps, sources } = drawing
  return sources.length > 0 ? drawCopy(options, steps, sources) : new Uint8Array(await drawPaper(options, steps))
}

await yieldToOthers()
/** The thread that draws and signs papers, one after the other. */
answerTasks(async ({ drawing, signing }: Task): Promise<Signed> => {
  const drawn = await drawnBy(drawing)
  return signing === null ? { bytes: drawn, level: 'B-B', stampFault: null } : signPdf(drawn, signing)
})
