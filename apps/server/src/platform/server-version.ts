import type { DatabaseHandle } from './database.ts'

/** `unique nulls not distinct` of the schema came with it; everything is tried on 18. */
export const OLDEST_SERVER = 15

export class UnfitServer extends Error {}

/** What a server must be to carry the shop; answers what is only worse than it should be. */
export async function checkServer({ pool }: Pick<DatabaseHandle, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ version: number; shown: string; encoding: string; plain: boolean }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as shown,
            pg_encoding_to_char(encoding) as encoding,
            datcollate in ('C', 'POSIX') or datcollate ilike 'C.UTF%8' as plain
       from pg_database where datname = current_database()`,
  )
  const [server] = rows
  if (!server) throw new Error('the server does not say what it is')
  if (server.version < OLDEST_SERVER * 10_000)
    throw new UnfitServer(`数据库是 PostgreSQL ${server.shown}，至少需要 ${OLDEST_SERVER}（推荐 18）：请升级后再启动`)
  if (server.encoding !== 'UTF8')
    throw new UnfitServer(
      `数据库的编码是 ${server.encoding}，必须是 UTF8：请用 create database … encoding 'UTF8' template template0 另建一个`,
    )
  return server.plain
    ? []
    : [
        "数据库的排序规则不是 C：按前缀查找用不上索引，会慢。建库时请用 locale_provider builtin builtin_locale 'C.UTF-8'（18），或 lc_collate 'C'",
      ]
}

/** Limits of requests behind a pooler are its to set, at each connection that it opens; answers what is missing. */
export async function checkPooler({ pool }: Pick<DatabaseHandle, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by 1`,
  )
  return rows.length === 0
    ? []
    : [`连接池没有给连接设 ${rows.map(({ name }) => name).join('、')}：卡住的语句不会自己结束。见 deploy/pgbouncer.ini 的 connect_query`]
}
