import type { BodyOf, DataOf } from '#contract/call.ts'
import { SHELF_NAMES } from '#contract/constants.ts'
import type {
  GoodsFactsWire,
  GoodsRecordWire,
  ShelfState,
  staffGoodsAdd,
  staffGoodsLots,
  staffGoodsPictures,
  staffGoodsSave,
  staffGoodsShelf,
} from '#contract/goods-desk.ts'
import { SCOPES } from '#domain/scopes.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { insertFirstGoods, isAnotherGoods } from '../../papers/upstream/public.ts'
import { claimFiles } from '../../who/files/public.ts'
import { hangGoods } from '../categories/public.ts'
import { ensureScopes } from '../import/public.ts'
import { judgeAgain, lockJudgements } from '../law/public.ts'
import { makerIdOf } from '../manufacturers/public.ts'
import { fileOfImage, goodsImage, smallImage } from '../pictures/public.ts'
import { saveBaseIn } from '../prices/public.ts'
import { refuseNewLows } from '../promotions/public.ts'
import { nameKeys } from '../zones/public.ts'
import { CLASSES, differences, easedOf, formOf, isAsItWas, KINDS, readForm, wordsOf } from './form.ts'
import { ANOTHER } from './said.ts'
import {
  insertGoods,
  moveOn,
  putOnShelf,
  type RecordRow,
  readRecord,
  takeOffShelf,
  writeGoods,
  writeImages,
  writeLetters,
} from './store.ts'
import { figuresOf, stockOf } from './views.ts'

/** What a new goods is off the shelf for, until somebody puts it there. */
export const NEW = '新建，尚未上架'

export function stateOf(row: RecordRow): ShelfState {
  if (row.stopped) return 'stopped'
  if (row.law_verdict === 'barred') return 'barred'
  if (row.law_verdict !== 'lawful') return 'waiting'
  return row.on_shelf ? 'on' : 'off'
}

async function wireOf(connection: Connection, row: RecordRow): Promise<GoodsRecordWire> {
  const stock = await stockOf(connection, row.id)
  const { available, papers } = await figuresOf(connection, row.id)
  const state = stateOf(row)
  return {
    id: row.id,
    code: row.code,
    ...formOf(row),
    kind: row.kind,
    kind_name: KINDS[row.kind],
    scope_name: row.scope_name,
    class_name: CLASSES[row.drug_class],
    is_cold: row.cold_chain ? 1 : 0,
    state,
    state_name: SHELF_NAMES[state],
    wished: row.on_shelf || row.law_held || row.stopped_wish ? 1 : 0,
    lacks_first_trade: row.lacks_first_trade ? 1 : 0,
    off_shelf_reason: row.on_shelf ? '' : row.off_shelf_reason,
    stopped_reason: row.stopped_reason,
    law_reason: row.law_verdict === 'lawful' ? '' : [row.law_class, row.law_reason].filter(Boolean).join('：'),
    has_price: row.has_price ? 1 : 0,
    available,
    stock: stock.map(({ is_locked, ...batch }) => ({ ...batch, locked: is_locked ? 1 : 0 })),
    pictures: row.images.map((url) => ({ id: fileOfImage(url) ?? 0, url, small: smallImage(url) })),
    papers,
    version: row.version,
  }
}

export async function recordOf(connection: Connection, id: number): Promise<GoodsRecordWire> {
  const row = await readRecord(connection, id)
  if (row === null) throw notFound('商品')
  return wireOf(connection, row)
}

/** Judged anew with all that stands in its row now, by the one judgement that the import and the nightly run use. */
async function judged(trx: Connection, staff: StaffActor, id: number, now: Date, eased = ''): Promise<RecordRow> {
  await judgeAgain(trx, staff, [id], now, eased)
  const row = await readRecord(trx, id)
  if (row === null) throw notFound('商品')
  return row
}

const lawOf = (row: RecordRow): string => [row.law_class, row.law_reason].filter(Boolean).join('：')

