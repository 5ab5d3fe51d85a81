import { answerReads } from '../../import/public.ts'
import { readZip } from './read-zip.ts'

/** The thread that unpacks files of pictures. */
answerReads(readZip)
