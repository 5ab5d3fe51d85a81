import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { RecallDetailWire, staffRecall, staffRecallList, staffRecallStart } from '#contract/recalls.ts'
import { beijingDate, beijingMinute } from '#domain/dates.ts'
import {
  answerDue,
  BUYER_STATES,
  type BuyerState,
  buyerState,
  isSettled,
  outsideOf,
  RECALL_LEVELS,
  recallText,
  sharesOf,
  sumShares,
  sumWhere,
} from '#domain/recalls.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { lockBatchIn } from '../../goods/stock/public.ts'
import { askDocument, documentsOf, documentWire, reviseDocument } from '../../papers/documents/public.ts'
import { tellMany } from '../../talking/messages/public.ts'
import { noticeSnapshot, registerSnapshot } from './papers.ts'
import {
  closeRecall,
  findRecall,
  insertCompanies,
  insertLog,
  insertRecall,
  lockRecall,
  markReminded,
  type RecallAnswer,
  type RecallRow,
  recallPage,
  recallsUnanswered,
  setAnswer,
} from './store.ts'
import { batchOf, buyerOf, buyersOf, buyersSeen, holdersOf, logOf, orderParts, stockOf } from './views.ts'
import { buyerWire, sharesWire, staffRecallWire, whereWire } from './wire.ts'

/** Quality calls a batch back: from the hold to the last box. */

export const registerSubject = (recallId: number): string => `recall:${recallId}`
export const noticeSubject = (recallId: number, companyId: number): string => `recall:${recallId}:company:${companyId}`
const PAGE_URL = '/ypzh'
const LOG_ROWS = 100
const DAY_MS = 86_400_000

const subjectOf = (id: number): string => `recall:${id}`

async function tellBuyers(
  connection: Connection,
  recall: RecallRow,
  companyIds: readonly number[],
  turn: string,
  now: Date,
): Promise<void> {
  const { name, spec } = recall.goods
  const due = beijingMinute(answerDue(recall.level, recall.startedAt))
  const text = recallText({ name, spec, batchNo: recall.batchNo, level: recall.level, reason: recall.reason }, due)
  await tellMany(
    connection,
    companyIds.map((companyId) => ({
      companyId,
      kind: 'system' as const,
      title: turn === '' ? `药品召回：${name}` : `请确认药品召回：${name}`,
      text,
      url: PAGE_URL,
      key: `recall:${recall.id}${turn}`,
    })),
    now,
  )
}

/** The register as it stands, from the first or as a new version. */
async function askRegister(connection: Connection, recall: RecallRow, change: string, by: string, now: Date): Promise<void> {
  const buyers = await buyersOf(connection, recall.id)
  const ids = buyers.map((buyer) => buyer.companyId)
  const [orders, stock] = [await orderParts(connection, [recall.id], ids), await stockOf(connection, recall.id)]
  const snapshot = registerSnapshot(recall, buyers, orders, stock, now)
  const title = `${recall.goods.name} 批号 ${recall.batchNo} 召回登记表`
  await reviseDocument(
    connection,
    { kind: 'recall_register', subject: registerSubject(recall.id), companyId: null, title, snapshot },
    change,
    by,
    now,
  )
}

