import { type DatabaseHandle, openDatabase } from '../apps/server/src/platform/database.ts'
import { makeAddress, makeCompany, makeGoods, makeSession, makeStaff, next } from '../apps/server/test/fixtures.ts'
import { makeOpenKey } from '../apps/server/test/open-keys.ts'

/** Sessions straight into the tables: a fuzz that logs out, or freezes a company, goes on with fresh ones. */
export interface Actor {
  name: string
  cookie: () => Promise<string>
}

const ACCOUNTS = ['13900000001', '13900000002', '13900000003', '13900000004', '13900000005']
/** One who may do everything. */
export const STAFF = 'staff'
/** Another system, whose key is given in the place of a cookie. */
export const ERP = 'erp'

export async function makeActors(database: DatabaseHandle): Promise<Actor[]> {
  await makeStaff(database.db, '压力测试员', '质管')
  const { rows } = await database.pool.query<{ username: string; id: number; company_id: number | null }>(
    `select a.username, a.id, (select m.company_id from account_company m where m.account_id = a.id order by m.company_id limit 1) as company_id
       from account a where a.username = any($1)
      union all
     select '${STAFF}', max(id), null from account where name = '压力测试员'`,
    [ACCOUNTS],
  )
  const actors = rows.map(({ username, id, company_id }): Actor => {
    let held: Promise<string> | null = null
    let used = 0
    const fresh = () => makeSession(database.db, id, company_id)
    return {
      name: username,
      async cookie() {
        used += 1
        if (held === null || used % 25 === 0) held = fresh()
        return held
      },
    }
  })
  const key = await makeOpenKey({ database })
  return [{ name: 'visitor', cookie: async () => '' }, { name: ERP, cookie: async () => key }, ...actors]
}

export interface TorturedBuyer {
  companyId: number
  cookie: string
  addressId: number
}

/** Builders number what they make; the demo has the first numbers already. */
const DEMO_NUMBERS = 100
export function passDemoNumbers(): void {
  for (let number = next(); number < DEMO_NUMBERS; ) number = next()
}

/** Pharmacies that may buy, each with the address of its licence. */
export async function makeBuyers(database: DatabaseHandle, count: number): Promise<TorturedBuyer[]> {
  passDemoNumbers()
  const buyers: TorturedBuyer[] = []
  for (let index = 0; index < count; index += 1) {
    const { companyId, cookie } = await makeCompany(database.db)
    const addressId = await makeAddress(database.db, companyId, { is_licence: true })
    buyers.push({ companyId, cookie, addressId })
  }
  return buyers
}

export const makeTable = async (database: DatabaseHandle, count: number, stock: number): Promise<number[]> => {
  const ids: number[] = []
  // One after another: concurrent builders would wait for the same manufacturer's row.
  for (let index = 0; index < count; index += 1) ids.push(await makeGoods(database.db, { stock, price: '100.00' }))
  return ids
}

export const openFor = (url: string): DatabaseHandle => openDatabase(url, { max: 4 })
