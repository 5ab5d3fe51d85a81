import type { BodyOf, DataOf } from '#contract/call.ts'
import type { SegmentWire, staffSegmentAdd, staffSegmentLook, staffSegmentSave, staffSegments } from '#contract/segments.ts'
import { yuan } from '#domain/money.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { plainLike } from '../../../platform/like.ts'
import { requireVisible } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { categoriesOf, type Facts, factsIn, factsText, factsWire, goodsOf, readFacts } from './facts.ts'
import { deleteSegment, insertSegment, isNameTaken, type SegmentRow, segmentById, segmentPage, writeSegment } from './segment-store.ts'
import { countSegment, factNames, someOfSegment } from './segment-views.ts'

type Database = Pick<DatabaseHandle, 'db'>

const seesAmounts = ({ staff }: Pick<Viewer, 'staff'>): boolean => staff?.permissions.has('orders.prices') ?? false

/** Amounts could be found out by trying. */
function requireAmounts(facts: Facts, viewer: Pick<Viewer, 'staff'>): void {
  if (facts.amount !== null && !seesAmounts(viewer))
    throw fieldErrors([{ field: 'facts.amount_from', message: '您的岗位不能查看订单金额，不能按订货额分群' }])
}

const SOME = 20

export async function lookAtSegment({ db }: Database, viewer: Viewer, text: string, now: Date): Promise<DataOf<typeof staffSegmentLook>> {
  const facts = factsIn(text)
  requireAmounts(facts, viewer)
  const [{ companies, isCapped }, rows, names] = await Promise.all([
    countSegment(db, facts, now),
    someOfSegment(db, facts, SOME, now),
    factNames(db, [facts]),
  ])
  return {
    text: factsText(facts, names),
    companies,
    is_capped: isCapped ? 1 : 0,
    some: rows.map(({ lastOrderAt, amount, ...row }) => ({
      ...row,
      last_order_at: lastOrderAt?.toISOString() ?? null,
      amount_90d: seesAmounts(viewer) ? yuan(amount) : null,
    })),
  }
}

const headWire = ({ id, name, updatedBy, updatedAt }: SegmentRow, text: string) => ({
  id,
  name,
  text,
  updated_by: updatedBy,
  updated_at: updatedAt.toISOString(),
})

export async function segmentsPage(
  { db }: Database,
  { keywords, page, perPage }: { keywords: string; page: number; perPage: number },
): Promise<DataOf<typeof staffSegments>> {
  const { rows, total } = await segmentPage(db, `%${plainLike(keywords.trim())}%`, (page - 1) * perPage, perPage)
  const names = await factNames(
    db,
    rows.map(({ facts }) => facts),
  )
  return { list: rows.map((row) => headWire(row, factsText(row.facts, names))), total, page, per_page: perPage }
}

export async function segmentOf(connection: Connection, id: number): Promise<SegmentWire> {
  const row = await segmentById(connection, id)
  if (row === null) throw notFound('客群')
  const names = await factNames(connection, [row.facts])
  const named = (of: ReadonlyMap<number, string>) => [...of].map(([known, name]) => ({ id: known, name }))
  return {
    ...headWire(row, factsText(row.facts, names)),
    version: row.version,
    facts: factsWire(row.facts),
    names: { goods: named(names.goods), categories: named(names.categories) },
  }
}

/** What a segment asks for, for whoever lists its companies; null: there is none. */
export const segmentFacts = async (connection: Connection, id: number): Promise<Facts | null> =>
  (await segmentById(connection, id))?.facts ?? null

async function saidOf(connection: Connection, name: string, facts: Facts): Promise<{ name: string; facts: string }> {
  return { name, facts: factsText(facts, await factNames(connection, [facts])) }
}

async function readSegment(
  trx: Connection,
  viewer: Viewer,
  { name, facts: typed }: BodyOf<typeof staffSegmentAdd>,
): Promise<{ name: string; facts: Facts }> {
  const called = name.trim().replace(/\s+/g, ' ')
  if (called === '') throw fieldErrors([{ field: 'name', message: '请填写客群名称' }])
  requireVisible({ name: called })
  const facts = readFacts(typed)
  requireAmounts(facts, viewer)
  const known = await factNames(trx, [facts])
  const errors: FieldError[] = []
  if (goodsOf([facts]).some((id) => !known.goods.has(id))) errors.push({ field: 'facts.goods', message: '条件里有商品已不存在' })
  if (categoriesOf([facts]).some((id) => !known.categories.has(id)))
    errors.push({ field: 'facts.categories', message: '条件里有分类已不存在' })
  if (errors.length > 0) throw fieldErrors(errors)
  return { name: called, facts }
}

const taken = () => fieldErrors([{ field: 'name', message: '已有同名的客群' }])

export async function addSegment({ db }: Database, viewer: Viewer, body: BodyOf<typeof staffSegmentAdd>, now: Date): Promise<SegmentWire> {
  return transact(db, async (trx) => {
    const { name, facts } = await readSegment(trx, viewer, body)
    const id = await insertSegment(trx, name, facts, viewer.name, now)
    if (id === null) throw taken()
    const after = await saidOf(trx, name, facts)
    await writeAudit(trx, viewer, { action: 'segment.add', subject: `segment:${id}`, before: null, after }, now)
    return segmentOf(trx, id)
  })
}

async function openSegment(trx: Connection, id: number, version: number): Promise<SegmentRow> {
  const row = await segmentById(trx, id, true)
  if (row === null) throw notFound('客群')
  if (row.version === version) return row
  const said = await saidOf(trx, row.name, row.facts)
  throw changedMeanwhile(
    row.version,
    Object.entries(said).map(([field, theirs]) => ({ field, theirs })),
  )
}

export async function saveSegment(
  { db }: Database,
  viewer: Viewer,
  id: number,
  { version, ...body }: BodyOf<typeof staffSegmentSave>,
  now: Date,
): Promise<SegmentWire> {
  return transact(db, async (trx) => {
    const row = await openSegment(trx, id, version)
    const { name, facts } = await readSegment(trx, viewer, body)
    if (await isNameTaken(trx, name, id)) throw taken()
    const [before, after] = [await saidOf(trx, row.name, row.facts), await saidOf(trx, name, facts)]
    await writeSegment(trx, id, name, facts, viewer.name, now)
    await writeAudit(trx, viewer, { action: 'segment.change', subject: `segment:${id}`, before, after }, now)
    return segmentOf(trx, id)
  })
}

export async function removeSegment({ db }: Database, staff: StaffActor, id: number, version: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const row = await openSegment(trx, id, version)
    await deleteSegment(trx, id)
    const before = await saidOf(trx, row.name, row.facts)
    await writeAudit(trx, staff, { action: 'segment.remove', subject: `segment:${id}`, before, after: null }, now)
  })
}
