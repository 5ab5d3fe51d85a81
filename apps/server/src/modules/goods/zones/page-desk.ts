import type { BodyOf, DataOf, ParamsOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type {
  FrontPageRecordWire,
  FrontPageWire,
  staffPageChoices,
  staffPageCommand,
  staffPagePreview,
  staffPageSave,
  staffPages,
} from '#contract/front.ts'
import { ZONE_CODES } from '#contract/zones.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { claimPictures, previewWord } from '../content/public.ts'
import {
  deskPages,
  insertPage,
  insertPageVersion,
  type KeptPage,
  knownOf,
  lockPage,
  markPage,
  type PageTexts,
  pageChoices,
  pageOfCode,
  pageVersion,
  pageVersions,
} from './page-desk-store.ts'
import { PAGE_CODE, pageProblems, tidiedTexts } from './page-rules.ts'
import { readCategoryIds, readGoodsIds } from './page-store.ts'
import { pageUrl } from './pages.ts'
import { ZONE_WORDS } from './zones.ts'

type Texts = Pick<FrontPageRecordWire, 'name' | 'intro' | 'image' | 'accent' | 'starts_at' | 'ends_at' | 'blocks'>

const textsWire = ({ name, intro, image, accent, startsAt, endsAt, blocks }: PageTexts): Texts => ({
  name,
  intro,
  image,
  accent: accent === '' ? 'brand' : (accent as Texts['accent']),
  starts_at: startsAt?.toISOString() ?? '',
  ends_at: endsAt?.toISOString() ?? '',
  blocks,
})

function pageWire(row: KeptPage): FrontPageWire {
  const { id, code, kind, name, status, version, shownVersion, dueVersion, dueAt } = row
  const { starts_at, ends_at } = textsWire(row)
  const waiting = version > shownVersion ? 1 : 0
  const due = { due_at: dueAt?.toISOString() ?? null, due_version: dueVersion ?? 0 }
  return { id, code, kind, name, state: status, waiting, ...due, version, starts_at, ends_at, url: pageUrl(row) }
}

/** Where what was set for a time is shown by itself, the row says so too. */
async function settled(connection: Connection, id: number, now: Date): Promise<KeptPage> {
  const kept = await lockPage(connection, id)
  if (kept === null) throw notFound('专题页')
  const { dueVersion, dueAt } = kept
  if (dueVersion === null || dueAt === null || dueAt > now) return kept
  const texts = await pageVersion(connection, id, dueVersion)
  const mark = { status: 'published' as const, version: kept.version, shownVersion: dueVersion, dueVersion: null, dueAt: null }
  await markPage(connection, id, mark, texts)
  return { ...kept, ...texts, ...mark }
}

export async function pagesForStaff(
  { db }: DatabaseHandle,
  { keywords = '', kind, state, page = 1, per_page = PAGE_SIZE }: NonNullable<QueryOf<typeof staffPages>>,
): Promise<DataOf<typeof staffPages>> {
  const filter = { words: keywords.trim(), kind: kind ?? ('' as const), state: state ?? ('' as const) }
  const { rows, total } = await deskPages(db, { ...filter, offset: (page - 1) * per_page, limit: per_page })
  return { list: rows.map(pageWire), total, page, per_page }
}

export async function choicesForStaff({ db }: DatabaseHandle, now: Date): Promise<DataOf<typeof staffPageChoices>> {
  return { ...(await pageChoices(db, now)), zones: ZONE_CODES.map((value) => ({ value, text: ZONE_WORDS[value].name })) }
}

async function latestTexts(connection: Connection, kept: KeptPage): Promise<PageTexts> {
  return (kept.version > 0 ? await pageVersion(connection, kept.id, kept.version) : null) ?? kept
}

async function recordOn(connection: Connection, id: number, now: Date): Promise<FrontPageRecordWire> {
  const kept = await settled(connection, id, now)
  const versions = await pageVersions(connection, id)
  const latest = await latestTexts(connection, kept)
  return {
    page: pageWire(kept),
    ...textsWire(latest),
    versions: versions.map(({ version, name, blocks, savedAt, savedBy }) => ({
      version,
      name,
      blocks: blocks.length,
      saved_at: savedAt.toISOString(),
      saved_by: savedBy,
      shown: kept.status === 'published' && version === kept.shownVersion ? 1 : 0,
    })),
  }
}

export const pageForStaff = ({ db }: DatabaseHandle, id: number, now: Date): Promise<FrontPageRecordWire> =>
  transact(db, (trx) => recordOn(trx, id, now))

/** What blocks name must be there: a page that shows nothing would be found by a buyer first. */
async function refuseUnknown(database: DatabaseHandle, connection: Connection, { blocks }: PageTexts): Promise<void> {
  const of = (type: string) => blocks.filter((block) => block.type === type)
  const goods = of('goods')
  const [codes, categories, known] = [
    await readGoodsIds(
      database,
      goods.flatMap((block) => block.codes ?? []),
    ),
    await readCategoryIds(
      database,
      goods.flatMap((block) => block.category ?? []),
    ),
    await knownOf(connection, {
      brands: goods.flatMap((block) => block.manufacturer ?? []),
      promotions: [...goods.flatMap((block) => block.promotion ?? []), ...of('promotion').flatMap((block) => block.ids ?? [])],
      coupons: of('coupons').flatMap((block) => block.ids ?? []),
      goods: goods.flatMap((block) => block.ids ?? []),
    }),
  ]
  const errors = blocks.flatMap((block, at) => {
    const say = (field: string, message: string) => [{ field: `blocks[${at}].${field}`, message: `第 ${at + 1} 块：${message}` }]
    const lost = (block.codes ?? []).filter((code) => !codes.has(code))
    if (lost.length > 0) return say('codes', `没有这些商品编码：${lost.slice(0, 5).join('、')}`)
    if (block.type === 'goods' && block.ids?.some((id) => !known.has(`goods:${id}`))) return say('ids', '商品不存在或已删除')
    if (block.category !== undefined && !categories.has(block.category)) return say('category', '分类不存在或已删除')
    if (block.manufacturer !== undefined && !known.has(`brands:${block.manufacturer}`)) return say('manufacturer', '品牌不存在或已删除')
    if (block.promotion !== undefined && !known.has(`promotions:${block.promotion}`)) return say('promotion', '活动不存在或已删除')
    if (block.type === 'promotion' && block.ids?.some((id) => !known.has(`promotions:${id}`))) return say('ids', '活动不存在或已删除')
    if (block.type === 'coupons' && block.ids?.some((id) => !known.has(`coupons:${id}`))) return say('ids', '优惠券不存在或已删除')
    return []
  })
  if (errors.length > 0) throw fieldErrors(errors)
}

/** Saved as the next state. What a seed wrote becomes the first of them, so that it can be had again. */
async function saveNext(connection: Connection, kept: KeptPage, texts: PageTexts, by: string, now: Date): Promise<void> {
  const isFirst = kept.version === 0
  if (isFirst) await insertPageVersion(connection, kept.id, 1, kept, '', now)
  const version = Math.max(kept.version, 1) + 1
  await insertPageVersion(connection, kept.id, version, texts, by, now)
  const { status, dueVersion, dueAt } = kept
  const shownVersion = isFirst && status === 'published' ? 1 : kept.shownVersion
  await markPage(connection, kept.id, { status, version, shownVersion, dueVersion, dueAt }, status === 'draft' ? texts : null)
}

const wordsOf = (texts: PageTexts): Record<string, string> => {
  const { blocks, ...said } = textsWire(texts)
  return { ...said, blocks: JSON.stringify(blocks) }
}

async function refuseChanged(connection: Connection, kept: KeptPage, version: number): Promise<void> {
  if (kept.version === version) return
  const theirs = wordsOf(await latestTexts(connection, kept))
  throw changedMeanwhile(
    kept.version,
    Object.entries(theirs).map(([field, value]) => ({ field, theirs: value })),
  )
}

export async function savePage(
  database: DatabaseHandle,
  staff: StaffActor,
  { id, version, kind, code: typedCode, ...typed }: BodyOf<typeof staffPageSave>,
  now: Date,
): Promise<FrontPageRecordWire> {
  const code = typedCode.trim()
  const texts = tidiedTexts(typed)
  const errors = pageProblems(texts)
  if (errors.length > 0) throw fieldErrors(errors)
  return transact(database.db, async (trx) => {
    const kept = id === 0 ? null : await settled(trx, id, now)
    if (kept !== null) await refuseChanged(trx, kept, version)
    if (kept === null && !PAGE_CODE.test(code))
      throw fieldErrors([{ field: 'code', message: '地址以小写字母开头，2 至 40 个，只用小写字母、数字和 -' }])
    if (kept !== null && (kept.code !== code || kept.kind !== kind))
      throw fieldErrors([{ field: 'code', message: '页面的地址和种类不改：别处的链接会断' }])
    if (kept === null && (await pageOfCode(trx, code)) !== null) throw fieldErrors([{ field: 'code', message: '已有页面用这个地址' }])
    await refuseUnknown(database, trx, texts)
    await claimPictures(trx, [texts.image, ...texts.blocks.map(({ image = '' }) => image)], 'blocks')
    const saved = kept?.id ?? (await insertPage(trx, kind, code, texts))
    if (kept === null) {
      await insertPageVersion(trx, saved, 1, texts, staff.name, now)
      await markPage(trx, saved, { status: 'draft', version: 1, shownVersion: 0, dueVersion: null, dueAt: null }, null)
    } else await saveNext(trx, kept, texts, staff.name, now)
    const before = kept && wordsOf(await latestTexts(trx, kept))
    await writeAudit(
      trx,
      staff,
      { action: 'zone_page.save', subject: `zone_page:${saved}`, before, after: { ...wordsOf(texts), code } },
      now,
    )
    return recordOn(trx, saved, now)
  })
}

type Command = ParamsOf<typeof staffPageCommand>['command']

/** Now, or at the moment that is named. */
async function publish(connection: Connection, kept: KeptPage, at: string, now: Date): Promise<void> {
  if (kept.version === 0 || (kept.status === 'published' && kept.version === kept.shownVersion)) throw conflict('显示的已经是最新的版本')
  const texts = await pageVersion(connection, kept.id, kept.version)
  if (texts === null) throw notFound('专题页')
  if (texts.blocks.length === 0) throw conflict('页面还没有内容，先加一块再发布')
  const { status, version, shownVersion } = kept
  if (at === '')
    return markPage(connection, kept.id, { status: 'published', version, shownVersion: version, dueVersion: null, dueAt: null }, texts)
  const dueAt = new Date(at)
  if (Number.isNaN(dueAt.getTime()) || dueAt <= now) throw fieldErrors([{ field: 'at', message: '定时要晚于现在' }])
  return markPage(connection, kept.id, { status, version, shownVersion, dueVersion: version, dueAt }, null)
}

async function withdraw(connection: Connection, kept: KeptPage, reason: string): Promise<void> {
  if (reason.trim().length < 2) throw fieldErrors([{ field: 'reason', message: '请写明理由（至少 2 个字）' }])
  if (kept.status !== 'published') throw conflict('这个页面没有发布')
  // What a seed wrote is kept as well, else nobody could publish it again.
  if (kept.version === 0) throw conflict('请先保存一次，再撤下')
  const { version, shownVersion } = kept
  await markPage(connection, kept.id, { status: 'draft', version, shownVersion, dueVersion: null, dueAt: null }, null)
}

async function unschedule(connection: Connection, kept: KeptPage): Promise<void> {
  if (kept.dueVersion === null) throw conflict('没有定时发布')
  const { status, version, shownVersion } = kept
  await markPage(connection, kept.id, { status, version, shownVersion, dueVersion: null, dueAt: null }, null)
}

async function restore(connection: Connection, kept: KeptPage, restored: number | undefined, by: string, now: Date): Promise<void> {
  const former = restored === undefined ? null : await pageVersion(connection, kept.id, restored)
  if (former === null) throw fieldErrors([{ field: 'restored', message: '没有这个版本' }])
  await saveNext(connection, kept, former, by, now)
}

const marks = ({ status, version, shownVersion, dueVersion, dueAt }: KeptPage) => ({
  status,
  version,
  shown: shownVersion,
  due_version: dueVersion,
  due_at: dueAt?.toISOString() ?? null,
})

export async function commandPage(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { id, command }: { id: number; command: Command },
  { at = '', reason = '', restored, version }: BodyOf<typeof staffPageCommand>,
  now: Date,
): Promise<FrontPageRecordWire> {
  return transact(db, async (trx) => {
    const kept = await settled(trx, id, now)
    await refuseChanged(trx, kept, version)
    if (command === 'publish') await publish(trx, kept, at, now)
    else if (command === 'withdraw') await withdraw(trx, kept, reason)
    else if (command === 'unschedule') await unschedule(trx, kept)
    else await restore(trx, kept, restored, staff.name, now)
    const next = await settled(trx, id, now)
    const after = { ...marks(next), ...(restored !== undefined && { restored }), ...(reason !== '' && { reason }) }
    const action = command === 'publish' && at !== '' ? ('zone_page.schedule' as const) : (`zone_page.${command}` as const)
    await writeAudit(trx, staff, { action, subject: `zone_page:${id}`, before: marks(kept), after }, now)
    return recordOn(trx, id, now)
  })
}

/** A page of the shop that shows this version as it will be then. */
export async function previewPage(
  database: DatabaseHandle,
  id: number,
  { version, at = '' }: QueryOf<typeof staffPagePreview>,
  now: Date,
): Promise<{ url: string }> {
  const kept = await transact(database.db, (trx) => settled(trx, id, now))
  if ((await pageVersion(database.db, id, version)) === null) throw notFound('这个版本')
  const moment = at === '' ? now : new Date(at)
  if (Number.isNaN(moment.getTime())) throw fieldErrors([{ field: 'at', message: '没有这样的时间' }])
  const word = await previewWord(database, { page: id, version, at: moment.getTime() }, now)
  const url = pageUrl(kept)
  return { url: `${url}${url.includes('?') ? '&' : '?'}preview=${word}` }
}
