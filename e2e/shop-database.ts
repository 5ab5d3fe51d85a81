import pg from 'pg'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'

/** What an operator changes while a buyer looks at a page: written into the journeys' own shop, whose server notices by itself. */
export async function asOperator(run: (client: pg.Client) => Promise<void>): Promise<void> {
  const folder = process.env.E2E_DATA_DIR
  if (!folder) throw new Error('the journeys have no shop of their own')
  const shop = await openEmbeddedDatabase(folder)
  const client = new pg.Client(shop.url)
  try {
    await client.connect()
    await run(client)
  } finally {
    await client.end()
    await shop.stop()
  }
}

/** Stops an activity, or lets it run again. */
export const setActivityOpen = (name: string, open: boolean): Promise<void> =>
  asOperator(async (client) => {
    const { rowCount } = await client.query('update promotion set is_open = $2 where name = $1', [name, open])
    if (rowCount !== 1) throw new Error(`no activity ${name}`)
  })
