import { addStaff } from '../apps/server/src/modules/who/accounts/public.ts'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import { createEmptyDatabase, dropTestDatabase, testDatabaseUrl } from '../apps/server/test/databases.ts'
import { type RunningShop, startShop } from './running-shop.ts'

export interface RealShop extends RunningShop {
  /** What `npm run staff -- add` does: the first administrator. */
  addFirst: (person: { username: string; name: string; password: string }) => Promise<void>
}

/** DEMO=0 on an empty database: no stand-ins, no people, no goods. Ended, its database is gone. */
export async function openRealShop(): Promise<RealShop> {
  const database = await createEmptyDatabase()
  const shop = await startShop(testDatabaseUrl(database), { DEMO: '0' })
  return {
    origin: shop.origin,
    async addFirst(person) {
      const handle = openDatabase(testDatabaseUrl(database), { max: 2 })
      await addStaff(handle, person, new Date())
      await handle.close()
    },
    async stop() {
      await shop.stop()
      await dropTestDatabase(database)
    },
  }
}
