import type { BodyOf } from '#contract/call.ts'
import { SUPPLIER_KINDS } from '#contract/constants.ts'
import type { SupplierRowWire, SupplierWire, staffSupplierAdd, staffSupplierPaper, staffSupplierSave } from '#contract/upstream.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { isCreditCode } from '#domain/identifiers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { paperProblems } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { courseOf, isOpen, standingWire } from './course.ts'
import { approvalsOf } from './course-store.ts'
import { isScope, scopeNames } from './facts.ts'
import { filePaper } from './papers.ts'
import { askFirstTrade } from './steps.ts'
import {
  findSupplier,
  insertSupplier,
  lockSupplier,
  type SupplierFields,
  type SupplierListed,
  twinOf,
  writeSupplier,
} from './supplier-store.ts'

export const supplierRowWire = (row: SupplierListed, today: TradeDate): SupplierRowWire => ({
  id: row.id,
  name: row.name,
  credit_code: row.credit_code,
  kind: row.kind,
  kind_name: SUPPLIER_KINDS[row.kind],
  licence_no: row.licenceNo,
  licence_until: row.licenceUntil,
  salesman: row.salesman,
  mandate_until: row.mandateUntil,
  agreement_until: row.agreementUntil,
  contact: row.contact,
  phone: row.phone,
  ...standingWire(row, today),
})

export async function supplierOf(connection: Connection, staff: StaffActor, id: number, now: Date): Promise<SupplierWire> {
  const today = beijingDate(now)
  const row = await findSupplier(connection, id, today)
  if (row === null) throw notFound('供货单位')
  const { scopes, legal_person, address, quality_person, quality_phone, bank, bank_account, mandate_range, version } = row
  const own = { scopes, legal_person, address, quality_person, quality_phone, bank, bank_account, mandate_range, version }
  const course = await courseOf(connection, { supplierId: id }, { lacks: lacksOf(row), accountId: staff.accountId }, now)
  return { ...supplierRowWire(row, today), ...own, scope_names: scopeNames(scopes), ...course }
}

/** What it lacks besides papers before purchasing can apply. */
const lacksOf = (row: Pick<SupplierFields, 'quality_person' | 'bank' | 'bank_account' | 'contact'>): string[] =>
  (
    [
      ['质量负责人', row.quality_person],
      ['开户银行', row.bank],
      ['银行账号', row.bank_account],
      ['联系人', row.contact],
    ] as const
  ).flatMap(([name, value]) => (value === '' ? [`缺${name}`] : []))

/** As it will be kept; throws field errors. */
function fieldsOf(body: BodyOf<typeof staffSupplierAdd>): SupplierFields {
  const fields: SupplierFields = {
    name: body.name.trim(),
    credit_code: body.credit_code.trim().toUpperCase(),
    kind: body.kind,
    scopes: [...body.scopes].sort(),
    legal_person: body.legal_person.trim(),
    address: body.address.trim(),
    quality_person: body.quality_person.trim(),
    quality_phone: body.quality_phone.trim(),
    bank: body.bank.trim(),
    bank_account: body.bank_account.trim(),
    contact: body.contact.trim(),
    phone: body.phone.trim(),
    mandate_range: body.mandate_range.trim(),
  }
  const { scopes: _scopes, kind: _kind, ...texts } = fields
  const faults: FieldError[] = paperProblems(texts)
  if (fields.name === '') faults.push({ field: 'name', message: '请填写供货单位名称' })
  if (!isCreditCode(fields.credit_code)) faults.push({ field: 'credit_code', message: '统一社会信用代码应为 18 位，且校验位相符' })
  if (fields.scopes.length === 0) faults.push({ field: 'scopes', message: '请选择许可证上的范围' })
  if (fields.scopes.some((code) => !isScope(code))) faults.push({ field: 'scopes', message: '没有这个经营范围' })
  if (faults.length > 0) throw fieldErrors(faults)
  return fields
}

const twinFault = (twin: { name: string; code: string }, fields: SupplierFields) =>
  twin.code === fields.credit_code
    ? fieldErrors([{ field: 'credit_code', message: `这个信用代码已经登记为“${twin.name}”` }])
    : fieldErrors([{ field: 'name', message: '已经有同名的供货单位' }])

export async function addSupplier(
  { db }: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffSupplierAdd>,
  now: Date,
): Promise<SupplierWire> {
  const fields = fieldsOf(body)
  return transact(db, async (trx) => {
    const twin = await twinOf(trx, fields, 0)
    if (twin !== null) throw twinFault(twin, fields)
    const id = await insertSupplier(trx, fields, staff.name, now)
    if (id === null) throw fieldErrors([{ field: 'name', message: '已经有同名或同一信用代码的供货单位' }])
    await writeAudit(trx, staff, { action: 'supplier.add', subject: `supplier:${id}`, before: null, after: fields }, now)
    return supplierOf(trx, staff, id, now)
  })
}

async function lockedForChange(trx: Connection, id: number) {
  const row = await lockSupplier(trx, id)
  if (row === null) throw notFound('供货单位')
  if ((await approvalsOf(trx, { supplierId: id })).some(isOpen)) throw conflict('首营申请正在审批，审批结束之前资料不能改')
  return row
}

const wordsOf = (value: string | readonly string[]): string => (typeof value === 'string' ? value : scopeNames(value))

export async function saveSupplier(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { version, ...body }: BodyOf<typeof staffSupplierSave>,
  now: Date,
): Promise<SupplierWire> {
  const fields = fieldsOf(body)
  return transact(db, async (trx) => {
    const row = await lockedForChange(trx, id)
    const changed = (Object.keys(fields) as (keyof SupplierFields)[]).filter((field) => String(row[field]) !== String(fields[field]))
    if (row.version !== version)
      throw changedMeanwhile(
        row.version,
        changed.map((field) => ({ field, theirs: wordsOf(row[field]) })),
      )
    if (changed.length === 0) return supplierOf(trx, staff, id, now)
    const twin = await twinOf(trx, fields, id)
    if (twin !== null) throw twinFault(twin, fields)
    // Approved was an enterprise of this name, code, kind and scope.
    const ends = row.passedUntil !== null && changed.some((field) => ['name', 'credit_code', 'kind', 'scopes'].includes(field))
    await writeSupplier(trx, id, fields, ends)
    const said = (of: SupplierFields) => Object.fromEntries(changed.map((field) => [field, wordsOf(of[field])]))
    const after = { ...said(fields), ...(ends && { first_trade: '须重新首营' }) }
    await writeAudit(trx, staff, { action: 'supplier.change', subject: `supplier:${id}`, before: said(row), after }, now)
    return supplierOf(trx, staff, id, now)
  })
}

export async function fileSupplierPaper(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffSupplierPaper>,
  now: Date,
): Promise<SupplierWire> {
  return transact(db, async (trx) => {
    await lockedForChange(trx, id)
    await filePaper(trx, staff, { supplierId: id }, body, now)
    return supplierOf(trx, staff, id, now)
  })
}

export async function applyForSupplier(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  words: string,
  now: Date,
): Promise<SupplierWire> {
  return transact(db, async (trx) => {
    const row = await lockedForChange(trx, id)
    const lacks = lacksOf(row)
    await askFirstTrade(trx, staff, { supplierId: id }, { words: words.trim(), lacks }, now)
    return supplierOf(trx, staff, id, now)
  })
}