export async function addGoods(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { code, price = '', categories = [], instructions = [], ...typed }: BodyOf<typeof staffGoodsAdd>,
  now: Date,
): Promise<GoodsRecordWire> {
  const body = { ...typed, categories, instructions }
  return transact(db, async (trx) => {
    await lockJudgements(trx)
    await ensureScopes(trx, SCOPES)
    const read = await readForm(trx, code, body, null)
    const manufacturer_id = await makerIdOf(trx, read.manufacturer)
    const shelf = { on_shelf: false, off_shelf_reason: NEW, listed_at: now, updated_at: now }
    const id = await insertGoods(trx, { ...read.change, code: read.code, manufacturer_id, ...shelf })
    if (id === null) throw fieldErrors([{ field: 'code', message: `商品编码 ${read.code} 已经有了` }])
    await insertFirstGoods(trx, id, now)
    await hangGoods(trx, id, read.categories)
    const row = await judged(trx, staff, id, now)
    // As in a file: what the law bars does not come in at all.
    if (row.law_verdict === 'barred') throw fieldErrors([{ field: 'name', message: `依法不得在网上销售，不能建档。${lawOf(row)}` }])
    await writeLetters(trx, [{ id, name: row.name, initials: nameKeys(row.name).initials }])
    const after = { code: row.code, ...formOf(row), instructions: row.instructions.length, state: stateOf(row) }
    await writeAudit(trx, staff, { action: 'goods.add', subject: `goods:${id}`, before: null, after }, now)
    if (price.trim() !== '') await saveBaseIn(trx, staff, id, { price, reason: '新建商品', version: null }, now)
    return recordOf(trx, id)
  })
}

async function lockedRecord(trx: Connection, id: number): Promise<RecordRow> {
  const row = await readRecord(trx, id, true)
  if (row === null) throw notFound('商品')
  return row
}

export async function saveGoods(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { version, bar, categories = [], instructions = [], ...typed }: BodyOf<typeof staffGoodsSave>,
  now: Date,
): Promise<GoodsRecordWire> {
  const body = { ...typed, categories, instructions }
  return transact(db, async (trx) => {
    await lockJudgements(trx)
    await ensureScopes(trx, SCOPES)
    const row = await lockedRecord(trx, id)
    const before = formOf(row)
    if (row.version !== version) {
      const others = differences(before, body)
      throw changedMeanwhile(
        row.version,
        others.map((field) => ({ field, theirs: wordsOf(field, before[field], row) })),
      )
    }
    const read = await readForm(trx, row.code, body, row)
    if (isAsItWas(read, row)) return wireOf(trx, row)
    const isAnother = await isAnotherGoods(trx, id, row, { ...row, ...read.change, manufacturer: read.manufacturer }, now)
    const manufacturer_id = await makerIdOf(trx, read.manufacturer)
    await refuseNewLows(trx, [id], now, async () => {
      await writeGoods(trx, id, { ...read.change, manufacturer_id, updated_at: now })
      await hangGoods(trx, id, read.categories)
    })
    if (isAnother) await takeOffShelf(trx, id, ANOTHER, now)
    // Of a goods that has not passed, quality reads its class before it is sold.
    const eased = isAnother || row.lacks_first_trade ? '' : easedOf(row, read.change)
    const saved = await judged(trx, staff, id, now, eased)
    if (saved.law_verdict === 'barred' && row.law_verdict !== 'barred' && bar !== 1)
      throw conflict(`按这些资料，商品依法不得在网上销售：${lawOf(saved)}。保存后随即下架`, { reason: 'LAW_BARRED' })
    const after = formOf(saved)
    const fields = differences(before, after)
    if (fields.includes('categories')) await moveOn(trx, id)
    if (saved.name !== row.name) await writeLetters(trx, [{ id, name: saved.name, initials: nameKeys(saved.name).initials }])
    const said = (form: typeof before, of: RecordRow) =>
      Object.fromEntries(fields.map((field) => [field, field === 'instructions' ? form.instructions : wordsOf(field, form[field], of)]))
    const renewed = isAnother && { first_trade: '须重新首营' }
    const entry = {
      action: 'goods.change' as const,
      subject: `goods:${id}`,
      before: said(before, row),
      after: { ...said(after, saved), ...renewed },
    }
    await writeAudit(trx, staff, entry, now)
    return recordOf(trx, id)
  })
}

