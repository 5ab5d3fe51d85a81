import { answerReads } from '../import/public.ts'
import { readTableFile } from './read-table.ts'

/** The thread that reads tables of any kind. */
answerReads(readTableFile)