/** Holds the batch everywhere, writes down whom it went to, tells them, and asks for the papers: all of it or nothing. */
export async function startRecall(
  { db }: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffRecallStart>,
  now: Date,
): Promise<number> {
  const [initiator, reason, advice] = [body.initiator.trim(), body.reason.trim(), body.advice.trim()]
  for (const [field, text] of Object.entries({ initiator, reason, advice }))
    if (text.length < 2) throw fieldErrors([{ field, message: '请填写召回发起单位、原因和处理要求' }])
  requirePrintable({ initiator, reason, advice })
  return transact(db, async (trx) => {
    const batch = await batchOf(trx, body.batch_id)
    if (batch === null) throw notFound('批号')
    await lockBatchIn(trx, staff, body.batch_id, { command: 'lock', reason: `召回：${reason}`.slice(0, 200), everywhere: true }, now)
    const made = { ...batch, level: body.level, initiator, reason, advice, startedBy: staff.name, day: beijingDate(now) }
    const id = await insertRecall(trx, made, now)
    if (id === null) throw conflict(`批号 ${batch.batchNo} 正在召回，不能再次启动`, { reason: 'BATCH_RECALLED' })
    const recall = await findRecall(trx, id)
    if (recall === null) throw new Error('a recall was not written')
    const companies = await holdersOf(trx, id)
    await insertCompanies(trx, id, companies, now)
    await tellBuyers(trx, recall, companies, '', now)
    const orders = await orderParts(trx, [id], companies)
    for (const buyer of await buyersOf(trx, id))
      await askDocument(
        trx,
        {
          kind: 'recall_notice',
          subject: noticeSubject(id, buyer.companyId),
          companyId: buyer.companyId,
          title: `${recall.goods.name} 批号 ${recall.batchNo} 召回通知书`,
          snapshot: noticeSnapshot(
            recall,
            buyer,
            orders.filter((order) => order.companyId === buyer.companyId),
          ),
        },
        staff.name,
        now,
      )
    await askRegister(trx, recall, '', staff.name, now)
    const text = `启动${RECALL_LEVELS[recall.level].name}，通知 ${companies.length} 家企业、${orders.length} 张订单`
    await insertLog(trx, { recallId: id, companyId: null, actor: staff.name, event: 'start', text }, now)
    const after = { no: recall.no, batch_no: recall.batchNo, level: recall.level, companies: companies.length, orders: orders.length }
    await writeAudit(trx, staff, { action: 'recall.start', subject: subjectOf(id), before: null, after }, now)
    return id
  })
}

export async function recallsForStaff(
  { db }: DatabaseHandle,
  { state, keywords = '', page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffRecallList>,
): Promise<DataOf<typeof staffRecallList>> {
  const { rows, total } = await recallPage(db, { state: state ?? null, keywords: keywords.trim() }, (page - 1) * perPage, perPage)
  return { list: rows.map(staffRecallWire), total, page, per_page: perPage }
}

export async function recallForStaff(
  { db }: DatabaseHandle,
  id: number,
  { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', buyer_state: asked }: QueryOf<typeof staffRecall>,
  now: Date,
): Promise<RecallDetailWire> {
  const recall = await findRecall(db, id)
  if (recall === null) throw notFound('召回')
  const all = await buyersSeen(db, id)
  const named = all.filter(({ company }) => company.includes(keywords.trim()))
  const found = asked === undefined ? named : named.filter((buyer) => buyerState(buyer, buyer.kept) === asked)
  const shown = found.slice((page - 1) * perPage, page * perPage)
  const [orders, stock, log, papers] = await Promise.all([
    orderParts(
      db,
      [id],
      shown.map((buyer) => buyer.companyId),
    ),
    stockOf(db, id),
    logOf(db, id, LOG_ROWS),
    documentsOf(db, [registerSubject(id)]),
  ])
  const [register] = papers
  return {
    recall: staffRecallWire(recall),
    sums: {
      ...whereWire(sumWhere(all)),
      companies: all.length,
      orders: all.reduce((sum, buyer) => sum + buyer.orders, 0),
      silent: all.filter((buyer) => buyer.confirmedAt === null).length,
      settled: all.filter((buyer) => isSettled(buyer, buyer.kept)).length,
    },
    shares: sharesWire(sumShares(all.map((buyer) => sharesOf(buyer, buyer.kept, buyer.sentSince)))),
    states: (Object.keys(BUYER_STATES) as BuyerState[]).map((state) => ({
      state,
      name: BUYER_STATES[state],
      count: named.filter((buyer) => buyerState(buyer, buyer.kept) === state).length,
    })),
    stock: stock.map((one) => ({ ...one })),
    buyers: shown.map((buyer) =>
      buyerWire(
        recall,
        buyer,
        orders.filter((order) => order.companyId === buyer.companyId),
        now,
      ),
    ),
    log: log.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    register: register ? documentWire(register) : null,
    total: found.length,
    page,
    per_page: perPage,
  }
}

const openRecall = async (trx: Connection, id: number): Promise<RecallRow> => {
  const recall = await lockRecall(trx, id)
  if (recall === null) throw notFound('召回')
  if (recall.state === 'closed') throw conflict('召回已结束')
  return recall
}

/** What a buyer says of his part; the last word counts, every word is kept. */
export async function answerRecall(
  { db }: DatabaseHandle,
  { recallId, companyId, staff }: { recallId: number; companyId: number; staff: StaffActor | null },
  answer: RecallAnswer,
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    const [buyer] = await buyerOf(trx, [recallId], companyId)
    if (!buyer) throw notFound('召回')
    const recall = await openRecall(trx, recallId)
    const most = outsideOf(buyer)
    if (answer.kept > most) throw fieldErrors([{ field: 'kept', message: `尚存数量最多 ${most} ${recall.goods.unit}` }])
    await setAnswer(trx, recallId, companyId, answer, now)
    const said = `确认收到通知，尚存 ${answer.kept} ${recall.goods.unit}${answer.note === '' ? '' : `：${answer.note}`}`
    const text = staff === null ? said : `代企业登记：${said}`
    await insertLog(trx, { recallId, companyId, actor: answer.by, event: 'answer', text }, now)
    if (staff !== null) {
      const after = { company_id: companyId, kept: answer.kept, note: answer.note }
      await writeAudit(trx, staff, { action: 'recall.answer', subject: subjectOf(recallId), before: { kept: buyer.kept }, after }, now)
    }
  })
}

