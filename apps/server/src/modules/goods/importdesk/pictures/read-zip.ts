import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { PICTURES_ZIP_MAX } from '#contract/constants.ts'
import { FILE_BYTES_MAX } from '#contract/files.ts'
import { type Part, partsOf, STORED, UnreadableFile } from '../../import/public.ts'
import type { ReadRow, ReadTable } from '../kind.ts'
import { byPlace } from './names.ts'

const inflate = promisify(inflateRaw)

const MB = 1024 * 1024
/** Pictures are packed already: an archive of them unfolds to little more than itself. */
const UNPACKED_MAX = 64 * MB
/** Folders and what systems leave behind beside the pictures. */
const ENTRIES_MAX = 4 * PICTURES_ZIP_MAX
const PATH_MAX = 300

const TOO_LARGE = `压缩包展开后超过 ${UNPACKED_MAX / MB} MB，请分成几份`
const TOO_MANY = `压缩包里超过 ${PICTURES_ZIP_MAX} 个文件，请分成几份`
const broken = () => new UnreadableFile('打不开这个压缩包，请重新打包成 ZIP（不加密）后再试')

const OTHERS: readonly [start: string, name: string][] = [
  ['52617221', 'RAR 压缩包'],
  ['377abcaf', '7z 压缩包'],
  ['1f8b', 'GZIP 压缩包'],
  ['ffd8ff', 'JPEG 图片'],
  ['89504e47', 'PNG 图片'],
  ['25504446', 'PDF 文件'],
]

function refuseOthers(content: Buffer): void {
  const start = content.subarray(0, 4).toString('hex')
  if (start === '504b0304') return
  if (start === '504b0506') throw new UnreadableFile('压缩包是空的')
  const other = OTHERS.find(([bytes]) => start.startsWith(bytes))?.[1]
  throw new UnreadableFile(other === undefined ? '这不是 ZIP 压缩包' : `这是 ${other}，只支持 ZIP 压缩包`)
}

const isLeftover = (path: string): boolean => path.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i.test(path)

/** Nothing is ever written under these names; whoever makes such ones means harm, or his program is broken. */
function nameFault(path: string): string | null {
  if (path.length > PATH_MAX) return '文件名过长'
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..')
  return isOutside || /\p{C}/u.test(path) ? '文件名不合规' : null
}

/** Within what is left for all of them. */
async function unpacked({ bytes, method, crc }: Part, left: number): Promise<{ content: Buffer } | { fault: string; spent: number }> {
  let content = bytes
  if (method !== STORED)
    try {
      content = await inflate(bytes, { maxOutputLength: Math.max(1, Math.min(left, FILE_BYTES_MAX) + 1) })
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE')
        return { fault: `超过 ${FILE_BYTES_MAX / MB} MB`, spent: FILE_BYTES_MAX }
      return { fault: '压缩包里的这个文件已损坏', spent: 0 }
    }
  if (content.length > FILE_BYTES_MAX) return { fault: `超过 ${FILE_BYTES_MAX / MB} MB`, spent: content.length }
  return crc32(content) === crc ? { content } : { fault: '压缩包里的这个文件已损坏', spent: content.length }
}

/** A ZIP of pictures: each entry a row, in the order of their names. What is wrong with one is said there and stops no other. */
export async function readZip(_: string, content: Buffer): Promise<ReadTable> {
  refuseOthers(content)
  const parts = partsOf(content, { entriesMax: ENTRIES_MAX, tooMany: TOO_MANY, broken })
    .map((part) => ({ ...part, name: part.name.replaceAll('\\', '/') }))
    .filter(({ name }) => !isLeftover(name))
    .sort((one, other) => byPlace(one.name, other.name))
  if (parts.length === 0) throw new UnreadableFile('压缩包里没有图片')
  if (parts.length > PICTURES_ZIP_MAX) throw new UnreadableFile(TOO_MANY)
  let left = UNPACKED_MAX
  const rows: ReadRow[] = []
  for (const [at, part] of parts.entries()) {
    const fault = nameFault(part.name) ?? (part.isEncrypted ? '加密的文件读不出' : part.isLink ? '不是图片，是指向别处的链接' : null)
    const cells = [part.name.slice(0, PATH_MAX).toWellFormed().replaceAll('\0', '\ufffd')]
    if (fault !== null) {
      rows.push({ line: at + 1, cells, problems: { 0: fault } })
      continue
    }
    const read = await unpacked(part, left)
    left -= 'content' in read ? read.content.length : read.spent
    if (left <= 0) throw new UnreadableFile(TOO_LARGE)
    rows.push({
      line: at + 1,
      cells,
      ...('content' in read ? { problems: {}, content: new Uint8Array(read.content) } : { problems: { 0: read.fault } }),
    })
  }
  return { header: ['文件'], rows }
}
