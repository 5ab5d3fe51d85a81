import pg from 'pg'
import { type DatabaseHandle, openDatabase } from '../apps/server/src/platform/database.ts'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'

async function inShop<Done>(run: (url: string) => Promise<Done>): Promise<Done> {
  const folder = process.env.E2E_DATA_DIR
  if (!folder) throw new Error('the journeys have no shop of their own')
  const shop = await openEmbeddedDatabase(folder)
  try {
    return await run(shop.url)
  } finally {
    await shop.stop()
  }
}

/** What an operator changes while a buyer looks at a page: written into the journeys' own shop, whose server notices by itself. */
export const asOperator = (run: (client: pg.Client) => Promise<void>): Promise<void> =>
  inShop(async (url) => {
    const client = new pg.Client(url)
    try {
      await client.connect()
      await run(client)
    } finally {
      await client.end()
    }
  })

/** The same for what the server's tests build with. */
export const withDatabase = <Done>(run: (database: DatabaseHandle) => Promise<Done>): Promise<Done> =>
  inShop(async (url) => {
    const database = openDatabase(url, { max: 2 })
    try {
      return await run(database)
    } finally {
      await database.close()
    }
  })

/** Stops an activity, or lets it run again. */
export const setActivityOpen = (name: string, open: boolean): Promise<void> =>
  asOperator(async (client) => {
    const { rowCount } = await client.query('update promotion set is_open = $2 where name = $1', [name, open])
    if (rowCount !== 1) throw new Error(`no activity ${name}`)
  })
