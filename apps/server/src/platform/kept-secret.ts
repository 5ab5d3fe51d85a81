import { randomBytes } from 'node:crypto'
import type { DatabaseHandle } from './database.ts'

/** A secret that is made once and kept in a setting, so that all processes sign alike. */
export async function keptSecret({ pool }: Pick<DatabaseHandle, 'pool'>, key: 'gateway_secret' | 'device_secret'): Promise<string> {
  const fresh = JSON.stringify(randomBytes(32).toString('base64url'))
  await pool.query('insert into setting (key, value) values ($1, $2::jsonb) on conflict do nothing', [key, fresh])
  const { rows } = await pool.query<{ value: string }>('select value from setting where key = $1', [key])
  const [row] = rows
  if (!row) throw new Error(`the setting ${key} was not kept`)
  return row.value
}
