import { type RawBuilder, sql } from 'kysely'

/**
 * What the delivery note says of a batch: later papers of the same boxes say the same, whatever the catalogue and the companies are called
 * by now. A join, beside an order and one of its lines; null where no note was made.
 */
export const noteLine = ({ order, name, batchNo }: Record<'order' | 'name' | 'batchNo', string>): RawBuilder<unknown> => sql`
  left join lateral (
    select e.line, d.snapshot -> 'buyer' ->> 'name' as buyer
      from shipment s join document d on d.subject = 'shipment:' || s.id and d.kind = 'delivery_note' and d.state <> 'failed'
     cross join jsonb_array_elements(d.snapshot -> 'lines') as e(line)
     where s.order_id = ${sql.ref(order)} and e.line ->> 'name' = ${sql.ref(name)} and e.line ->> 'batchNo' = ${sql.ref(batchNo)}
     order by d.version desc limit 1) note on true`

/** null where the note says nothing. */
export const noteFact = (fact: string): RawBuilder<string | null> => sql`nullif(note.line ->> ${sql.lit(fact)}, '')`
