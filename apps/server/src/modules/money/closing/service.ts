import type { DataOf, QueryOf } from '#contract/call.ts'
import type { ClosingSheetWire, ClosingWire, staffClosing, staffClosingChecks, staffClosings } from '#contract/closings.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { add, type Fen, fenFromYuan, yuan, ZERO } from '#domain/money.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import { auditCall } from '../../../platform/audit-call.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { type Carried, CHECKS, findViolations, MONEY_CHECKS, violationsIn } from '../invariants/public.ts'
import { kindName, sheetOf } from './sheet.ts'
import { cutLedger, insertClosing, insertLate, lastPosting, lockClosings, takeTime } from './store.ts'
import { bookedAfter, type ClosingRow, closingPage, findClosing, firstDay, type KeptClosing, lastClosing, type Span } from './views.ts'

/** The name of a channel, of the module of payments. */
export type ChannelNames = (channel: string) => string

const AFTER_SHOWN = 100
const NOTE_MIN = 4

const fenOf = (text: string): Fen => fenFromYuan(text) ?? ZERO
const sumOf = (sheet: ClosingSheetWire, side: 'in' | 'out'): string => yuan(add(...sheet.channels.map((one) => fenOf(one[side]))))

const closingWire = (row: ClosingRow): ClosingWire => ({
  day: row.day,
  from_day: row.fromDay,
  note: row.note,
  asked_by: row.askedBy,
  approved_by: row.approvedBy,
  closed_at: row.closedAt.toISOString(),
  in: sumOf(row.sheet, 'in'),
  out: sumOf(row.sheet, 'out'),
  problems: row.sheet.problems.length,
  after: row.after,
})

/** The first day that is not closed: behind the last closed one; a shop that begins with it, with yesterday. Today at the latest. */
async function nextDay(connection: Connection, last: KeptClosing | null, now: Date): Promise<string> {
  const today = beijingDate(now)
  if (last === null) return ((await firstDay(connection)) ?? today) < today ? addDays(today, -1) : today
  const next = addDays(last.day, 1)
  if (next > today) return today
  return next
}

export async function closingsOf(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffClosings>,
  now: Date,
): Promise<DataOf<typeof staffClosings>> {
  const [page, perPage] = [query.page ?? 1, query.per_page ?? PAGE_SIZE]
  const { rows, total } = await closingPage(db, (page - 1) * perPage, perPage)
  const last = await lastClosing(db)
  return {
    list: rows.map(closingWire),
    page,
    per_page: perPage,
    total,
    last: last?.day ?? '',
    next: await nextDay(db, last, now),
    today: beijingDate(now),
  }
}

function checkDay(day: string, now: Date): void {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) throw fieldErrors([{ field: 'day', message: '日期不存在' }])
  if (day > beijingDate(now)) throw fieldErrors([{ field: 'day', message: '这一天还没有到' }])
}

/** A first closing covers its own day; what was booked before that is where its accounts begin. */
const spanOf = (day: string, last: KeptClosing | null, cut: number): Span => ({
  fromDay: last === null ? day : addDays(last.day, 1),
  day,
  cut,
  formerCut: last?.cut ?? cut,
})
const openingOf = (last: KeptClosing | null): ReadonlyMap<string, Fen> | null =>
  last && new Map(last.sheet.accounts.map(({ kind, closing }) => [kind, fenOf(closing)]))

export async function closingOf(
  database: DatabaseHandle,
  names: ChannelNames,
  day: string,
  now: Date,
): Promise<DataOf<typeof staffClosing>> {
  checkDay(day, now)
  const { db } = database
  const closed = await findClosing(db, day)
  if (closed !== null) {
    const after = await bookedAfter(db, day, AFTER_SHOWN)
    return {
      day,
      is_closed: 1,
      may_close: 0,
      closing: closingWire(closed),
      sheet: closed.sheet,
      after: after.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        kind_name: kindName(row.kind),
        company: row.company,
        memo: row.memo,
        amount: yuan(row.amount),
        belongs_to: row.belongsTo,
      })),
      after_count: closed.after,
    }
  }
  const last = await lastClosing(db)
  if (last !== null && day < last.day) throw notFound('这一天的日结（已随之后的日结一并结账）')
  const sheet = await sheetOf(db, spanOf(day, last, await lastPosting(db)), openingOf(last), names)
  return { day, is_closed: 0, may_close: 1, closing: null, sheet, after: [], after_count: 0 }
}

