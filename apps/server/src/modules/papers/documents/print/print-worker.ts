import { answerTasks, yieldToOthers } from '../../../../platform/threads.ts'
import { type PrintAnswer, type PrintTask, printFile } from './print-file.ts'

await yieldToOthers()
/** The thread that puts papers together to be printed at once. */
answerTasks((task: PrintTask): Promise<PrintAnswer> => printFile(task))
