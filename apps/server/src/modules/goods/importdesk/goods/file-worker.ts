import { answerReads } from '../../import/public.ts'
import { readGoodsFile } from './read-file.ts'

/** The thread that reads files of goods. */
answerReads(readGoodsFile)
