import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { StatementWire, staffStatementList, staffStatementMake, statementAnswer, statementList } from '#contract/statements.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { add, type Fen, yuan, ZERO } from '#domain/money.ts'
import { addMovements, ageing, CLAIM_KINDS, CLAIM_NAMES, changeOf, monthBefore, movementOf } from '#domain/statements.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { monthPeriod } from '../../../platform/period.ts'
import { transact } from '../../../platform/transact.ts'
import { type DocumentHead, documentHeads, documentWire, type OnMade, reviseDocument } from '../../papers/documents/public.ts'
import { tell } from '../../talking/messages/public.ts'
import { useName } from '../wallet/public.ts'
import type { StatementSnapshot } from './paper.ts'
import { findStatement, keepStatement, type StatementRow, setAnswer, statementPage } from './store.ts'
import { billsAt, claimsBefore, companiesDue, ordersOf, type PostingRow, partyOf, postingsOf } from './views.ts'

const A_PAGE = 12
const ANSWER_NAMES = { open: '待确认', agreed: '已确认', disputed: '有异议' } as const
const subjectOf = (id: number): string => `statement:${id}`

const NAMES: Readonly<Record<string, string>> = { order_complete: '订单完成（购货）', refund_sent: '退款汇出' }
const nameOf = (kind: string): string => NAMES[kind] ?? useName(kind)

/** Rows of the running account: what moved the balance between the two sides. */
function linesOf(postings: readonly PostingRow[], opening: Fen): StatementSnapshot['lines'] {
  let left = opening
  return postings.flatMap((posting) => {
    const change = changeOf(movementOf(posting.entries))
    if (change === 0) return []
    left = add(left, change)
    return [
      {
        day: beijingDate(posting.at),
        name: nameOf(posting.kind),
        order: posting.orderNo,
        memo: posting.memo,
        more: change > 0 ? yuan(change) : '',
        less: change < 0 ? yuan(-change as Fen) : '',
        left: yuan(left),
      },
    ]
  })
}

/** Reads the ledger, writes the figures down and asks for the paper. again: a new version; else null where there is one already. */
export async function makeStatement(
  connection: Connection,
  companyId: number,
  month: string,
  { reason, by, again }: { reason: string; by: string; again: boolean },
  now: Date,
): Promise<number | null> {
  const { from, until } = monthPeriod(month)
  const buyer = await partyOf(connection, companyId)
  if (buyer === null) throw notFound('企业')
  const before = await claimsBefore(connection, companyId, from)
  const after = await claimsBefore(connection, companyId, until)
  const postings = await postingsOf(connection, companyId, from, until)
  const orders = await ordersOf(connection, companyId, from, until)
  const last = addDays(beijingDate(until), -1)
  const ages = ageing(await billsAt(connection, companyId, until), last)
  const total = (claims: typeof before): Fen => add(ZERO, ...CLAIM_KINDS.map((kind) => claims[kind]))
  const [opening, closing] = [total(before), total(after)]
  const movement = addMovements(postings.map((posting) => movementOf(posting.entries)))
  if (add(opening, changeOf(movement)) !== closing) throw new Error(`the statement of company ${companyId} for ${month} does not add up`)
  const id = await keepStatement(connection, { companyId, month, opening, closing, ...movement }, again, now)
  if (id === null) return null
  const snapshot: StatementSnapshot = {
    month,
    from: beijingDate(from),
    to: last,
    buyer,
    sums: [
      { name: '期初', amount: yuan(opening) },
      { name: '收到款项', amount: yuan(movement.received) },
      { name: '购货', amount: yuan(movement.bought) },
      { name: '返现赠送', amount: yuan(movement.given) },
      { name: '其他', amount: yuan(movement.other) },
      { name: '期末', amount: yuan(closing) },
    ],
    closing,
    claims: CLAIM_KINDS.map((kind) => ({ name: CLAIM_NAMES[kind], opening: yuan(before[kind]), closing: yuan(after[kind]) })),
    lines: linesOf(postings, opening),
    orders: orders.map((order) => ({ no: order.no, day: order.day, paid: yuan(order.paid), back: yuan(order.back) })),
    ordersPaid: yuan(add(ZERO, ...orders.map((order) => order.paid))),
    ordersBack: yuan(add(ZERO, ...orders.map((order) => order.back))),
    ages: ages.map((age) => ({ name: age.name, amount: yuan(age.amount) })),
  }
  const title = `${month} 往来对账单`
  await reviseDocument(connection, { kind: 'statement', subject: subjectOf(id), companyId, title, snapshot }, reason, by, now)
  return id
}

const AT_ONCE = 200
/** Before it no shop kept a ledger: an earlier month is mistyped. */
const FIRST_MONTH = '2000-01'

/** Nightly: every statement of the month before that is not there yet; each in a transaction of its own. */
export async function makeStatements({ db }: DatabaseHandle, now: Date): Promise<void> {
  const month = monthBefore(beijingDate(now))
  const { until } = monthPeriod(month)
  const failures = collectFailures()
  let after = 0
  for (;;) {
    const due = await companiesDue(db, month, until, after, AT_ONCE)
    for (const id of due)
      await failures.one(`company:${id}`, () =>
        transact(db, async (trx) => void (await makeStatement(trx, id, month, { reason: '', by: '系统', again: false }, now))),
      )
    const last = due.at(-1)
    if (last === undefined) break
    after = last
  }
  failures.report()
}

