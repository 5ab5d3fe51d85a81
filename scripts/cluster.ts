/** npm run cluster: three PostgreSQL servers of which one leads, for trying what a shop does when it goes. Ctrl+C stops it; the data stays. */
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startCluster } from './lib/cluster.ts'

const { values } = parseArgs({ options: { dir: { type: 'string' }, port: { type: 'string', default: '15500' } } })
const port = Number(values.port)
if (!Number.isInteger(port) || port < 1024 || port > 65_000) {
  process.stderr.write('用法：npm run cluster -- [--dir 目录] [--port 15500]\n  从这个端口起用六个端口；目录里是三台数据库的数据和日志\n')
  process.exit(1)
}
const folder = values.dir ?? join(fileURLToPath(new URL('..', import.meta.url)), '.cluster')
const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort(new Error('不再启动')))
try {
  process.stdout.write('启动 etcd、三台 PostgreSQL（Patroni）和 HAProxy……\n')
  const cluster = await startCluster(folder, port, ending.signal)
  const all = await cluster.members()
  for (const { name, role } of all) process.stdout.write(`  ${name}  ${role}\n`)
  process.stdout.write(
    `商城：DATABASE_URL='${cluster.url}' npm start\n列表和报表读副本，再加：DATABASE_REPLICA_URL='${cluster.nodeUrls}'\n日志在 ${folder}。Ctrl+C 停止\n`,
  )
  if (!ending.signal.aborted) await once(ending.signal, 'abort')
  process.stdout.write('正在停止……\n')
  await cluster.stop()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
