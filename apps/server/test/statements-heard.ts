import type pg from 'pg'

/** Hears the text of every statement that a pool's connections send. */
export function hearStatements(pool: pg.Pool, hear: (text: string) => void): void {
  const heard = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (heard.has(client)) return
    heard.add(client)
    const plain = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const [asked] = given as [string | { text: string }]
      hear(typeof asked === 'string' ? asked : asked.text)
      return plain(...given)
    }) as typeof client.query
  })
}
