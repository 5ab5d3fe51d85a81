import { sql } from 'kysely'
import type { LabelSize } from '#contract/constants.ts'
import type { LabelKind } from '#contract/labels.ts'
import type { Connection } from '../../../platform/database.ts'

export interface PrintedOf {
  subject: string
  cartons?: number
  first?: number
  last?: number
}
export interface Wish {
  kind: LabelKind
  size: LabelSize
  /** The call's own body, to be drawn from. */
  wish: unknown
  labels: number
}

/** Prints of one record, one after the other: each knows those before it. */
async function lockSubjects(connection: Connection, subjects: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('label:' || subject, 0))
      from (select unnest(${[...subjects].sort()}::text[]) as subject) s`.execute(connection)
}

/** Answers the print, and how many prints before had some of the same labels, by record. */
export async function insertPrint(
  connection: Connection,
  { kind, size, wish, labels }: Wish,
  of: readonly PrintedOf[],
  actor: { accountId: number; name: string },
  now: Date,
): Promise<{ id: number; again: Map<string, number> }> {
  await lockSubjects(
    connection,
    of.map(({ subject }) => subject),
  )
  const { rows } = await sql<{ id: number }>`
    insert into label_print (kind, size, wish, labels, account_id, actor, printed_at)
    values (${kind}, ${size}, ${JSON.stringify(wish)}::jsonb, ${labels}, ${actor.accountId}, ${actor.name}, ${now}) returning id`.execute(
    connection,
  )
  const id = rows[0]?.id ?? 0
  const { rows: written } = await sql<{ subject: string; again: number }>`
    insert into label_print_of (print_id, kind, subject, cartons, first, last, again)
    select ${id}, ${kind}, n.subject, n.cartons, n.first, n.last,
           (select count(*)::integer from label_print_of f
             where f.subject = n.subject and f.kind = ${kind} and (n.first is null or (f.first <= n.last and f.last >= n.first)))
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as n (subject text, cartons integer, first integer, last integer)
    returning subject, again`.execute(connection)
  return { id, again: new Map(written.map(({ subject, again }) => [subject, again])) }
}

export interface PrintRow extends Wish {
  printedAt: Date
  of: { subject: string; again: number }[]
}
/** Of whoever had it printed. */
export async function ownPrint(connection: Connection, id: number, accountId: number): Promise<PrintRow | null> {
  const { rows } = await sql<PrintRow>`
    select kind, size, wish, labels, printed_at as "printedAt",
           (select json_agg(json_build_object('subject', f.subject, 'again', f.again)) from label_print_of f where f.print_id = p.id) as of
      from label_print p where id = ${id} and account_id = ${accountId}`.execute(connection)
  return rows[0] ?? null
}

export interface OrderPrint {
  kind: LabelKind
  at: Date
  by: string
  cartons: number | null
  first: number | null
  last: number | null
}
const PRINTS = 20
/** The newest first. */
export async function orderPrints(connection: Connection, orderId: number): Promise<OrderPrint[]> {
  const { rows } = await sql<OrderPrint>`
    select f.kind, p.printed_at as at, p.actor as by, f.cartons, f.first, f.last
      from label_print_of f join label_print p on p.id = f.print_id
     where f.subject = ${`order:${orderId}`} and f.kind in ('carton', 'address') order by f.print_id desc limit ${PRINTS}`.execute(
    connection,
  )
  return rows
}
