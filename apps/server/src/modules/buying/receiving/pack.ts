import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { BodyOf, DataOf } from '#contract/call.ts'
import { CODES } from '#contract/codes.ts'
import { ZIP_MAX } from '#contract/exchange.ts'
import type { DeliveryListWire, packAsk } from '#contract/receiving.ts'
import { Id } from '#contract/shapes.ts'
import { beijingDate } from '#domain/dates.ts'
import { DOCUMENT_KINDS } from '#domain/documents.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, notFound, ShopError } from '../../../platform/errors.ts'
import { jobs } from '../../../platform/jobs.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { workbookBytes } from '../../../platform/workbook.ts'
import { insertDownload, type LateEntry, lateZip, storedEntry, type ZipEntry, zipOf } from '../../papers/documents/public.ts'
import { tell } from '../../talking/messages/public.ts'
import { dropFiles, keepMadeFile } from '../../who/files/public.ts'
import { findOrder } from '../orders/public.ts'
import { type DeliveryQuery, deliveryFilter, PACKED_KINDS } from './delivery-filter.ts'
import {
  countPacks,
  forgetPack,
  insertPack,
  lockPack,
  type PackRow,
  packsMadeBefore,
  packsPushedOff,
  recentPacks,
  setPack,
  takePackLock,
} from './pack-store.ts'
import { papersOfOrder } from './papers.ts'
import { deliveryPapers, fileSizes } from './views.ts'

/** Papers in one ZIP, with a list of what is in it and what is missing. */

/** What a pack may hold; a buyer with more asks for a shorter period. */
const PACK_FILES_MAX = 1_000
const PACK_BYTES_MAX = 200 * 1024 * 1024
const KEPT_DAYS = 7
/** Each holds up the papers of others while it is made, and is kept as large as what is in it. */
const WAITING_MAX = 3
const A_DAY_MAX = 20
const DAY_MS = 86_400_000

interface Packed {
  group: string
  name: string
  goods: string
  batchNo: string
  no: string
  missing: string
  fileId: number | null
  documentId: number | null
}
interface Collected {
  /** Of the file, without its ending. */
  title: string
  papers: readonly Packed[]
}

const LIST_COLUMNS = (
  [
    ['类别', 12],
    ['单据', 24],
    ['商品', 26],
    ['批号', 14],
    ['编号', 24],
    ['状态', 10],
    ['文件', 60],
    ['说明', 36],
  ] as const
).map(([title, width]) => ({ title, width }))

