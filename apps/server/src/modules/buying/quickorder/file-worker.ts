import { answerReads } from '../../goods/import/public.ts'
import { readListFile } from './read-file.ts'

/** The thread that reads lists of strangers. */
answerReads(readListFile)
