import { answerReads } from '../../goods/import/public.ts'
import { readStatementFile } from './read-file.ts'

/** The thread that reads statements of banks and channels. */
answerReads(readStatementFile)
