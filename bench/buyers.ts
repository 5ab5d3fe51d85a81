import { createHash, randomBytes } from 'node:crypto'
import { needsOf } from '#domain/paper-kinds.ts'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'

export interface Buyer {
  companyId: number
  cookie: string
  addressId: number
}

/** What a pharmacy must show. */
const PAPERS = needsOf('单体药店').flatMap((need) => (need.must ? need.kinds.slice(0, 1) : []))

/** Passed pharmacies with every scope, every paper, a session and an address each, straight into the tables. */
export async function makeBuyers(database: DatabaseHandle, count: number): Promise<Buyer[]> {
  const cookies = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const tag = randomBytes(4).toString('hex')
  const { rows } = await database.pool.query<{ company_id: number; address_id: number }>(
    `with c as (insert into company (name, type, province, city, rank, review_state, contract_signed)
                select '压测药房' || n, '单体药店', '四川省', '成都市', 'B', 2, true from generate_series(1, $1) n returning id),
          s as (insert into company_scope (company_id, scope_code) select c.id, b.code from c cross join business_scope b),
          q as (insert into qualification (company_id, kind, name, number, expires_on) select id, kind, kind, 'B', '2099-12-31' from c cross join unnest($4::text[]) as kind),
          a as (insert into account (username, name, password_hash) select 'bench-' || $3 || '-' || id, '压测', '' from c returning id, username),
          m as (insert into account_company (account_id, company_id) select a.id, split_part(a.username, '-', 3)::bigint from a returning account_id, company_id),
          d as (insert into address (company_id, receiver, phone, province, city, district, detail, is_default, review)
                select id, '收货人', '13900000009', '四川省', '成都市', '武侯区', '示例路 1 号', true, 'passed' from c returning id, company_id),
          n as (insert into session (token_hash, account_id, company_id, expires_at)
                select t.hash, m.account_id, m.company_id, now() + interval '1 day'
                  from (select account_id, company_id, row_number() over (order by company_id) as n from m) m
                  join unnest($2::bytea[]) with ordinality as t (hash, n) on t.n = m.n)
     select d.company_id, d.id as address_id from d order by d.company_id`,
    [count, cookies.map((cookie) => createHash('sha256').update(cookie).digest()), tag, PAPERS],
  )
  return rows.map((row, index) => ({ companyId: row.company_id, addressId: row.address_id, cookie: cookies[index] as string }))
}
