import { sql } from 'kysely'
import type { LineFault } from '#domain/bank-lines.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** A line of a file, with what it is known by. */
export interface KeyedLine {
  line: number
  key: string
  day: string
  time: string
  payerName: string
  payerAccount: string
  amount: Fen
  memo: string
  serial: string
}

export interface ReadFile {
  fileName: string
  lines: readonly KeyedLine[]
  faults: readonly LineFault[]
  faultCount: number
  outgoing: number
}

export async function insertImport(connection: Connection, file: ReadFile, by: string, now: Date): Promise<number> {
  const { id } = await connection
    .insertInto('bank_import')
    .values({
      file_name: file.fileName,
      lines: JSON.stringify(file.lines),
      faults: JSON.stringify(file.faults),
      fault_count: file.faultCount,
      outgoing: file.outgoing,
      line_count: file.lines.length,
      read_by: by,
      read_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function lockImport(connection: Connection, id: number): Promise<{ state: 'shown' | 'taken'; fresh: number } | null> {
  const { rows } = await sql<{ state: 'shown' | 'taken'; fresh: number }>`
    select state, coalesce(fresh_count, 0) as fresh from bank_import where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

/** Of a file's lines those that look like one that is here under another name. */
export const isAlike = sql`exists (
  select from bank_line b
   where b.amount = l.amount and b.day = l.day and b.payer_name = l."payerName" and b.key <> l.key
     and (b.serial = '' or l.serial = '' or (b.time = l.time and l.time <> '')))`

/** The lines of a read file, as a table l. */
export const linesOf = (id: number) => sql`
  bank_import i cross join lateral jsonb_to_recordset(i.lines)
       as l(line integer, key text, day date, time text, "payerName" text, "payerAccount" text, amount bigint, memo text, serial text)
 where i.id = ${id}`

/** Answers how many were new. One key is one line, whoever takes it in at the same moment. */
export async function takeLines(connection: Connection, id: number, alike: boolean): Promise<number> {
  const { rows } = await sql<{ fresh: number }>`
    with taken as (
      insert into bank_line (import_id, line, key, day, time, payer_name, payer_account, amount, memo, serial)
      select i.id, l.line, l.key, l.day, l.time, l."payerName", l."payerAccount", l.amount, l.memo, l.serial
        from ${linesOf(id)} and (${alike} or not ${isAlike})
       order by l.key
      on conflict (key) do nothing returning id
    ) select count(*)::integer as fresh from taken`.execute(connection)
  return rows[0]?.fresh ?? 0
}

export async function markTaken(connection: Connection, id: number, fresh: number, by: string, now: Date): Promise<void> {
  await connection
    .updateTable('bank_import')
    .set({ state: 'taken', fresh_count: fresh, taken_by: by, taken_at: now, lines: '[]' })
    .where('id', '=', id)
    .execute()
}

/** What was read and never taken in is not kept for ever. */
export async function forgetImports(connection: Connection, before: Date): Promise<void> {
  await connection.deleteFrom('bank_import').where('state', '=', 'shown').where('read_at', '<', before).execute()
}

export type BankLineState = 'open' | 'matched' | 'suspended' | 'aside'
export interface LockedLine {
  id: number
  key: string
  amount: Fen
  payerName: string
  memo: string
  state: BankLineState
  /** Who read the file that says it, and who took it in. */
  broughtBy: string[]
}

export async function lockLine(connection: Connection, id: number): Promise<LockedLine | null> {
  const { rows } = await sql<LockedLine>`
    select l.id, l.key, l.amount, l.payer_name as "payerName", l.memo, l.state, array[i.read_by, i.taken_by] as "broughtBy"
      from bank_line l join bank_import i on i.id = l.import_id where l.id = ${id} for update of l`.execute(connection)
  return rows[0] ?? null
}

export interface LineDecision {
  state: BankLineState
  paymentId?: number
  suspenseId?: number
  note: string
  by: string
}

export async function decideLine(connection: Connection, id: number, decision: LineDecision, now: Date): Promise<void> {
  const isOpen = decision.state === 'open'
  await connection
    .updateTable('bank_line')
    .set({
      state: decision.state,
      payment_id: decision.paymentId ?? null,
      suspense_id: decision.suspenseId ?? null,
      note: decision.note,
      decided_by: isOpen ? '' : decision.by,
      decided_at: isOpen ? null : now,
    })
    .where('id', '=', id)
    .execute()
}
