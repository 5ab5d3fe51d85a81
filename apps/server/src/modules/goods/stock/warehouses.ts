import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffWarehouseAdd, staffWarehouseSave, staffWarehouses } from '#contract/warehouse.ts'
import { isPhone } from '#domain/identifiers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { paperProblems } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { provinceNames } from '../../who/regions/public.ts'
import {
  holdWarehouse,
  insertWarehouse,
  keptOpenBy,
  lockWarehouse,
  setWarehouse,
  takenBy,
  type WarehouseFields,
  type WarehouseRow,
  warehouseList,
} from './warehouse-store.ts'

export async function warehousesOf({ db }: DatabaseHandle): Promise<DataOf<typeof staffWarehouses>> {
  const rows = await warehouseList(db)
  return {
    list: rows.map(({ isActive, openOrders, ...row }) => ({ ...row, is_active: isActive ? 1 : 0, open_orders: openOrders })),
    provinces: provinceNames(),
    // Nobody has so many that they stand on several pages.
    total: rows.length,
    page: 1,
    per_page: rows.length,
  }
}

const CODE = /^[A-Za-z0-9_-]{1,20}$/

function fieldsOf(typed: Pick<BodyOf<typeof staffWarehouseAdd>, keyof WarehouseFields>): WarehouseFields {
  const { name, province, address, contact, phone, sort } = typed
  return { name: name.trim(), province, address: address.trim(), contact: contact.trim(), phone: phone.trim(), sort }
}

/** Its name and address stand on papers that go with the goods. */
async function check(connection: Connection, code: string | null, given: WarehouseFields, except: number | null): Promise<void> {
  const errors: FieldError[] = []
  const say = (field: string, message: string) => errors.push({ field, message })
  if (code !== null && !CODE.test(code)) say('code', '仓库编码用字母、数字、- 或 _，不超过 20 个')
  if (given.name === '') say('name', '请填写仓库名称')
  if (given.province !== '' && !provinceNames().includes(given.province)) say('province', '请选择省份')
  if (given.phone !== '' && !isPhone(given.phone)) say('phone', '电话号码不对')
  errors.push(...paperProblems({ name: given.name, address: given.address, contact: given.contact }))
  const taken = await takenBy(connection, { code: code ?? '', name: given.name }, except)
  if (code !== null && taken.code) say('code', '已有这个编码的仓库')
  if (given.name !== '' && taken.name) say('name', '已有这个名称的仓库')
  if (errors.length > 0) throw fieldErrors(errors)
}

export async function addWarehouse(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { code: typed, ...body }: BodyOf<typeof staffWarehouseAdd>,
  now: Date,
): Promise<number> {
  const code = typed.trim()
  const given = fieldsOf(body)
  return transact(db, async (trx) => {
    await check(trx, code, given, null)
    const id = await insertWarehouse(trx, code, given)
    if (id === null) throw fieldErrors([{ field: 'code', message: '已有这个编码的仓库' }])
    await writeAudit(trx, staff, { action: 'warehouse.add', subject: `warehouse:${id}`, before: null, after: { code, ...given } }, now)
    return id
  })
}

const saidOf = ({ name, province, address, contact, phone, sort, isActive }: WarehouseRow) => ({
  name,
  province,
  address,
  contact,
  phone,
  sort,
  is_active: isActive ? 1 : 0,
})

export async function saveWarehouse(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { version, is_active: wished, ...body }: BodyOf<typeof staffWarehouseSave>,
  now: Date,
): Promise<number> {
  const given = { ...fieldsOf(body), isActive: wished === 1 }
  return transact(db, async (trx) => {
    const row = await lockWarehouse(trx, id)
    if (row === null) throw notFound('仓库')
    const before = saidOf(row)
    if (row.version !== version)
      throw changedMeanwhile(
        row.version,
        Object.entries(before).map(([field, theirs]) => ({ field, theirs: String(theirs) })),
      )
    await check(trx, null, given, id)
    if (row.isActive && !given.isActive) {
      const kept = await keptOpenBy(trx, id)
      if (kept !== '') throw conflict(`${row.name}还不能停用：${kept}`)
    }
    const saved = await setWarehouse(trx, id, given)
    const after = saidOf({ ...row, ...given })
    await writeAudit(trx, staff, { action: 'warehouse.save', subject: `warehouse:${id}`, before, after }, now)
    return saved
  })
}

/** The warehouse into which something goes, kept open until the deed is done. */
export async function openWarehouse(connection: Connection, id: number, field: string): Promise<WarehouseRow> {
  const row = await holdWarehouse(connection, id)
  if (row === null) throw fieldErrors([{ field, message: '没有这个仓库' }])
  if (!row.isActive) throw fieldErrors([{ field, message: `${row.name}已停用` }])
  return row
}
