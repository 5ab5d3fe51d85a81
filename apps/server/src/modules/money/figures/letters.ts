import type { BodyOf, DataOf } from '#contract/call.ts'
import type {
  ReportWire,
  staffFigureLetters,
  staffFigureScheduleAdd,
  staffFigureScheduleSave,
  staffFigureSchedules,
} from '#contract/figures.ts'
import { addDays, addMonths, beijingDate, type TradeDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import { filterOf } from '../../../platform/exporting.ts'
import { listQuery } from '../../../platform/list-query.ts'
import { transact } from '../../../platform/transact.ts'
import { loadStaff } from '../../../platform/viewer-store.ts'
import {
  deleteSchedule,
  dropLettersBefore,
  type Every,
  insertLetter,
  insertSchedule,
  lockSchedule,
  markRead,
  noteSent,
  ownLetters,
  type PersonRow,
  readersOfReports,
  type ScheduleRow,
  schedules,
  updateSchedule,
} from './letter-store.ts'
import { REPORTS } from './reports.ts'
import { monthOf } from './span.ts'

/** Reports that go to chosen people by themselves. */

const EVERY_NAMES: Readonly<Record<Every, string>> = { day: '日报', week: '周报', month: '月报' }
const KEPT_DAYS = 400
const DAY_MS = 86_400_000
/** In the morning of Beijing, when the night's figures are settled. */
const FROM_HOUR = 8

/** The days that are over by now: yesterday, the last week from Monday to Sunday, the last month. */
export function daysOver(every: Every, today: TradeDate): { from: TradeDate; to: TradeDate } {
  if (every === 'day') return { from: addDays(today, -1), to: addDays(today, -1) }
  if (every === 'month') return { from: addMonths(monthOf(today), -1), to: addDays(monthOf(today), -1) }
  const sunday = addDays(today, -(((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1))
  return { from: addDays(sunday, -6), to: sunday }
}

const isReader = ({ words }: PersonRow, word: string): boolean => words.includes(word)

async function readersFor(connection: Connection, report: ScheduleRow['report'], ids: readonly number[]): Promise<PersonRow[]> {
  const readers = await readersOfReports(connection)
  const chosen = readers.filter((one) => ids.includes(one.id) && isReader(one, REPORTS[report].word))
  if (chosen.length < ids.length) throw fieldErrors([{ field: 'recipients', message: '收件人里有人不能看这份报表' }])
  return chosen
}

export async function scheduleList({ db }: DatabaseHandle): Promise<DataOf<typeof staffFigureSchedules>> {
  const [rows, readers] = await Promise.all([schedules(db), readersOfReports(db)])
  const named = new Map(readers.map(({ id, name }) => [id, name]))
  return {
    list: rows.map(({ id, name, report, query, every, recipients, isOn, madeBy, sentTo, version }) => ({
      id,
      name,
      report,
      report_name: REPORTS[report].title,
      query,
      every,
      recipients: recipients.map((one) => ({ id: one, name: named.get(one) ?? '已无权查看' })),
      is_on: isOn ? 1 : 0,
      made_by: madeBy,
      sent_to: sentTo,
      version,
    })),
    people: readers.map(({ id, name, roles }) => ({ id, name, roles })),
  }
}

export async function addSchedule(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { name, report, query = {}, every, recipients }: BodyOf<typeof staffFigureScheduleAdd>,
  now: Date,
): Promise<{ id: number }> {
  return transact(db, async (trx) => {
    const readers = await readersFor(trx, report, recipients)
    const { from: _from, to: _to, ...filters } = listQuery(filterOf(REPORTS[report].call), query, '定时发送')
    const kept = Object.fromEntries(Object.entries(filters).map(([field, value]) => [field, String(value)]))
    const id = await insertSchedule(trx, { name: name.trim(), report, query: kept, every, recipients, madeBy: staff.name }, now)
    const after = { name, report: REPORTS[report].title, every: EVERY_NAMES[every], recipients: readers.map((one) => one.name) }
    await writeAudit(trx, staff, { action: 'figures.schedule_add', subject: `figure_schedule:${id}`, before: null, after }, now)
    return { id }
  })
}

export async function saveSchedule(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { name, every, recipients, is_on: isOn, version }: BodyOf<typeof staffFigureScheduleSave>,
  now: Date,
): Promise<{ id: number }> {
  return transact(db, async (trx) => {
    const row = await lockSchedule(trx, id)
    if (row === null) throw notFound('定时报表')
    if (row.version !== version) throw changedMeanwhile(row.version, [{ field: 'name', theirs: row.name }])
    const readers = await readersFor(trx, row.report, recipients)
    await updateSchedule(trx, id, { name: name.trim(), every, recipients, isOn: isOn === 1 })
    const before = { name: row.name, every: EVERY_NAMES[row.every], is_on: row.isOn }
    const after = { name, every: EVERY_NAMES[every], is_on: isOn === 1, recipients: readers.map((one) => one.name) }
    await writeAudit(trx, staff, { action: 'figures.schedule_save', subject: `figure_schedule:${id}`, before, after }, now)
    return { id }
  })
}

export async function removeSchedule({ db }: DatabaseHandle, staff: StaffActor, id: number, now: Date): Promise<{ removed: 1 }> {
  return transact(db, async (trx) => {
    const row = await lockSchedule(trx, id)
    if (row === null) throw notFound('定时报表')
    await deleteSchedule(trx, id)
    const before = { name: row.name, report: REPORTS[row.report].title }
    await writeAudit(trx, staff, { action: 'figures.schedule_remove', subject: `figure_schedule:${id}`, before, after: null }, now)
    return { removed: 1 }
  })
}

const LINES = 6
const ROWS = 5
const shown = (kind: string, value: string): string =>
  kind === 'yuan'
    ? `¥${value}`
    : kind === 'percent'
      ? `${value}%`
      : kind === 'minutes'
        ? `${value} 分钟`
        : kind === 'days'
          ? `${value} 天`
          : value

/** The total of each column, and the first rows. */
export function letterText({ columns, total, list, group }: ReportWire): string {
  const sums = columns.flatMap(({ name, kind }, at) => {
    const value = total[at] ?? null
    return value === null ? [] : [`${name} ${shown(kind, value)}`]
  })
  const [first] = columns
  const rows = list.slice(0, ROWS).flatMap(({ name, values }) => {
    const value = values[0] ?? null
    return value === null || first === undefined ? [] : [`${name} ${shown(first.kind, value)}`]
  })
  const parts = [sums.slice(0, LINES).join('；'), rows.length > 1 ? `按${group}：${rows.join('；')}` : '']
  return parts.filter((part) => part !== '').join('\n') || '这些日期没有数字'
}

/** To each with his own rights: who lost them since is sent nothing. */
async function send(database: DatabaseHandle, row: ScheduleRow, days: { from: TradeDate; to: TradeDate }, now: Date): Promise<void> {
  const { title, word, read } = REPORTS[row.report]
  const query = { ...row.query, ...days }
  for (const accountId of row.recipients) {
    const viewer = await loadStaff(database, accountId, now)
    if (viewer === null || !viewer.staff?.permissions.has(word)) continue
    let text: string
    try {
      text = letterText(await read(database, viewer, query as never, now))
    } catch (error) {
      if (error instanceof ShopError) continue
      throw error
    }
    const span = days.from === days.to ? days.to : `${days.from} 至 ${days.to}`
    const of = { scheduleId: row.id, accountId, title: `${row.name}（${title}，${span}）`, text, report: row.report, query }
    await insertLetter(database.db, of, now)
  }
  await noteSent(database.db, row.id, days.to)
}

/** Every hour: what is due and was not sent yet, so that a morning on which the shop stood still is made up for. */
export async function sendReports(database: DatabaseHandle, now: Date): Promise<void> {
  if (new Date(now.getTime() + 8 * 3_600_000).getUTCHours() < FROM_HOUR) return
  const today = beijingDate(now)
  const failed: unknown[] = []
  for (const row of await schedules(database.db)) {
    const days = daysOver(row.every, today)
    // One that cannot be made keeps nobody else's back.
    if (row.isOn && (row.sentTo === null || row.sentTo < days.to)) await send(database, row, days, now).catch((error) => failed.push(error))
  }
  await dropLettersBefore(database.db, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
  if (failed.length > 0) throw failed[0]
}

export async function letterList(
  { db }: DatabaseHandle,
  accountId: number,
  unread: boolean,
  { page, perPage }: { page: number; perPage: number },
): Promise<DataOf<typeof staffFigureLetters>> {
  const { rows, total } = await ownLetters(db, accountId, unread, { offset: (page - 1) * perPage, limit: perPage })
  return {
    list: rows.map(({ id, title, text, report, query, sentAt, openedAt }) => ({
      id,
      title,
      text,
      to: `reports/${report}?${new URLSearchParams(query)}`,
      sent_at: sentAt.toISOString(),
      read_at: openedAt?.toISOString() ?? null,
    })),
    page,
    per_page: perPage,
    total,
  }
}

export async function readLetter({ db }: DatabaseHandle, staff: StaffActor, id: number, now: Date): Promise<{ id: number }> {
  return transact(db, async (trx) => {
    if (await markRead(trx, id, staff.accountId, now))
      await writeAudit(
        trx,
        staff,
        { action: 'figures.letter_read', subject: `figure_letter:${id}`, before: null, after: { read: true } },
        now,
      )
    return { id }
  })
}
