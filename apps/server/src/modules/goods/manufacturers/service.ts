import type { BodyOf, DataOf } from '#contract/call.ts'
import type {
  ManufacturerWire,
  staffManufacturerAdd,
  staffManufacturerMerge,
  staffManufacturerSave,
  staffManufacturers,
} from '#contract/manufacturers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { refuseOpenTrade } from '../../papers/upstream/public.ts'
import { judgeAgain, lockJudgements } from '../law/public.ts'
import { refuseNewLows } from '../promotions/public.ts'
import { deleteMaker, goodsOf, handGoods, insertMaker, lockMakers, type MakerFields, makerNamed, writeMaker } from './store.ts'
import { type MakerListRow, makerById, makerPage, namersOf } from './views.ts'

const wireOf = ({ is_brand, ...row }: MakerListRow): ManufacturerWire => ({ ...row, is_brand: is_brand ? 1 : 0 })

async function makerOf(connection: Connection, id: number): Promise<ManufacturerWire> {
  const row = await makerById(connection, id)
  if (row === null) throw notFound('生产企业')
  return wireOf(row)
}

export async function makersOf(
  { db }: DatabaseHandle,
  { keywords, brand, page, perPage }: { keywords: string; brand: boolean | null; page: number; perPage: number },
): Promise<DataOf<typeof staffManufacturers>> {
  const { rows, total } = await makerPage(db, { keywords, brand }, (page - 1) * perPage, perPage)
  return { list: rows.map(wireOf), total, page, per_page: perPage }
}

const wrongName = (message: string) => fieldErrors([{ field: 'name', message }])
const TWIN = (name: string) => wrongName(`已经有“${name}”，可以把两家合并`)

function fieldsOf(body: BodyOf<typeof staffManufacturerAdd>): MakerFields {
  const name = body.name.trim().replace(/\s+/g, ' ')
  if (name === '') throw wrongName('请填写生产企业名称')
  requirePrintable({ name, short_name: body.short_name })
  return { name, short_name: body.short_name.trim(), is_brand: body.is_brand === 1, brand_intro: body.brand_intro.trim() }
}

export async function addMaker(
  { db }: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffManufacturerAdd>,
  now: Date,
): Promise<ManufacturerWire> {
  const fields = fieldsOf(body)
  return transact(db, async (trx) => {
    const id = await insertMaker(trx, fields)
    if (id === null) throw TWIN(fields.name)
    await writeAudit(trx, staff, { action: 'manufacturer.add', subject: `manufacturer:${id}`, before: null, after: fields }, now)
    return makerOf(trx, id)
  })
}

export async function saveMaker(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { version, ...body }: BodyOf<typeof staffManufacturerSave>,
  now: Date,
): Promise<ManufacturerWire> {
  const fields = fieldsOf(body)
  return transact(db, async (trx) => {
    await lockJudgements(trx)
    const [row] = await lockMakers(trx, [id])
    if (row === undefined) throw notFound('生产企业')
    const { version: stands, id: _id, ...before } = row
    if (stands !== version)
      throw changedMeanwhile(
        stands,
        Object.entries(before).map(([field, theirs]) => ({ field, theirs: typeof theirs === 'boolean' ? (theirs ? '是' : '否') : theirs })),
      )
    const twin = await makerNamed(trx, fields.name)
    if (twin !== null && twin !== id) throw TWIN(fields.name)
    await writeMaker(trx, id, fields)
    // Goods are judged by who makes them too.
    if (fields.name !== before.name) {
      const goods = await goodsOf(trx, id)
      await refuseOpenTrade(trx, goods)
      await judgeAgain(trx, staff, goods, now)
    }
    await writeAudit(trx, staff, { action: 'manufacturer.change', subject: `manufacturer:${id}`, before, after: fields }, now)
    return makerOf(trx, id)
  })
}

export async function mergeMaker(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { into, reason }: BodyOf<typeof staffManufacturerMerge>,
  now: Date,
): Promise<{ moved: number; barred: number }> {
  if (into === id) throw fieldErrors([{ field: 'into', message: '请选择另一家生产企业' }])
  return transact(db, async (trx) => {
    await lockJudgements(trx)
    const rows = await lockMakers(trx, [id, into])
    const [from, to] = [rows.find((one) => one.id === id), rows.find((one) => one.id === into)]
    if (from === undefined) throw notFound('生产企业')
    if (to === undefined) throw fieldErrors([{ field: 'into', message: '要并入的生产企业不存在或已合并' }])
    const names = await namersOf(trx, id, now)
    if (names.length > 0) throw conflict(`活动、优惠券、专区或优益惠正在用“${from.name}”：${names.join('、')}，先改它们的范围`)
    const goods = await goodsOf(trx, id)
    await refuseOpenTrade(trx, goods)
    await refuseNewLows(trx, goods, now, () => handGoods(trx, id, into, now))
    const barred = await judgeAgain(trx, staff, goods, now)
    await deleteMaker(trx, id)
    const entry = {
      action: 'manufacturer.merge' as const,
      subject: `manufacturer:${id}`,
      before: { name: from.name, goods: goods.length },
      after: { merged_into: to.name, id: into, reason: reason.trim() },
    }
    await writeAudit(trx, staff, entry, now)
    return { moved: goods.length, barred }
  })
}
