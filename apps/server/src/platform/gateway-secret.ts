import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import type { DatabaseHandle } from './database.ts'

const KEY = 'gateway_secret'

/**
 * What signs the simulated gateway's callbacks. A shop on a named database without demo data is a real one: it has no
 * simulated gateway, where anyone could pay with a click, unless GATEWAY_SECRET asks for it. Otherwise a secret is made
 * once and kept in the database, so that all processes sign alike.
 */
export async function gatewaySecretFor(config: Config, { pool }: DatabaseHandle): Promise<string> {
  if (config.gatewaySecret !== '') return config.gatewaySecret
  if (!config.demo && config.databaseUrl !== null) return ''
  const fresh = JSON.stringify(randomBytes(32).toString('base64url'))
  await pool.query('insert into setting (key, value) values ($1, $2::jsonb) on conflict do nothing', [KEY, fresh])
  const { rows } = await pool.query<{ value: string }>('select value from setting where key = $1', [KEY])
  return rows[0]?.value ?? ''
}
