import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LineFault } from '#domain/bank-lines.ts'
import { type Fen, fenFromYuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED, FEW, fewOf } from '../../../platform/few.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import type { Period } from '../../../platform/period.ts'
import { type BankLineState, isAlike, linesOf } from './bank-store.ts'

export interface ImportRow {
  id: number
  fileName: string
  state: 'shown' | 'taken'
  readBy: string
  shownAt: Date
  takenBy: string
  lineCount: number
  freshCount: number | null
  faultCount: number
  outgoing: number
}

const IMPORT = sql`i.id, i.file_name as "fileName", i.state, i.read_by as "readBy", i.read_at as "shownAt", i.taken_by as "takenBy",
  i.line_count as "lineCount", i.fresh_count as "freshCount", i.fault_count as "faultCount", i.outgoing`

export async function findImport(connection: Connection, id: number): Promise<(ImportRow & { faults: LineFault[] }) | null> {
  const { rows } = await sql<ImportRow & { faults: LineFault[] }>`
    select ${IMPORT}, i.faults from bank_import i where i.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function importPage(connection: Connection, offset: number, limit: number): Promise<{ rows: ImportRow[]; total: number }> {
  const { rows } = await sql<ImportRow>`
    select ${IMPORT} from bank_import i order by i.id desc limit ${limit} offset ${offset}`.execute(connection)
  const count = await sql<{ total: number }>`
    select count(*)::integer as total from (select from bank_import limit 10000) counted`.execute(connection)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export interface ShownLine {
  line: number
  day: string
  time: string
  payerName: string
  payerAccount: string
  amount: Fen
  memo: string
  serial: string
}
export type ImportLineState = 'new' | 'alike' | 'known'

const SHOWN = sql`l.line, l.day::text as day, l.time, l.payer_name as "payerName", l.payer_account as "payerAccount", l.amount, l.memo, l.serial`

/** What stands in a file that is only shown, beside what is here. */
export async function linesShown(connection: Connection, id: number): Promise<(ShownLine & { state: ImportLineState })[]> {
  const { rows } = await sql<ShownLine & { state: ImportLineState }>`
    select l.line, l.day::text as day, l.time, l."payerName", l."payerAccount", l.amount, l.memo, l.serial,
           case when exists (select from bank_line b where b.key = l.key)
                  or row_number() over (partition by l.key order by l.line) > 1 then 'known'
                when ${isAlike} then 'alike' else 'new' end as state
      from ${linesOf(id)} order by l.line`.execute(connection)
  return rows
}

/** Of whom a line that is here came by another file: the bank's number is one payer's. */
export async function otherPayers(connection: Connection, id: number): Promise<LineFault[]> {
  const { rows } = await sql<LineFault>`
    select l.line, '流水号 ' || l.serial || ' 已收入，付款户为“' || b.payer_name || '”，本文件为“' || l."payerName" || '”，请核对' as message
      from bank_line b, ${linesOf(id)} and b.key = l.key and b.payer_name <> l."payerName" order by l.line`.execute(connection)
  return rows
}

/** As many are named; there is no end to what an account of another bank would lack. */
const MISSED_MOST = 20

/** Of the days between a file's first and last, what came by another file and is not in this one: a bank forgets nothing, a file is easily made. */
export async function missedLines(connection: Connection, id: number): Promise<LineFault[]> {
  const { rows } = await sql<LineFault>`
    with file as materialized (select l.* from ${linesOf(id)}),
         span as (select min(day) as first, max(day) as last from file)
    select 0 as line, to_char(b.day, 'YYYY-MM-DD') || ' “' || b.payer_name || '” ¥' || to_char(b.amount / 100.0, 'FM999999999990.00')
             || ' 此前收入过（' || i.file_name || '，' || i.taken_by || '），本文件没有，请向银行核对' as message
      from span, bank_line b join bank_import i on i.id = b.import_id
     where b.day > span.first and b.day < span.last
       and not exists (select from file l where l.key = b.key)
       and not exists (select from file l where l.amount = b.amount and l.day = b.day and l."payerName" = b.payer_name)
     order by b.day, b.id limit ${MISSED_MOST}`.execute(connection)
  return rows
}

/** The rows that a file became. */
export async function linesTaken(connection: Connection, id: number): Promise<ShownLine[]> {
  const { rows } = await sql<ShownLine>`select ${SHOWN} from bank_line l where l.import_id = ${id} order by l.line`.execute(connection)
  return rows
}

export interface BankLineRow extends ShownLine {
  id: number
  state: BankLineState
  matchedTo: string
  note: string
  decidedBy: string
}

const MATCHED = sql`
  left join payment p on p.id = l.payment_id
  left join orders o on o.id = p.order_id
  left join suspense s on s.id = l.suspense_id`
const LINE = sql`l.id, ${SHOWN}, l.state, l.note, l.decided_by as "decidedBy",
  coalesce(case p.purpose when 'order' then '订单 ' || o.no when 'recharge' then '充值 ' || p.no when 'repayment' then '还款 ' || p.no end,
           '待查 ' || s.no, '') as "matchedTo"
  from bank_line l ${MATCHED}`

export interface LineFilter extends Period {
  state: BankLineState | null
  keywords: string
}

const paidBy = (keywords: string) =>
  sql<SqlBool>`pairs_of(lower(l.payer_name)) @> pairs_of(lower(${keywords})) and ${isLike(sql`l.payer_name`, `%${plainLike(keywords)}%`)}`
const isNumbered = (keywords: string) => sql<SqlBool>`l.serial like ${`${plainLike(keywords)}%`}`

/** Each once, so many at most, and by its index: who paid, the beginning of the serial number, the amount. */
function linesCalled(keywords: string, most: number, where: RawBuilder<SqlBool> = sql<SqlBool>`true`): RawBuilder<unknown> {
  const says = [paidBy(keywords), isNumbered(keywords), sql<SqlBool>`l.amount = ${fenFromYuan(keywords)}::bigint`]
  // What one index finds is not asked of by the words of another: letter by letter that takes longer than to name an id twice.
  const found = says.map((said) => sql`(select l.id from bank_line l ${MATCHED} where ${said} and ${where} limit ${most})`)
  return sql.join(found, sql` union `)
}
/**
 * The newest line that words can mean which are no amount. Serial numbers follow time, so those with one beginning may all be old; a payer
 * with very many lines is met at once.
 */
const newestCalled = (keywords: string) => sql`
  (select greatest(
     (select case when count(*) > ${FEW} then ${Number.MAX_SAFE_INTEGER}::bigint else max(id) end
        from (select l.id from bank_line l where ${paidBy(keywords)} limit ${FEW + 1}) f),
     (select max(id) from (select l.id from bank_line l where ${isNumbered(keywords)} offset 0) f)))`
const foundBy = (connection: Connection, { keywords }: LineFilter): Promise<number[] | null> =>
  keywords === '' ? Promise.resolve(null) : fewOf(connection, linesCalled(keywords, FEW + 1))

/** found: what the words mean; null: too many to name, or no words. */
function whereOf({ state, from, until, keywords }: LineFilter, found: readonly number[] | null): RawBuilder<SqlBool> {
  const parts = [orderSeen('p.order_id', 'coalesce(p.company_id, s.company_id)')]
  if (state !== null) parts.push(sql<SqlBool>`l.state = ${state}`)
  if (from !== null) parts.push(sql<SqlBool>`l.day >= (${from}::timestamptz at time zone 'Asia/Shanghai')::date`)
  if (until !== null) parts.push(sql<SqlBool>`l.day < (${until}::timestamptz at time zone 'Asia/Shanghai')::date`)
  if (found !== null) parts.push(sql<SqlBool>`l.id = any(${[...found]}::bigint[])`)
  else if (keywords !== '') {
    const says = sql`${isNumbered(keywords)} or ${isLike(sql`l.payer_name`, `%${plainLike(keywords)}%`)}`
    parts.push(sql<SqlBool>`(${says} or l.amount = ${fenFromYuan(keywords)}::bigint)`)
    // The walk begins there. An amount that very many have is met at once.
    if (fenFromYuan(keywords) === null) parts.push(sql<SqlBool>`l.id <= ${newestCalled(keywords)}`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** What is open, the oldest first; else the newest. */
export async function linePage(
  connection: Connection,
  filter: LineFilter,
  offset: number,
  limit: number,
): Promise<{ rows: BankLineRow[]; total: number }> {
  const few = await foundBy(connection, filter)
  const where = whereOf(filter, few)
  const order = filter.state === 'open' ? sql`l.id asc` : sql`l.id desc`
  const { rows } = await sql<BankLineRow>`select ${LINE} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(
    connection,
  )
  // Of very many: by the index of the words, and not along the list.
  const counted =
    few === null && filter.keywords !== ''
      ? linesCalled(filter.keywords, COUNTED, whereOf({ ...filter, keywords: '' }, null))
      : sql`select from bank_line l ${MATCHED} where ${where}`
  const count = await sql<{ total: number }>`select count(*)::integer as total from (${counted} limit ${COUNTED}) counted`.execute(
    connection,
  )
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** From the newest on, for a file. */
export async function linesBefore(
  connection: Connection,
  filter: LineFilter,
  before: number | null,
  limit: number,
): Promise<BankLineRow[]> {
  const where = whereOf(filter, await foundBy(connection, filter))
  const { rows } = await sql<BankLineRow>`
    select ${LINE} where ${where} and l.id < ${before ?? Number.MAX_SAFE_INTEGER} order by l.id desc limit ${limit}`.execute(connection)
  return rows
}

export async function findLine(connection: Connection, id: number): Promise<BankLineRow | null> {
  const seen = orderSeen('p.order_id', 'coalesce(p.company_id, s.company_id)')
  const { rows } = await sql<BankLineRow>`select ${LINE} where l.id = ${id} and ${seen}`.execute(connection)
  return rows[0] ?? null
}

export interface LineSums {
  open: number
  amount: Fen
  oldest: string
}
export async function openSums(connection: Connection): Promise<LineSums> {
  const { rows } = await sql<LineSums>`
    select count(*)::integer as open, coalesce(sum(amount), 0)::bigint as amount, coalesce(min(day)::text, '') as oldest
      from bank_line where state = 'open'`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('no sums of the open lines')
  return row
}

export interface DaySums {
  day: string
  count: number
  amount: Fen
  matched: number
  matchedAmount: Fen
}
/** Of the latest day that anything came in. */
export async function latestDaySums(connection: Connection): Promise<DaySums> {
  const { rows } = await sql<DaySums>`
    select coalesce(max(day)::text, '') as day, count(*)::integer as count, coalesce(sum(amount), 0)::bigint as amount,
           count(*) filter (where state = 'matched')::integer as matched,
           coalesce(sum(amount) filter (where state = 'matched'), 0)::bigint as "matchedAmount"
      from bank_line where day = (select max(day) from bank_line)`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('no sums of the latest day')
  return row
}
