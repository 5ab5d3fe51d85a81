import type { Connection } from '../../../platform/database.ts'

export interface Pin {
  words: string
  goods_id: number
  place: 'first' | 'last'
}

/** A goods that is pinned to these words already goes to the place that is named now. */
export async function writePin(connection: Connection, pin: Pin, by: string, now: Date): Promise<number> {
  const made = { made_at: now, made_by: by }
  const { id } = await connection
    .insertInto('search_pin')
    .values({ ...pin, ...made })
    .onConflict((on) => on.columns(['words', 'goods_id']).doUpdateSet({ place: pin.place, ...made }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deletePin(connection: Connection, id: number): Promise<Pin | null> {
  const row = await connection.deleteFrom('search_pin').where('id', '=', id).returning(['words', 'goods_id', 'place']).executeTakeFirst()
  return (row as Pin | undefined) ?? null
}
