import { type Database, storageBeside } from '../../../platform/database.ts'
import { Unanswered } from '../../../providers/outside/ask.ts'
import { ContentWrong, objectContent, objectName } from './contents.ts'
import { type FileAway, filesAway, hasObjects } from './object-store.ts'

const PAGE = 500
const AT_ONCE = 16
/** So many are named; the rest are counted. */
const NAMED = 20

/** A shop whose files lie in a storage that it was not told of would answer for none of them. */
export async function refuseWithoutStorage(db: Database): Promise<void> {
  if (storageBeside(db) === null && (await hasObjects(db)))
    throw new Error('有文件的内容在对象存储里，而 CHANNELS_FILE 没有写 object_storage：请写上，或先用写了它的设置把文件移回数据库')
}

export interface ObjectsReport {
  /** unknown: the storage could not be asked. */
  state: 'whole' | 'lost' | 'unknown'
  /** For whoever runs the command; '': no content lies outside. */
  text: string
}

/** null: it is there as it should be. */
async function faultOf(db: Database, { id, size, sha256, object }: FileAway, contents: boolean): Promise<string | null> {
  const name = objectName(object, sha256)
  if (!contents) {
    const found = (await storageBeside(db)?.head(name)) ?? null
    if (found === null) return `文件 ${id}：对象 ${name} 不在`
    return found === size ? null : `文件 ${id}：对象 ${name} 应有 ${size} 字节，实为 ${found}`
  }
  try {
    return (await objectContent(db, { id, object, sha256 })) === null ? `文件 ${id}：对象 ${name} 不在` : null
  } catch (error) {
    if (error instanceof ContentWrong) return `文件 ${id}：对象 ${name} 的内容与登记的摘要不符`
    throw error
  }
}

interface Look {
  files: number
  lost: number
  sentences: string[]
}

async function lookAtAll(db: Database, contents: boolean): Promise<Look> {
  const look: Look = { files: 0, lost: 0, sentences: [] }
  for (let after = 0; ; ) {
    const files = await filesAway(db, after, PAGE)
    for (let from = 0; from < files.length; from += AT_ONCE) {
      const faults = await Promise.all(files.slice(from, from + AT_ONCE).map((file) => faultOf(db, file, contents)))
      for (const fault of faults) {
        if (fault === null) continue
        look.lost += 1
        if (look.sentences.length < NAMED) look.sentences.push(fault)
      }
    }
    look.files += files.length
    if (files.length < PAGE) return look
    after = files.at(-1)?.id ?? after
  }
}

/** Asks the storage for every object that a file lies in; contents: reads and checks each. */
export async function objectsReport(db: Database, { contents = false } = {}): Promise<ObjectsReport> {
  if (!(await hasObjects(db))) return { state: 'whole', text: '' }
  const unknown = (why: string): ObjectsReport => ({ state: 'unknown', text: `有文件的内容在对象存储里，没有核对：${why}` })
  if (storageBeside(db) === null) return unknown('CHANNELS_FILE 没有写 object_storage')
  try {
    const { files, lost, sentences } = await lookAtAll(db, contents)
    const how = contents ? '逐个读出核对' : '逐个问过'
    if (lost === 0) return { state: 'whole', text: `${files} 个文件的内容在对象存储里，${how}，都在` }
    const more = lost > sentences.length ? `\n  ……共 ${lost} 个` : ''
    return {
      state: 'lost',
      text: `${files} 个文件的内容在对象存储里，${how}，${lost} 个不在或不对：\n${sentences.map((line) => `  ${line}`).join('\n')}${more}`,
    }
  } catch (error) {
    if (error instanceof Unanswered) return unknown(error.message)
    throw error
  }
}
