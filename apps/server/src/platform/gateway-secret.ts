import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import type { DatabaseHandle } from './database.ts'

const KEY = 'gateway_secret'

/**
 * What signs the simulated gateway's callbacks, where there is such a gateway: anyone can pay there with a click. A secret
 * that the operator does not give is made once and kept in the database, so that all processes sign alike.
 */
export async function gatewaySecretFor(config: Config, { pool }: DatabaseHandle): Promise<string> {
  if (!config.standIns.includes('payment')) return ''
  if (config.gatewaySecret !== '') return config.gatewaySecret
  const fresh = JSON.stringify(randomBytes(32).toString('base64url'))
  await pool.query('insert into setting (key, value) values ($1, $2::jsonb) on conflict do nothing', [KEY, fresh])
  const { rows } = await pool.query<{ value: string }>('select value from setting where key = $1', [KEY])
  return rows[0]?.value ?? ''
}
