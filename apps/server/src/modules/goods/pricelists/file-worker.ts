import { answerReads } from '../import/public.ts'
import { readListFile } from './read-file.ts'

/** The thread that reads lists of prices. */
answerReads(readListFile)
