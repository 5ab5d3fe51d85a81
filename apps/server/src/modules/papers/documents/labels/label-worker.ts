import { answerTasks, yieldToOthers } from '../../../../platform/threads.ts'
import type { LabelTask } from './label.ts'
import { labelFile } from './label-drawing.ts'

await yieldToOthers()
/** The thread that draws labels. */
answerTasks(async (task: LabelTask): Promise<Uint8Array> => new Uint8Array(await labelFile(task)))