/** No folders but our own, nothing that a file system gives a meaning. */
const tidy = (text: string): string =>
  text
    .replace(/[\p{C}<>:"/\\|?*%;\s]+/gu, ' ')
    .trim()
    .slice(0, 60)

/** A name of its own for each file: 检验报告/阿莫西林胶囊_B123_检验报告_JY01.pdf. The same file twice is in once. */
function namesOf(papers: readonly Packed[], endings: ReadonlyMap<number, string>): Map<number, string> {
  const names = new Map<number, string>()
  const taken = new Set<string>()
  for (const { fileId, group, goods, batchNo, name, no } of papers) {
    if (fileId === null || names.has(fileId)) continue
    const words = [goods, batchNo, name, no].map(tidy).filter((word) => word !== '')
    const ending = endings.get(fileId) ?? 'pdf'
    const base = `${tidy(group)}/${words.join('_')}`
    let path = `${base}.${ending}`
    for (let again = 2; taken.has(path); again += 1) path = `${base}（${again}）.${ending}`
    taken.add(path)
    names.set(fileId, path)
  }
  return names
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'pdf'

/** Throws where it would be too much for one file. */
async function entriesOf(connection: Connection, { papers }: Collected): Promise<LateEntry[]> {
  const ids = [...new Set(papers.flatMap((one) => one.fileId ?? []))]
  const sizes = await fileSizes(connection, ids)
  if (sizes.reduce((sum, file) => sum + file.size, 0) > PACK_BYTES_MAX)
    throw conflict(`资料超过 ${PACK_BYTES_MAX / 1024 / 1024} MB，请缩小日期范围后再打包`)
  const names = namesOf(papers, new Map(sizes.map((file) => [file.id, endingOf(file.name)])))
  const list = papers.map((one) => {
    const path = one.fileId === null ? '' : (names.get(one.fileId) ?? '')
    return [one.group, one.name, one.goods, one.batchNo, one.no, path === '' ? '缺' : '已包含', path, one.missing]
  })
  const content = await workbookBytes([{ name: '清单', columns: LIST_COLUMNS, rows: list }])
  const files = [...names].map(([fileId, name]) => storedEntry(connection, name, fileId))
  return [{ name: '清单.xlsx', read: async () => content }, ...files]
}

async function zipPapers(connection: Connection, collected: Collected, now: Date): Promise<Buffer> {
  const entries: ZipEntry[] = []
  for (const { name, read } of await entriesOf(connection, collected)) {
    const content = await read()
    if (content !== null) entries.push({ name, content })
  }
  return zipOf(entries, now)
}

async function ofOrder(connection: Connection, companyId: number, orderId: number): Promise<Collected> {
  const order = await findOrder(connection, orderId, companyId)
  if (order === null) throw notFound('订单')
  return { title: `订单资料_${order.no}`, papers: await papersOfOrder(connection, order) }
}

const periodOf = ({ start_time: from, end_time: to }: DeliveryQuery): string => [from, to].filter(Boolean).join('至')

async function ofDeliveries(connection: Connection, companyId: number, query: DeliveryQuery): Promise<Collected> {
  const rows = await deliveryPapers(connection, await deliveryFilter(connection, companyId, query), PACKED_KINDS, PACK_FILES_MAX + 1)
  if (rows.length > PACK_FILES_MAX) throw conflict(`一次最多打包 ${PACK_FILES_MAX} 份单据，请缩小日期范围`)
  const papers = rows.map(
    (row): Packed => ({
      group: '单据',
      name: `${row.day}_${DOCUMENT_KINDS[row.kind].name}`,
      goods: '',
      batchNo: '',
      no: `${row.no}_${row.orderNo}`,
      missing: '',
      fileId: row.fileId,
      documentId: row.documentId,
    }),
  )
  return { title: ['出库单据', periodOf(query)].filter(Boolean).join('_'), papers }
}

type Wish = BodyOf<typeof packAsk>
const collect = (connection: Connection, companyId: number, wish: Wish): Promise<Collected> =>
  wish.order_id === undefined ? ofDeliveries(connection, companyId, wish) : ofOrder(connection, companyId, wish.order_id)

const countOf = ({ papers }: Collected): number => new Set(papers.flatMap((one) => one.fileId ?? [])).size

interface Asker {
  companyId: number
  accountId: number
}

async function noteDownloads(connection: Connection, { companyId, accountId }: Asker, papers: readonly Packed[], now: Date): Promise<void> {
  for (const { documentId, fileId } of papers)
    if (fileId !== null) await insertDownload(connection, { documentId, fileId, companyId, accountId, way: 'zip' }, now)
}

/** At once; what is too much for that is asked for as a pack. */
export async function zipNow({ db }: DatabaseHandle, asker: Asker, wish: Wish, now: Date): Promise<{ name: string; bytes: Readable }> {
  const collected = await collect(db, asker.companyId, wish)
  const count = countOf(collected)
  if (count === 0) throw conflict('没有可以下载的单据')
  if (count > ZIP_MAX) throw conflict(`共 ${count} 份，超过一次下载的 ${ZIP_MAX} 份，请改用打包`, { reason: 'PACK_NEEDED' })
  const entries = await entriesOf(db, collected)
  await noteDownloads(db, asker, collected.papers, now)
  return { name: `${collected.title}_${beijingDate(now)}.zip`, bytes: lateZip(entries, now) }
}

/** With the new one counted. */
function refuseMore({ waiting, asked }: { waiting: number; asked: number }): void {
  if (asked > A_DAY_MAX) throw new ShopError(CODES.TOO_MANY, `今天申请打包已达 ${A_DAY_MAX} 次，请明天再试，或缩小范围直接下载`)
  if (waiting > WAITING_MAX) throw new ShopError(CODES.TOO_MANY, `已有 ${WAITING_MAX} 个打包在进行，请等它们完成后再申请`)
}

/** The same wish again, while it waits, is the same pack. */
export async function askPack({ db }: DatabaseHandle, asker: Asker, wish: Wish, now: Date): Promise<DataOf<typeof packAsk>> {
  const { order_id, state = 'all', keywords = '', start_time = '', end_time = '' } = wish
  const plain: Wish = order_id === undefined ? { state, keywords: keywords.trim(), start_time, end_time } : { order_id }
  const collected = await collect(db, asker.companyId, plain)
  if (countOf(collected) === 0) throw conflict('没有可以打包的单据')
  return transact(db, async (trx) => {
    await takePackLock(trx, asker.companyId)
    const { id, isNew } = await insertPack(trx, { ...asker, title: collected.title, wish: plain }, now)
    if (isNew) refuseMore(await countPacks(trx, asker.companyId, new Date(now.getTime() - DAY_MS)))
    if (isNew) await jobs.enqueue(trx, making, { pack_id: id }, { key: `pack:${id}`, runAt: now })
    return { id, state: 'waiting' }
  })
}

const making = defineTask('receiving.pack', Type.Object({ pack_id: Id }))
const clearing = defineTask('receiving.packs_clear', NO_PAYLOAD, { cron: '58 19 * * *', formerly: ['packs_clear'] })
const packSubject = (id: number): string => `pack:${id}`
const PACK_PAGE = '/dzckd'

/** Packs what was asked for; run twice it is packed once. What cannot be packed says why. */
async function makePack({ db }: DatabaseHandle, id: number, now: Date): Promise<void> {
  const pack = await lockPack(db, id, false)
  if (pack === null || pack.state !== 'waiting') return
  const made = await packOrWhy(db, pack, now)
  await transact(db, async (trx) => {
    const own = await lockPack(trx, id, true)
    if (own === null || own.state !== 'waiting') return
    const news = { companyId: own.companyId, kind: 'system', url: PACK_PAGE, key: `pack:${id}` } as const
    if (typeof made === 'string') {
      await setPack(trx, id, { state: 'failed', note: made, fileId: null }, now)
      await tell(trx, { ...news, title: '资料打包未成功', text: made }, now)
      return
    }
    const fileId = await keepMadeFile(
      trx,
      {
        companyId: own.companyId,
        purpose: 'document',
        subject: packSubject(id),
        name: `${own.title}.zip`,
        mime: 'application/zip',
        content: made.bytes,
      },
      now,
    )
    await setPack(trx, id, { state: 'ready', note: `共 ${made.count} 份`, fileId }, now)
    await forgetPacks(trx, await packsPushedOff(trx, own.companyId), now)
    if (own.accountId !== null) await noteDownloads(trx, { companyId: own.companyId, accountId: own.accountId }, made.papers, now)
    const text = `“${own.title}”共 ${made.count} 份已打包，请在 ${KEPT_DAYS} 天内下载。`
    await tell(trx, { ...news, title: '资料已打包完成', text }, now)
  })
}

/** What came of it, or why nothing can. */
async function packOrWhy(
  connection: Connection,
  pack: PackRow,
  now: Date,
): Promise<string | { bytes: Buffer; count: number; papers: readonly Packed[] }> {
  try {
    const collected = await collect(connection, pack.companyId, pack.wish)
    return { bytes: await zipPapers(connection, collected, now), count: countOf(collected), papers: collected.papers }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return error.message
  }
}

const STATE_NAMES = { waiting: '打包中', ready: '可以下载', failed: '未成功', gone: '已过期' } as const

export async function packsOf(connection: Connection, companyId: number): Promise<DeliveryListWire['packs']> {
  const rows = await recentPacks(connection, companyId)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    state: row.state as 'waiting' | 'ready' | 'failed',
    state_name: STATE_NAMES[row.state],
    note: row.note,
    asked_at: row.askedAt.toISOString(),
    file_url: row.fileId === null ? '' : `/api/file/${row.fileId}`,
  }))
}

/** Their files go with them. */
async function forgetPacks(connection: Connection, ids: readonly number[], now: Date): Promise<void> {
  for (const id of ids) {
    await forgetPack(connection, id)
    await dropFiles(connection, packSubject(id), [], now)
  }
}

/** Daily: packs that nobody fetches any more; their papers stay where they are. */
async function clearPacks({ db }: DatabaseHandle, now: Date): Promise<void> {
  for (const id of await packsMadeBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS)))
    await transact(db, (trx) => forgetPacks(trx, [id], now))
}

export const packTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(making, ({ pack_id }, now) => makePack(database, pack_id, now)),
  workOf(clearing, (_payload, now) => clearPacks(database, now)),
]