/**
 * What the rules need not be asked of again. The last closing's own checks ran before its cut, and something may have been booked in between;
 * what was there at the cut before that, they saw. So two closings are needed: till then everything is asked.
 */
const carriedBy = (last: Awaited<ReturnType<typeof lastClosing>>): Carried | null =>
  last === null || last.formerCut === null
    ? null
    : { posting: last.formerCut, cut: last.cut, from: addDays(last.day, 1), accounts: openingOf(last) ?? new Map() }

export async function checksOf({ db }: DatabaseHandle, now: Date): Promise<DataOf<typeof staffClosingChecks>> {
  const carried = carriedBy(await lastClosing(db))
  const found = new Map((await findViolations(db, now, MONEY_CHECKS, carried)).map((one) => [one.check, one]))
  const list = CHECKS.filter(({ name }) => MONEY_CHECKS.includes(name)).map(({ name, title }) => ({
    name,
    title,
    count: found.get(name)?.count ?? 0,
    first: found.get(name)?.found[0]?.what ?? '',
  }))
  return { list }
}

/** What both people look at before they agree. */
export async function weighDay(connection: Connection, names: ChannelNames, day: string, now: Date) {
  checkDay(day, now)
  await lockClosings(connection)
  const last = await lastClosing(connection)
  if (last !== null && day <= last.day) throw conflict(day === last.day ? `${day} 已经日结` : `${day} 已随 ${last.day} 一并日结`)
  const sheet = await sheetOf(connection, spanOf(day, last, await lastPosting(connection)), openingOf(last), names)
  return { last, sheet }
}

/** Closes every day since the last closed one, at this moment. Lasting for as long as it needs; booking waits only for its end. */
export async function closeDay(
  database: DatabaseHandle,
  names: ChannelNames,
  staff: StaffActor,
  day: string,
  reason: string,
  now: Date,
): Promise<ClosingWire> {
  return transact(database.db, async (trx) => {
    const { last } = await weighDay(trx, names, day, now)
    await takeTime(trx)
    const [wrong] = await violationsIn(trx, now, MONEY_CHECKS, carriedBy(last))
    if (wrong) throw conflict(`账内核对不符，不能日结：${wrong.title}（${wrong.count} 处，${wrong.found[0]?.what ?? ''}）`)
    const span = spanOf(day, last, await cutLedger(trx))
    const sheet = await sheetOf(trx, span, openingOf(last), names)
    const note = reason.trim()
    if (sheet.problems.length > 0 && note.length < NOTE_MIN)
      throw fieldErrors([{ field: 'reason', message: `请逐项说明差异：${sheet.problems.join('；')}` }])
    if (sheet.total.closing !== '0.00') throw conflict(`借贷不平，差 ¥${sheet.total.closing}，不能日结`)
    const approvedBy = auditCall()?.approval?.approved ?? ''
    const made = { day, fromDay: span.fromDay, cut: span.cut, sheet, note, askedBy: staff.name, approvedBy }
    if (!(await insertClosing(trx, made, now))) throw conflict(`${day} 已经日结`)
    if (last !== null) await insertLate(trx, span)
    const after = {
      from_day: span.fromDay,
      cut: span.cut,
      in: sumOf(sheet, 'in'),
      out: sumOf(sheet, 'out'),
      problems: sheet.problems.length,
    }
    await writeAudit(trx, staff, { action: 'day.close', subject: `closing:${day}`, before: null, after: { ...after, reason: note } }, now)
    const row = await findClosing(trx, day)
    if (row === null) throw new Error(`the closing of ${day} was not kept`)
    return closingWire(row)
  })
}
