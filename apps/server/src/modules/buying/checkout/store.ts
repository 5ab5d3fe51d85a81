import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { GENERIC_PLANS } from '../../../platform/generic-plans.ts'
import { ADDRESS_COLUMNS, type AddressRow } from '../../who/accounts/public.ts'

/** Null: this key has placed orders before. asked: what it asked for, in few words. */
export async function insertCheckout(
  connection: Connection,
  who: { companyId: number; accountId: number },
  { key, asked }: { key: string; asked: string },
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number; set_config: string }>`
    insert into checkout (company_id, account_id, idempotency_key, asked, created_at)
    values (${who.companyId}, ${who.accountId}, ${key}, ${asked}, ${now})
    on conflict (company_id, idempotency_key) do nothing returning id, ${GENERIC_PLANS}`.execute(connection)
  return rows[0]?.id ?? null
}

export interface PlacedHead {
  id: number
  no: string
  status: string
  payable: Fen
}

/** What a key has placed, and what it asked for then (null: nobody kept it); empty: nothing. */
export async function placedBy(connection: Connection, companyId: number, key: string): Promise<(PlacedHead & { asked: string | null })[]> {
  const { rows } = await sql<PlacedHead & { asked: string | null }>`
    select o.id, o.no, o.status, o.payable_amount as payable, c.asked
      from checkout c join orders o on o.checkout_id = c.id
     where c.company_id = ${companyId} and c.idempotency_key = ${key} order by o.id`.execute(connection)
  return rows
}

export interface QuotedLine {
  id: number
  goods_id: number
  name: string
  unit: string
  price: Fen
  number: number
}
/** What the sheet showed beside its lines, and what the buyer had chosen on it (null: nothing). */
export interface QuotedChoice {
  zps: readonly number[] | null
  coupons: readonly number[] | null
  /** As people read them. */
  gifts: string
  couponNames: string
  reduction: Fen
  shipping: Fen
  cashback: Fen
}
export interface Quote {
  total: Fen
  lines: QuotedLine[]
  choice: QuotedChoice
}

/** So many windows of a company may stand at step 2. */
const QUOTES_MAX = 200

/** Keeps what step 2 showed; quotes of more than two days ago are of no use to anybody, and of the others the latest are kept. */
export async function saveQuote(connection: Connection, companyId: number, key: string, quote: Quote, now: Date): Promise<void> {
  await sql`
    with old as (
      delete from checkout_quote where company_id = ${companyId}
         and (created_at < ${new Date(now.getTime() - 2 * 86_400_000)}
              or idempotency_key in (select idempotency_key from checkout_quote where company_id = ${companyId}
                                      order by created_at desc, idempotency_key offset ${QUOTES_MAX - 1}))
    )
    insert into checkout_quote (company_id, idempotency_key, total, lines, choice, created_at)
    values (${companyId}, ${key}, ${quote.total}, ${JSON.stringify(quote.lines)}, ${JSON.stringify(quote.choice)}, ${now})`.execute(
    connection,
  )
}

export interface Grounds {
  settings: ReadonlyMap<string, unknown>
  address: AddressRow | null
  quote: Quote | null
}

/** What placing reads beside the cart, in one statement: the shop's terms, the address, and what step 2 showed. */
export async function readGrounds(
  connection: Connection,
  companyId: number,
  ask: { addressId: number; key: string; settings: readonly string[] },
): Promise<Grounds> {
  const { rows } = await sql<{ settings: Record<string, unknown> | null; address: AddressRow | null; quote: Quote | null }>`
    select (select json_object_agg(key, value) from setting where key = any(${ask.settings}::text[])) as settings,
           (select to_json(a) from (select ${sql.join(ADDRESS_COLUMNS.map((column) => sql.ref(column)))} from address
                                     where company_id = ${companyId} and id = ${ask.addressId}) a) as address,
           (select json_build_object('total', total, 'lines', lines, 'choice', choice) from checkout_quote
             where company_id = ${companyId} and idempotency_key = ${ask.key}) as quote`.execute(connection)
  const [row] = rows
  return { settings: new Map(Object.entries(row?.settings ?? {})), address: row?.address ?? null, quote: row?.quote ?? null }
}
