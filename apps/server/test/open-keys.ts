import { createHash } from 'node:crypto'
import { CALLS } from '#contract/calls.ts'
import { newSecret } from '../src/modules/open/keys/token.ts'
import type { Shop } from './harness.ts'

const ASKED = [...new Set(CALLS.flatMap(({ access, scope }) => (access === 'integration' && scope ? [scope] : [])))]
/** Every word that a buyer gives its own key. */
export const OWN_WORDS: readonly string[] = ASKED.filter((word) => word.startsWith('own.'))
/** Every word that the open API asks a key of the house for, but not the one that sets any price. */
export const OPEN_WORDS: readonly string[] = ASKED.filter((word) => !word.startsWith('own.'))

export interface OpenKeyOptions {
  name?: string
  scopes?: readonly string[]
  addresses?: readonly string[]
  expiresOn?: string
  /** Orders wait to be taken over from here on. */
  since?: Date
  /** Only what it signs comes in. */
  signs?: boolean
  /** A key of a buyer, made by this account of it; its words are then those of buyers. */
  buyer?: { companyId: number; accountId: number }
}

/** A key as if two people had made it; answers its secret. */
export async function makeOpenKey({ database: { pool } }: Pick<Shop, 'database'>, options: OpenKeyOptions = {}): Promise<string> {
  const {
    name = '测试 ERP',
    buyer,
    scopes = buyer ? OWN_WORDS : OPEN_WORDS,
    addresses = [],
    expiresOn = '2099-12-31',
    since,
    signs = false,
  } = options
  const { rows: people } = await pool.query<{ id: number }>('select id from account where is_staff order by id limit 1')
  const by = buyer?.accountId ?? people[0]?.id ?? (await idOfNew(pool))
  const { rows } = await pool.query<{ id: number }>(
    'insert into open_key (name, scopes, addresses, expires_on, made_at, made_by, company_id, signs) values ($1, $2, $3, $4, now(), $5, $6, $7) returning id',
    [name, scopes, addresses, expiresOn, by, buyer?.companyId ?? null, signs],
  )
  const secret = newSecret()
  await pool.query('insert into open_secret (open_key_id, hash, shown, issued_at, issued_by, signing) values ($1, $2, $3, now(), $4, $5)', [
    rows[0]?.id,
    createHash('sha256').update(secret).digest(),
    secret.slice(0, 16),
    by,
    signs ? secret : null,
  ])
  if (since) await pool.query('insert into open_beginning (orders_since) values ($1) on conflict do nothing', [since])
  return secret
}

async function idOfNew(pool: Shop['database']['pool']): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into account (username, name, password_hash, is_staff) values ('open-keys', '接口', 'none', true) returning id`,
  )
  return rows[0]?.id
}
