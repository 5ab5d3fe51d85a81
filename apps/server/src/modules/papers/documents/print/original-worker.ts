import { answerTasks, yieldToOthers } from '../../../../platform/threads.ts'
import { type PagesFault, pagesFault } from './original-pages.ts'

await yieldToOthers()
/** The thread that looks at the pages of files that are to be copied: a tree of them can be made to have no end. */
answerTasks((content: Uint8Array): Promise<PagesFault | null> => pagesFault(content))
