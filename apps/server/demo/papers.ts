import { createHash } from 'node:crypto'
import { articlesOf, contractText, termFrom } from '#domain/contracts.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { readShipment, receiptForm } from '../src/modules/buying/shipments/public.ts'
import { contractPaper, newestVersion } from '../src/modules/papers/contracts/public.ts'
import { makePaper, readSupplier } from '../src/modules/papers/documents/public.ts'
import { keepMadeFile } from '../src/modules/who/files/public.ts'
import type { Connection, DatabaseHandle } from '../src/platform/database.ts'
import { PASSED_PHARMACY } from './companies.ts'
import { demoPaymentNo } from './wallet.ts'
import { idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CLERK = '质管 郑敏'
const PDF = 'application/pdf'

/** What the demo's companies did about their papers: receipts in every state, a transfer announced, contracts signed, an invoice to be changed. */
export async function writePapers(trx: Connection, people: CompanyIds, now: Date): Promise<void> {
  const companyId = idOf(people.companies, PASSED_PHARMACY)
  const paper = await writeReceipts(trx, companyId, now)
  await writeTransfer(trx, companyId, paper, now)
  await writeSignature(
    trx,
    { companyId, accountId: idOf(people.accounts, '13900000001'), account: '13900000001' },
    ['陈溪', '企业负责人'],
    46,
    now,
  )
  const owner = { companyId: idOf(people.companies, 'KH0004'), accountId: idOf(people.accounts, '13900000004'), account: '13900000004' }
  await writeSignature(trx, owner, ['林山', '企业负责人'], 344, now)
  await writeChanges(trx, companyId)
}

/** The oldest is passed, the next rejected, the next in review, the rest owed. Answers a form as it was handed in. */
async function writeReceipts(trx: Connection, companyId: number, now: Date): Promise<Buffer> {
  const receipts = await trx
    .selectFrom('ephedrine_receipt')
    .where('company_id', '=', companyId)
    .orderBy('order_id')
    .select(['order_id', 'created_at'])
    .execute()
  const [passed, rejected, submitted] = receipts
  if (!passed || !rejected || !submitted) throw new Error('the demo shop has no receipts')
  const form = await stampedForm(trx, passed.order_id, now)
  const after = (receipt: { created_at: Date | string }, days: number) => new Date(new Date(receipt.created_at).getTime() + days * DAY_MS)
  const hand = async (orderId: number, at: Date) => {
    const file = { companyId, purpose: 'receipt' as const, subject: `receipt:${orderId}`, name: '盖章回执.pdf', mime: PDF, content: form }
    await keepMadeFile(trx, file, at)
  }
  const set = (orderId: number, values: object) =>
    trx.updateTable('ephedrine_receipt').set(values).where('order_id', '=', orderId).execute()
  for (const [receipt, days] of [
    [passed, 2],
    [rejected, 4],
    [submitted, 4.5],
  ] as const) {
    await hand(receipt.order_id, after(receipt, days))
    await set(receipt.order_id, { state: 'submitted', submitted_at: after(receipt, days) })
  }
  await set(passed.order_id, { state: 'passed', reviewed_at: after(passed, 2.5), reviewed_by: CLERK })
  const due = beijingDate(after(rejected, 8))
  const why = { reason: '公章不清晰，质量负责人未签字', reviewed_at: after(rejected, 5), reviewed_by: CLERK }
  await set(rejected.order_id, { state: 'rejected', due_on: due, ...why })
  return form
}

/** The form as it came back: of the shipment's own facts, for the paper itself is made by the queue after the start. */
async function stampedForm(trx: Connection, orderId: number, now: Date): Promise<Buffer> {
  const { id } = await trx.selectFrom('shipment').where('order_id', '=', orderId).select('id').executeTakeFirstOrThrow()
  const facts = await readShipment(trx, id)
  if (facts === null) throw new Error('the demo shop has no ephedrine shipment')
  const { snapshot } = facts
  const frame = { no: '', version: 1, replacesNo: '', change: '', day: snapshot.shippedOn, supplier: snapshot.supplier, askedBy: '' }
  const { options, write } = receiptForm(snapshot, frame)
  const author = snapshot.supplier.name
  return makePaper({ ...options, title: '盖章回执', author, footer: `${author} · 收货回执`, madeAt: now }, write)
}

/** A receipt of the demo's own orders is never due sooner than so many days after a start, and then this far off. */
const RENEW_BEFORE_DAYS = 4
const RENEWED_DAYS = 6

/**
 * The first pharmacy goes on buying ephedrine goods however old the demo is: what its own orders of the demo owe is due some days
 * from now. Orders of whoever tries the shop, and the third store's overdue receipt, stay as they are. Call at every start in
 * demo mode.
 */
export async function renewDemoReceipts({ db }: DatabaseHandle, now: Date): Promise<number> {
  const today = beijingDate(now)
  const { numUpdatedRows } = await db
    .updateTable('ephedrine_receipt')
    .set({ due_on: addDays(today, RENEWED_DAYS) })
    .where('state', 'in', ['awaiting', 'rejected'])
    .where('due_on', '<', addDays(today, RENEW_BEFORE_DAYS))
    .where('order_id', 'in', (query) =>
      query
        .selectFrom('orders as o')
        .innerJoin('checkout as c', 'c.id', 'o.checkout_id')
        .innerJoin('company as k', 'k.id', 'o.company_id')
        .where('k.code', '=', PASSED_PHARMACY)
        .where('c.idempotency_key', 'like', 'demo-%')
        .select('o.id'),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

async function writeTransfer(trx: Connection, companyId: number, paper: Buffer, now: Date): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .where('is_ephedrine', '=', true)
    .where('status', '=', 'pending_payment')
    .select(['id', 'no', 'payable_amount'])
    .executeTakeFirstOrThrow()
  const at = new Date(now.getTime() - HOUR_MS)
  const payment = await trx
    .insertInto('payment')
    .values({
      no: demoPaymentNo(order.no, at),
      purpose: 'order',
      subject_id: order.id,
      order_id: order.id,
      company_id: companyId,
      channel: 'bank',
      amount: order.payable_amount,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const proof = await trx
    .insertInto('transfer_proof')
    .values({
      payment_id: payment.id,
      company_id: companyId,
      amount: order.payable_amount,
      paid_on: beijingDate(at),
      payer_name: '溪桥大药房（云岩店）',
      payer_account: '0000000000004821',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = {
    companyId,
    purpose: 'proof' as const,
    subject: `transfer_proof:${proof.id}`,
    name: '银行回单.pdf',
    mime: PDF,
    content: paper,
  }
  await keepMadeFile(trx, file, at)
  await trx
    .updateTable('orders')
    .set({ pay_before: new Date(at.getTime() + 3 * DAY_MS) })
    .where('id', '=', order.id)
    .execute()
}

interface Signer {
  companyId: number
  accountId: number
  account: string
}

async function writeSignature(
  trx: Connection,
  who: Signer,
  [name, title]: readonly [string, string],
  age: number,
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - age * DAY_MS)
  const version = await newestVersion(trx)
  const supplier = await readSupplier(trx)
  const company = await trx.selectFrom('company').where('id', '=', who.companyId).selectAll().executeTakeFirstOrThrow()
  const term = termFrom(beijingDate(at), version.validMonths)
  const buyer = { name: company.name, creditCode: company.credit_code ?? '' }
  const text = contractText(version, { name: supplier.name, creditCode: supplier.taxNo }, buyer, term)
  const sha256 = createHash('sha256').update(text, 'utf8').digest()
  const no = `HT${term.from.replaceAll('-', '')}${String(who.companyId).padStart(6, '0')}`
  const ip = '203.0.113.21'
  const content = await contractPaper({
    no,
    title: version.title,
    version: version.version,
    articles: articlesOf(text),
    supplier,
    buyer: { ...buyer, address: `${company.province}${company.city}${company.district}${company.address}` },
    term,
    signer: { name, title, account: who.account },
    ip,
    sha256: sha256.toString('hex'),
    signedAt: at,
  })
  const row = await trx
    .insertInto('contract_signature')
    .values({
      no,
      company_id: who.companyId,
      account_id: who.accountId,
      version: version.version,
      signer_name: name,
      signer_title: title,
      sha256,
      valid_from: term.from,
      valid_until: term.until,
      ip,
      signed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = { companyId: who.companyId, purpose: 'document' as const, subject: `contract:${row.id}`, mime: PDF, content }
  const fileId = await keepMadeFile(trx, { ...file, name: `${version.title}-${no}.pdf` }, at)
  await trx.updateTable('contract_signature').set({ file_id: fileId }).where('id', '=', row.id).execute()
}

/** One wish to change an invoice is answered, one waits for staff. The invoices themselves are issued by the queue, as every other. */
async function writeChanges(trx: Connection, companyId: number): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(2)
    .select(['id', 'completed_at'])
    .execute()
  const titles = {
    name: '溪桥大药房（云岩店）',
    tax_no: '',
    address: '贵州省贵阳市云岩区溪桥路 18 号',
    phone: '13900000001',
    bank: '',
    account: '',
  }
  const rows = orders.map(({ id, completed_at }, at) => ({
    key: `change:demo:${id}`,
    kind: 'change',
    order_id: id,
    company_id: companyId,
    state: at === 0 ? 'review' : 'rejected',
    reason: at === 0 ? '财务要求改开普通发票' : '抬头改为个人',
    answer: at === 0 ? '' : '药品采购发票须开具给购货单位，不能改为个人抬头',
    wish: JSON.stringify({ kind: 'normal', titles }),
    created_at: completed_at ?? new Date(),
  }))
  if (rows.length > 0) await trx.insertInto('invoice_request').values(rows).execute()
}
