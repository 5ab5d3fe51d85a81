import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { defaultDataDir } from './platform/embedded/default-data-dir.ts'
import { eventLog } from './platform/log.ts'
import { type RunningShop, startShop } from './shop.ts'

const SOURCE_TREE = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')
/** Longer than any request may take; after it the process ends anyhow. */
const STOP_LIMIT_MS = 45_000

/** A shop that cannot go on has nothing to wait for. */
const END_LIMIT_MS = 5_000

const say = (line: string) => process.stdout.write(`${line}\n`)
/** By scripts/dev.ts after something was saved: only what is news is said. */
const isAgain = process.argv.includes('--again')
/** Behind the development server: it says by itself where the shop is, and this port is nobody's business. */
const isBehind = process.argv.includes('--behind')
const sayOnce = (line: string) => void (isAgain || say(line))

function refuse(heading: string, lines: readonly string[]): never {
  process.stderr.write(`${heading}\n${lines.map((line) => `  ${line}\n`).join('')}`)
  process.exit(1)
}

function configOrRefuse(): Config {
  try {
    return readConfig(process.env, () => defaultDataDir(SOURCE_TREE))
  } catch (error) {
    if (error instanceof ConfigError) refuse('配置有误，未启动：', error.problems)
    throw error
  }
}

/** What stopped the start, for a person; the technical cause goes with it only when it is not one that we know. */
function explain(error: unknown, config: Config): string[] {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return [`端口 ${config.port} 已被占用：请用 PORT 换一个端口，或先停止占用它的程序`]
  if (code === 'EACCES') return [`无权使用端口 ${config.port} 或目录 ${config.dataDir}`]
  if (config.databaseUrl !== null && ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '28000', '3D000'].includes(code)) {
    return [`连接不上 DATABASE_URL 指定的数据库（${code}）：请检查地址、用户、密码和数据库名`]
  }
  if (!(error instanceof Error)) return [String(error)]
  const cause = error.cause instanceof Error ? [`原因：${error.cause.message}`] : []
  return config.logLevel === 'debug' || config.logLevel === 'trace'
    ? [error.stack ?? error.message, ...cause]
    : [...error.message.split('\n'), ...cause]
}

/** The first signal stops in order, later ones are heard already; a second Ctrl+C stops at once. */
function stopOnSignals(shop: Promise<RunningShop>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    sayOnce('正在停止……')
    let awaited = '启动'
    setTimeout(() => {
      process.stderr.write(`停止超时：${STOP_LIMIT_MS / 1000} 秒后仍在等${awaited}，不再等了\n`)
      process.exit(1)
    }, STOP_LIMIT_MS).unref()
    try {
      await (await shop).stop((what) => {
        awaited = what
      })
    } catch (error) {
      process.stderr.write(`停止时出错：${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    }
    sayOnce('已停止')
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => {
    if (stopping) process.exit(1)
    void stop()
  })
  // Started by scripts/start.mjs: when that is killed its channel closes, and nobody else would stop the shop.
  if (process.channel) process.once('disconnect', () => void stop())
}

const startedAt = performance.now()
const config = configOrRefuse()
const log = eventLog(config.logLevel)
// Node's own warnings, in lines like the others.
process.removeAllListeners('warning')
process.on('warning', (warning) => log.warn('a warning of the runtime', warning))

/** Nothing can be served any more: the process ends, so that whoever watches over it starts it anew. */
function end(error: unknown): void {
  log.error('the shop cannot go on', error)
  process.stderr.write(`商城无法继续运行：${error instanceof Error ? error.message : String(error)}\n`)
  setTimeout(() => process.exit(1), END_LIMIT_MS).unref()
  starting
    .then(({ stop }) => stop())
    .then(
      () => process.exit(1),
      () => process.exit(1),
    )
}
process.on('uncaughtException', end)
process.on('unhandledRejection', end)

const starting: Promise<RunningShop> = startShop(config, say, log, end)
stopOnSignals(starting)
try {
  const { app, words } = await starting
  const address = app.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : config.port
  sayOnce(`安衡药采已启动（${((performance.now() - startedAt) / 1000).toFixed(1)} 秒）${isBehind ? '' : `：http://localhost:${port}`}`)
  for (const line of words) sayOnce(line)
} catch (error) {
  refuse('启动失败：', explain(error, config))
}
