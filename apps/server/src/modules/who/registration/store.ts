import type { Connection } from '../../../platform/database.ts'

/** The company of a fresh account: what it is called and what it is follow in step 2. It has signed nothing yet. */
export async function insertCompany(
  connection: Connection,
  company: { name: string; contact: string; phone: string; storeGroupId: number | null },
  now: Date,
): Promise<number> {
  const row = await connection
    .insertInto('company')
    .values({
      name: company.name,
      type: '单体药店',
      contact: company.contact,
      phone: company.phone,
      store_group_id: company.storeGroupId,
      review_state: 0,
      contract_signed: false,
      manager_default: true,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A store of the account that was begun and whose papers nobody handed in yet. */
export async function unfinishedStore(connection: Connection, accountId: number, name: string): Promise<number | null> {
  const row = await connection
    .selectFrom('account_company')
    .innerJoin('company', 'company.id', 'account_company.company_id')
    .select('company.id')
    .where('account_company.account_id', '=', accountId)
    .where('account_company.is_owner', '=', true)
    .where('company.review_state', '=', 0)
    .where('company.name', '=', name)
    .orderBy('company.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function countStores(connection: Connection, accountId: number): Promise<number> {
  const row = await connection
    .selectFrom('account_company')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function phoneOfAccount(connection: Connection, accountId: number): Promise<{ name: string; phone: string }> {
  const row = await connection.selectFrom('account').select(['name', 'phone']).where('id', '=', accountId).executeTakeFirstOrThrow()
  return { name: row.name, phone: row.phone ?? '' }
}