/** Cells of the list: what nothing is judged by. */
export async function saveLots(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { version, ...lots }: BodyOf<typeof staffGoodsLots>,
  now: Date,
): Promise<{ version: number }> {
  return transact(db, async (trx) => {
    const row = await lockedRecord(trx, id)
    const { min_number, mid_pack, splittable } = formOf(row)
    const before = { min_number, mid_pack, splittable }
    if (row.version !== version)
      throw changedMeanwhile(
        row.version,
        Object.entries(before).map(([field, theirs]) => ({ field, theirs: wordsOf(field, theirs) })),
      )
    if (row.case_pack % lots.mid_pack !== 0)
      throw fieldErrors([{ field: 'mid_pack', message: `件装量 ${row.case_pack} 不是它的整数倍，请到商品资料里一起改` }])
    await writeGoods(trx, id, { ...lots, splittable: lots.splittable === 1, updated_at: now })
    await writeAudit(trx, staff, { action: 'goods.lots', subject: `goods:${id}`, before, after: lots }, now)
    return { version: (await lockedRecord(trx, id)).version }
  })
}

/** A wish: the stop list decides whether it comes on the shelf, and a stop of quality stays. */
export async function shelve(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  command: 'on' | 'off',
  reason: string,
  now: Date,
): Promise<DataOf<typeof staffGoodsShelf>> {
  return transact(db, async (trx) => {
    await lockJudgements(trx)
    const row = await lockedRecord(trx, id)
    if (row.stopped) throw conflict(`商品已停售（${row.stopped_reason}），由质量部门恢复后才能上下架`)
    if (command === 'on') {
      if (row.law_verdict === 'barred') throw conflict(`依法不得在网上销售，不能上架。${lawOf(row)}`)
      if (!row.has_price) throw conflict('还没有基准价，定价后才能上架')
      if (row.lacks_first_trade) throw conflict('首营品种尚未通过质量部门审批，不能上架')
      await putOnShelf(trx, id, now)
    } else await takeOffShelf(trx, id, reason.trim(), now)
    const saved = await lockedRecord(trx, id)
    const said = (of: RecordRow) => ({ on_shelf: of.on_shelf, waits_for_quality: of.law_held, off_shelf_reason: of.off_shelf_reason })
    const entry = {
      action: `goods.shelf_${command}` as const,
      subject: `goods:${id}`,
      before: said(row),
      after: { ...said(saved), reason: reason.trim() },
    }
    await writeAudit(trx, staff, entry, now)
    const state = stateOf(saved)
    return { state, state_name: SHELF_NAMES[state], off_shelf_reason: saved.on_shelf ? '' : saved.off_shelf_reason }
  })
}

/** One field of the form and nothing else, of a goods that nobody saves meanwhile: what the clerk would type into it. */
export async function changeGoods(
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  change: (form: GoodsFactsWire) => Partial<GoodsFactsWire>,
  now: Date,
): Promise<void> {
  await transact(database.db, async (trx) => {
    await lockJudgements(trx)
    const row = await lockedRecord(trx, id)
    const form = formOf(row)
    const after = { ...form, ...change(form) }
    if (differences(form, after).length === 0) throw conflict('已经是这样，不用改')
    await saveGoods({ ...database, db: trx }, staff, id, { ...after, version: row.version }, now)
  })
}

/** Files that were taken away stay with their goods: orders of before show them. */
export async function savePictures(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { pictures = [], version }: BodyOf<typeof staffGoodsPictures>,
  now: Date,
): Promise<GoodsRecordWire> {
  return transact(db, async (trx) => {
    const row = await lockedRecord(trx, id)
    if (row.version !== version) throw changedMeanwhile(row.version, [{ field: 'pictures', theirs: `${row.images.length} 张` }])
    const files = pictures.flatMap((one) => (one.id > 0 ? [one.id] : []))
    await claimFiles(trx, { companyId: null, ids: files, purpose: 'goods', subject: `goods:${id}`, field: 'pictures' })
    const urls = pictures.map((one) => (one.id > 0 ? goodsImage(one.id) : one.url))
    const unknown = pictures.some((one) => one.id === 0 && !row.images.includes(one.url))
    if (unknown || new Set(urls).size < urls.length) throw fieldErrors([{ field: 'pictures', message: '图片刚刚变了，请刷新后再改' }])
    await writeImages(trx, id, urls)
    await moveOn(trx, id)
    const entry = { action: 'goods.pictures' as const, subject: `goods:${id}`, before: { pictures: row.images }, after: { pictures: urls } }
    await writeAudit(trx, staff, entry, now)
    return recordOf(trx, id)
  })
}