/** The buyer hears of it once it can be looked at. */
export const tellOfStatement: OnMade = async (connection, document, now) => {
  if (document.companyId === null) return
  const { month } = document.snapshot as StatementSnapshot
  const text = `${month} 的往来对账单已生成${document.version > 1 ? `（第 ${document.version} 版：${document.change}）` : ''}，请核对并确认。`
  const news = { companyId: document.companyId, kind: 'order' as const, title: `请确认 ${month} 对账单`, text, url: '/dzd' }
  await tell(connection, { ...news, key: `statement:${document.id}` }, now)
}

const wireOf = (row: StatementRow, papers: readonly DocumentHead[]): StatementWire => {
  const paper = papers.find((one) => one.subject === subjectOf(row.id))
  return {
    id: row.id,
    month: row.month,
    opening: yuan(row.opening),
    received: yuan(row.received),
    bought: yuan(row.bought),
    given: yuan(row.given),
    other: yuan(row.other),
    closing: yuan(row.closing),
    made_at: row.madeAt.toISOString(),
    answer: row.answer,
    answer_name: ANSWER_NAMES[row.answer],
    answered_at: row.answeredAt?.toISOString() ?? null,
    answered_by: row.answeredBy,
    note: row.note,
    document: paper ? documentWire(paper) : null,
  }
}
const papersOf = (connection: Connection, rows: readonly StatementRow[]) =>
  documentHeads(
    connection,
    rows.map((row) => subjectOf(row.id)),
  )

export async function statementsOf(
  { db }: DatabaseHandle,
  companyId: number,
  { page = 1 }: QueryOf<typeof statementList>,
): Promise<DataOf<typeof statementList>> {
  const { rows, total } = await statementPage(db, { companyId, month: null, answer: null }, (page - 1) * A_PAGE, A_PAGE)
  const papers = await papersOf(db, rows)
  return { list: rows.map((row) => wireOf(row, papers)), total, page, per_page: A_PAGE }
}

export async function answerStatement(
  { db }: DatabaseHandle,
  who: { companyId: number; name: string },
  id: number,
  body: BodyOf<typeof statementAnswer>,
  now: Date,
): Promise<StatementWire> {
  const note = (body.note ?? '').trim()
  if (body.agree === 0 && note.length < 2) throw fieldErrors([{ field: 'note', message: '请写明不符之处' }])
  const read = await findStatement(db, id, who.companyId)
  if (read === null) throw notFound('对账单')
  const changed = () => conflict('对账单已重新出具，请按新的金额核对后再确认', { reason: 'STATEMENT_CHANGED' })
  if (read.madeAt.toISOString() !== body.made_at) throw changed()
  const answer = { answer: body.agree === 1 ? ('agreed' as const) : ('disputed' as const), by: who.name, note }
  const isNew = await setAnswer(db, { id, madeAt: read.madeAt }, answer, now)
  const row = await findStatement(db, id, who.companyId)
  if (row === null) throw notFound('对账单')
  if (row.madeAt.getTime() !== read.madeAt.getTime()) throw changed()
  if (!isNew && row.answer !== answer.answer) throw conflict(`对账单${ANSWER_NAMES[row.answer]}，如需更改请联系客户经理`)
  return wireOf(row, await papersOf(db, [row]))
}

const staffWire = (row: StatementRow, papers: readonly DocumentHead[]) => ({
  company_id: row.companyId,
  company: row.company,
  ...wireOf(row, papers),
})

export async function statementsForStaff(
  { db }: DatabaseHandle,
  { month, company_id: companyId, answer, page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffStatementList>,
): Promise<DataOf<typeof staffStatementList>> {
  const filter = { companyId: companyId ?? null, month: month ?? null, answer: answer ?? null }
  const { rows, total } = await statementPage(db, filter, (page - 1) * perPage, perPage)
  const papers = await papersOf(db, rows)
  return { list: rows.map((row) => staffWire(row, papers)), total, page, per_page: perPage }
}

export async function makeByStaff(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { company_id: companyId, month, reason }: BodyOf<typeof staffStatementMake>,
  now: Date,
): Promise<DataOf<typeof staffStatementMake>> {
  if (month > monthBefore(beijingDate(now))) throw fieldErrors([{ field: 'month', message: '只能制作已结束月份的对账单' }])
  if (month < FIRST_MONTH) throw fieldErrors([{ field: 'month', message: `月份太早，只能制作 ${FIRST_MONTH} 起的对账单` }])
  const row = await transact(db, async (trx) => {
    const id = await makeStatement(trx, companyId, month, { reason: reason.trim(), by: staff.name, again: true }, now)
    if (id === null) throw new Error('a statement was not written')
    const after = { company_id: companyId, month, reason: reason.trim() }
    await writeAudit(trx, staff, { action: 'statement.make', subject: subjectOf(id), before: null, after }, now)
    return findStatement(trx, id, null)
  })
  if (row === null) throw notFound('对账单')
  return staffWire(row, await papersOf(db, [row]))
}