/** Tells those again who have not answered, once a day. Answers how many. */
async function remindIn(trx: Connection, recall: RecallRow, actor: string, now: Date): Promise<number> {
  const silent = await markReminded(trx, recall.id, new Date(now.getTime() - DAY_MS), now)
  if (silent.length === 0) return 0
  await tellBuyers(trx, recall, silent, `:${beijingDate(now)}`, now)
  await insertLog(trx, { recallId: recall.id, companyId: null, actor, event: 'remind', text: `催促 ${silent.length} 家未确认的企业` }, now)
  return silent.length
}

export async function remindRecall({ db }: DatabaseHandle, staff: StaffActor, id: number, now: Date): Promise<number> {
  return transact(db, async (trx) => {
    const reminded = await remindIn(trx, await openRecall(trx, id), staff.name, now)
    const entry = { action: 'recall.remind' as const, subject: subjectOf(id), before: null, after: { reminded } }
    if (reminded > 0) await writeAudit(trx, staff, entry, now)
    return reminded
  })
}

/** Daily. */
export async function remindRecalls({ db }: DatabaseHandle, now: Date): Promise<void> {
  const failures = collectFailures()
  for (const id of await recallsUnanswered(db))
    await failures.one(`recall:${id}`, () =>
      transact(db, async (trx) => void (await remindIn(trx, await openRecall(trx, id), '系统', now))),
    )
  failures.report()
}

export async function registerRecall({ db }: DatabaseHandle, staff: StaffActor, id: number, reason: string, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const recall = await lockRecall(trx, id)
    if (recall === null) throw notFound('召回')
    await askRegister(trx, recall, reason, staff.name, now)
    await insertLog(trx, { recallId: id, companyId: null, actor: staff.name, event: 'register', text: `制作召回登记表：${reason}` }, now)
    await writeAudit(trx, staff, { action: 'recall.register', subject: subjectOf(id), before: null, after: { reason } }, now)
  })
}

/** What is still outside is on the last register, with the words that quality closes by. */
export async function endRecall({ db }: DatabaseHandle, staff: StaffActor, id: number, note: string, now: Date): Promise<void> {
  if (note.length < 2) throw fieldErrors([{ field: 'note', message: '请填写召回总结' }])
  requirePrintable({ note })
  await transact(db, async (trx) => {
    await openRecall(trx, id)
    await closeRecall(trx, id, staff.name, note, now)
    const closed = await findRecall(trx, id)
    if (closed === null) throw new Error(`recall ${id} is gone`)
    await askRegister(trx, closed, '召回结束', staff.name, now)
    await insertLog(trx, { recallId: id, companyId: null, actor: staff.name, event: 'close', text: `结束召回：${note}` }, now)
    await writeAudit(
      trx,
      staff,
      { action: 'recall.close', subject: subjectOf(id), before: { state: 'open' }, after: { state: 'closed', note } },
      now,
    )
  })
}
