import { sql } from 'kysely'
import type { BookedMove } from '#domain/channel-bills.ts'
import { GATEWAY_CHANNELS } from '#domain/ledger.ts'
import { type Fen, fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

const OUTSIDE = sql.join(['bank', ...GATEWAY_CHANNELS].map((kind) => sql.lit(kind)))

/**
 * What went through the bank and the channels, as the ledger has it: a posting's entry in the shop's account of either. Its key says what
 * it was, and by that which channel's it is: the account alone does not, for all channels shared one until each was given its own (what was
 * moved between them then went through none). Given as a table m (posting, at, kind, account, channel, amount, payment, refund, suspense).
 */
export const channelMoves = (which: ReturnType<typeof sql>) => sql`(
  select g.id as posting, g.at, g.kind, a.kind as account, -e.amount as amount, p.id as payment, r.id as refund, s.id as suspense,
         case when a.kind = 'bank' then 'bank' else coalesce(r.channel, s.channel, p.channel, 'gateway') end as channel
    from ledger_posting g
    join ledger_entry e on e.posting_id = g.id
    join ledger_account a on a.id = e.account_id and a.company_id is null and a.kind in (${OUTSIDE})
    left join payment p on p.no = case when g.idempotency_key like 'pay:%' then substr(g.idempotency_key, 5)
                                       when g.idempotency_key like 'refund:%' then substr(g.idempotency_key, 8) end
    left join refund r on r.no = case when g.idempotency_key like 'refund\\_part:%' then substr(g.idempotency_key, 13) end
    left join suspense s on s.no = case when g.idempotency_key like 'suspense:%' then substr(g.idempotency_key, 10)
                                        when g.idempotency_key like 'suspense\\_back:%' then substr(g.idempotency_key, 15) end
   where g.kind <> 'channel_split' and (${which})) m`

interface MoveRow {
  number: string
  numbers: string[]
  amount: Fen
  at: Date
}

/** Of one channel and one day, with every number by which the channel's bill may know it. */
export async function movesOfDay(connection: Connection, channel: string, day: string): Promise<BookedMove[]> {
  const midnight = sql`${day}::date::timestamp at time zone 'Asia/Shanghai'`
  const { rows } = await sql<MoveRow>`
    select m.at, m.amount, coalesce(r.no, case when m.amount < 0 then coalesce('R' || p.no, 'R' || s.no) end, p.no, nullif(s.payment_no, ''), s.gateway_no, '') as number,
           array_remove(array[r.no, case when m.amount < 0 then 'R' || p.no end, case when m.amount < 0 then 'R' || s.no end,
                              p.no, p.gateway_no, o.no, y.no, nullif(s.payment_no, ''), s.gateway_no], null) as numbers
      from ${channelMoves(sql`g.at >= ${midnight} and g.at < ${midnight} + interval '1 day'`)}
      left join payment p on p.id = m.payment
      left join refund r on r.id = m.refund
      left join payment y on y.id = r.payment_id
      left join suspense s on s.id = m.suspense
      left join orders o on o.id = coalesce(p.order_id, r.order_id)
     where m.channel = ${channel} order by m.posting`.execute(connection)
  return rows.map(({ number, numbers, amount, at }) => ({
    number,
    numbers,
    amount: fen(Math.abs(amount)),
    isRefund: amount < 0,
    at: at.toISOString(),
  }))
}

/** Where the shop has booked what a bill names, by the bill's number: the day. */
export async function bookedElsewhere(connection: Connection, channel: string, numbers: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ number: string; day: string }>`
    select n.number, (p.paid_at at time zone 'Asia/Shanghai')::date::text as day
      from unnest(${[...numbers]}::text[]) as n(number)
      join payment p on p.channel = ${channel} and p.paid_at is not null and (p.no = n.number or p.gateway_no = n.number)`.execute(
    connection,
  )
  return new Map(rows.map(({ number, day }) => [number, day]))
}
