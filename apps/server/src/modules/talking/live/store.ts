import type { DatabaseHandle } from '../../../platform/database.ts'

/** Whose session it is and which store it uses, as the database has it now. */
export interface Standing {
  accountId: number
  companyId: number | null
  isStaff: boolean
}

/** By token hash in hex; a session that ended is not among them. */
export async function readStandings({ pool }: DatabaseHandle, hashes: readonly string[], now: Date): Promise<Map<string, Standing>> {
  const { rows } = await pool.query<Standing & { hash: string }>(
    `select encode(s.token_hash, 'hex') as hash, a.id as "accountId", ac.company_id as "companyId", a.is_staff as "isStaff"
       from session s
       join account a on a.id = s.account_id
       left join account_company ac on ac.account_id = a.id and ac.company_id = s.company_id
      where s.token_hash = any ($1::bytea[]) and s.expires_at > $2`,
    [hashes.map((hash) => Buffer.from(hash, 'hex')), now],
  )
  return new Map(rows.map((row) => [row.hash, row]))
}
