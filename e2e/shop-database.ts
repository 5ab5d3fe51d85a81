import pg from 'pg'
import { type DatabaseHandle, openDatabase } from '../apps/server/src/platform/database.ts'

/** Of the shop in which this worker's journeys are. */
function shopUrl(): string {
  const url = process.env.E2E_DATABASE_URL
  if (!url) throw new Error('the journeys have no shop of their own')
  return url
}

/** What an operator changes while a buyer looks at a page: written into the journeys' own shop, whose server notices by itself. */
export async function asOperator(run: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(shopUrl())
  try {
    await client.connect()
    await run(client)
  } finally {
    await client.end()
  }
}

/** The same for what the server's tests build with. */
export async function withDatabase<Done>(run: (database: DatabaseHandle) => Promise<Done>): Promise<Done> {
  const database = openDatabase(shopUrl(), { max: 2 })
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

/** Stops an activity, or lets it run again. */
export const setActivityOpen = (name: string, open: boolean): Promise<void> =>
  asOperator(async (client) => {
    const { rowCount } = await client.query('update promotion set is_open = $2 where name = $1', [name, open])
    if (rowCount !== 1) throw new Error(`no activity ${name}`)
  })
