import type { AddressBodyWire, AddressListWire, AddressReview } from '#contract/user.ts'
import { cleaned } from '#domain/paper-text.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { requirePrintable } from '../../../../platform/paper-fields.ts'
import { transact } from '../../../../platform/transact.ts'
import { regionProblem } from '../../regions/public.ts'
import {
  ADDRESSES_MAX,
  type AddressFields,
  type AddressRow,
  countAddresses,
  deleteAddress,
  findAddress,
  insertAddress,
  listAddresses,
  lockCompany,
  setDefault,
  updateAddress,
} from './address-store.ts'

export async function addressesOf({ db }: DatabaseHandle, companyId: number): Promise<AddressListWire> {
  const rows = await listAddresses(db, companyId)
  return { list: rows.map(addressWire) }
}

export const REVIEW_NAMES: Readonly<Record<AddressReview, string>> = {
  licence: '许可证地址',
  passed: '审核通过',
  waiting: '待审核',
  rejected: '未通过',
}

/** The licensed premises are known by the licence; of every other place the review is told. */
export function addressWire<Row extends { is_default: boolean; is_licence: boolean; review: string }>(row: Row) {
  const review: AddressReview = row.is_licence ? 'licence' : (row.review as AddressReview)
  return { ...row, is_default: Number(row.is_default), is_licence: Number(row.is_licence), review, review_name: REVIEW_NAMES[review] }
}

/** As it is kept, and a place that exists. */
function fieldsFrom({ is_default: _, ...body }: AddressBodyWire): AddressFields {
  const fields = {
    receiver: cleaned(body.receiver).trim(),
    phone: body.phone,
    province: body.province.trim(),
    city: body.city.trim(),
    district: body.district.trim(),
    detail: cleaned(body.detail).trim(),
  }
  if (fields.receiver === '') throw fieldErrors([{ field: 'receiver', message: '请填写收货人姓名' }])
  if (fields.detail.length < 2) throw fieldErrors([{ field: 'detail', message: '请填写街道和门牌号' }])
  requirePrintable({ receiver: fields.receiver, detail: fields.detail })
  const problem = regionProblem(fields)
  if (problem) throw fieldErrors([problem])
  return fields
}

/** Changes of one company's addresses go one at a time. */
function changing({ db }: DatabaseHandle, companyId: number, change: (transaction: Connection) => Promise<void>): Promise<void> {
  return transact(db, async (transaction) => {
    await lockCompany(transaction, companyId)
    await change(transaction)
  })
}

async function known(connection: Connection, companyId: number, id: number): Promise<AddressRow> {
  const address = await findAddress(connection, companyId, id)
  if (address === null) throw notFound('收货地址')
  return address
}

export async function addAddress(database: DatabaseHandle, companyId: number, body: AddressBodyWire, now: Date): Promise<void> {
  const fields = fieldsFrom(body)
  await changing(database, companyId, async (transaction) => {
    const count = await countAddresses(transaction, companyId)
    if (count >= ADDRESSES_MAX) throw conflict(`最多保存 ${ADDRESSES_MAX} 个收货地址`)
    const id = await insertAddress(transaction, companyId, fields, now)
    if (body.is_default === 1 || count === 0) await setDefault(transaction, companyId, id)
  })
}

const PLACE = ['province', 'city', 'district', 'detail'] as const

export async function editAddress(
  database: DatabaseHandle,
  companyId: number,
  id: number,
  body: AddressBodyWire,
  now: Date,
): Promise<void> {
  await changing(database, companyId, async (transaction) => {
    const address = await known(transaction, companyId, id)
    const moved = PLACE.find((field) => body[field].trim() !== address[field])
    // Where the licence says the premises are, is changed with the licence.
    if (address.is_licence && moved) throw fieldErrors([{ field: moved, message: '许可证地址随企业资质变更，这里只能修改收货人和电话' }])
    // An old place that the table no longer knows may stay while it is not touched.
    await updateAddress(transaction, companyId, id, moved ? { ...fieldsFrom(body), ...lookedAtAnew(now) } : receiverOf(body))
    if (body.is_default === 1) await setDefault(transaction, companyId, id)
  })
}

/** Another place is another place, however it came to be. */
const lookedAtAnew = (now: Date) => ({
  review: 'waiting' as const,
  review_reason: '',
  reviewed_at: null,
  reviewed_by: '',
  changed_at: now,
})

function receiverOf(body: AddressBodyWire): Pick<AddressFields, 'receiver' | 'phone'> {
  const receiver = cleaned(body.receiver).trim()
  if (receiver === '') throw fieldErrors([{ field: 'receiver', message: '请填写收货人姓名' }])
  requirePrintable({ receiver })
  return { receiver, phone: body.phone }
}

export async function makeDefault(database: DatabaseHandle, companyId: number, id: number): Promise<void> {
  await changing(database, companyId, async (transaction) => {
    await known(transaction, companyId, id)
    await setDefault(transaction, companyId, id)
  })
}

/** Where the default goes, the first of the others takes its place. */
export async function removeAddress(database: DatabaseHandle, companyId: number, id: number): Promise<void> {
  await changing(database, companyId, async (transaction) => {
    const address = await known(transaction, companyId, id)
    if (address.is_licence) throw conflict('许可证地址不能删除')
    await deleteAddress(transaction, companyId, id)
    const [next] = address.is_default ? await listAddresses(transaction, companyId) : []
    if (next) await setDefault(transaction, companyId, next.id)
  })
}
