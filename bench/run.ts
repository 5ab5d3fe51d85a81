/**
 * npm run bench: one JSON line a figure, each beside its limit of the same run.
 *
 *   --goods FILE --stock FILE   a wholesaler's lists for the first size; without them goods are generated
 *   --sizes 16000,200000,1000000
 *   --only finding,freshness,buying,pages,papers,paper-lists,pricing,console,figures, and phone, which asks for a browser
 *   --orders 1000000            for the lists and reports of the operators' site; a tenth as many companies, twice as many batches
 *   --asking REGEX              of these lists, by the path and filter that the figure names
 *   --kept                      asks over the operators' database that an earlier run left on the server of DATABASE_URL
 *
 * Uses a throw-away PostgreSQL of its own, with the settings of a shop that is in use (durable commits).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runImport } from '../apps/server/src/modules/goods/import/run.ts'
import { type DatabaseHandle, openDatabase } from '../apps/server/src/platform/database.ts'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { migrate } from '../apps/server/src/platform/migrations.ts'
import { makeBuyers } from './buyers.ts'
import { measureCart, measureFlashSale, measureOrders } from './buying.ts'
import { measureConsole } from './console.ts'
import { say, tell } from './figure.ts'
import { measureFigures } from './figures.ts'
import { type FindingFigures, measureFinding } from './finding.ts'
import { measureFreshness } from './freshness.ts'
import { generateGoods } from './generate.ts'
import { cookieOf, measurePages } from './pages.ts'
import { measurePapers } from './papers.ts'
import { measurePhone } from './phone.ts'
import { measurePricing } from './pricing.ts'
import { measureOneGoods, measurePurchase } from './purchase.ts'
import { type Running, startLimit, startShop } from './servers.ts'
import { openTpcb } from './tpcb.ts'
import { fillWholesaler } from './wholesaler.ts'

const { values } = parseArgs({
  options: {
    goods: { type: 'string' },
    stock: { type: 'string' },
    sizes: { type: 'string', default: '16000,200000,1000000' },
    only: { type: 'string', default: 'finding,freshness,buying,pages,papers,paper-lists,pricing,console,figures' },
    orders: { type: 'string', default: '1000000' },
    asking: { type: 'string', default: '' },
    kept: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const only = new Set(values.only.split(','))
const orders = Number(values.orders)
if (!Number.isInteger(orders) || orders < 100_000) throw new Error('--orders: a whole number of at least 100000')
if (sizes.some((size) => !Number.isInteger(size) || size < 1000)) throw new Error('--sizes: whole numbers of at least 1000')

/** Parts that are measured on one shop, one after the other. */
const SERVED: readonly string[] = ['finding', 'freshness', 'buying']
const ORDERS = 600
const PURCHASES = 400
const MEMBERS = 8
const GOODS_OF_CONSOLE = 20_000

/** Orders need batches behind the figures; lists do not. */
async function giveBatches(database: DatabaseHandle): Promise<void> {
  await database.pool.query(
    `insert into stock_batch (warehouse_id, goods_id, batch_no, expiry_date, available)
     select warehouse_id, goods_id, 'B1', coalesce(last_expiry, date '2099-12-31'), available from goods_stock where available > 0`,
  )
  await database.pool.query('vacuum analyze stock_batch')
}

async function fill(database: DatabaseHandle, size: number, first: boolean): Promise<string> {
  if (!first || !values.goods) {
    const started = performance.now()
    await generateGoods(database, size)
    if (first) await giveBatches(database)
    tell(`${size} goods generated in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return size >= 1_000_000 ? `${size / 1_000_000}M generated` : `${size / 1000}k generated`
  }
  let rows = 0
  for (const kind of ['goods', 'stock'] as const) {
    const path = values[kind]
    if (!path) continue
    const started = performance.now()
    const result = await runImport(database, {
      kind,
      path,
      dryRun: false,
      map: new Map(),
      by: 'bench',
      now: new Date(),
      onFinding: () => undefined,
      onProgress: () => undefined,
    })
    const perSecond = result.rows / ((performance.now() - started) / 1000)
    say({
      figure: `import of ${kind}`,
      value: perSecond,
      unit: 'rows per second',
      ...(kind === 'goods' && { target: '≥ 5000', ok: perSecond >= 5000 }),
      note: `${result.rows} rows, ${result.refused} refused`,
    })
    if (kind === 'goods') rows = result.inserted
  }
  await database.pool.query('vacuum analyze')
  return `${Math.round(rows / 1000)}k imported`
}

const urlOf = (name: string, adminUrl: string) => adminUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
const keptDatabase = (name: string, adminUrl: string) => {
  const url = urlOf(name, adminUrl)
  return { url, database: openDatabase(url) }
}

async function emptyDatabase(name: string, adminUrl: string): Promise<{ url: string; database: DatabaseHandle }> {
  const admin = openDatabase(adminUrl, { max: 1 })
  await admin.pool.query(`drop database if exists ${name} with (force)`)
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  const { url, database } = keptDatabase(name, adminUrl)
  await migrate(database)
  return { url, database }
}

async function measureWholesaler(adminUrl: string, home: string): Promise<void> {
  const name = 'bench_console'
  const { url, database } = values.kept ? keptDatabase(name, adminUrl) : await emptyDatabase(name, adminUrl)
  const sizes = { companies: orders / 10, orders, batches: orders * 2 }
  if (!values.kept) {
    await generateGoods(database, GOODS_OF_CONSOLE)
    const started = performance.now()
    await fillWholesaler(database, sizes)
    const seconds = (performance.now() - started) / 1000
    tell(`${sizes.orders} orders, ${sizes.companies} companies, ${sizes.batches} batches in ${seconds.toFixed(0)} s`)
  }
  const start = () => startShop(url, home)
  if (only.has('console')) await measureConsole(database, new RegExp(values.asking), start)
  if (only.has('figures')) await measureFigures(database, start)
  await database.close()
}

async function measureBuying(shop: Running, limit: string, database: DatabaseHandle, adminUrl: string): Promise<void> {
  const tpcb = await openTpcb(adminUrl)
  await measureCart(shop.origin, database)
  await measureOneGoods(shop, limit, database)
  await measureOrders(shop, database, ORDERS, tpcb)
  await measurePurchase(shop, database, PURCHASES, tpcb)
  await measureFlashSale(shop, database, ORDERS, tpcb)
}

async function measureShopPages(adminUrl: string, home: string): Promise<void> {
  const { url, database } = await emptyDatabase('bench_pages', adminUrl)
  await database.close()
  const shop = await startShop(url, home, { environment: { DEMO: '1' } })
  try {
    if (only.has('pages')) await measurePages(shop, home)
    if (only.has('phone')) await measurePhone(shop.origin, await cookieOf(shop.origin, '13900000001'))
  } finally {
    await shop.stop()
  }
}

async function measureSize(
  size: number,
  first: boolean,
  small: FindingFigures | null,
  adminUrl: string,
  home: string,
): Promise<FindingFigures | null> {
  const { url, database } = await emptyDatabase(`bench_${size}`, adminUrl)
  const label = await fill(database, size, first)
  const papers = { making: only.has('papers'), lists: only.has('paper-lists') }
  if (first && (papers.making || papers.lists)) await measurePapers(url, home, database, label, papers)
  if (![...only].some((part) => SERVED.includes(part))) {
    await database.close()
    return null
  }
  const buyers = await makeBuyers(database, MEMBERS)
  const shop = await startShop(url, home)
  say({ figure: `start until ready, ${label}`, value: shop.readyAfterMs / 1000, unit: 's' })
  const limit = await startLimit(url)
  try {
    const figures = only.has('finding') ? await measureFinding(label, shop.origin, limit.origin, database, buyers, small) : null
    if (first && only.has('freshness')) {
      const second = await startShop(url, home)
      await measureFreshness(label, [shop.origin, second.origin], database, buyers).finally(second.stop)
    }
    if (first && only.has('buying')) await measureBuying(shop, limit.origin, database, adminUrl)
    say({
      figure: `memory of the shop’s process, ${label}`,
      value: await shop.megabytes(),
      unit: 'MB',
      note: 'resident, after all of the above',
    })
    return figures
  } finally {
    await limit.stop()
    await shop.stop()
    await database.close()
  }
}

if (only.has('pricing')) measurePricing()
// Pricing needs no database.
if (only.size === 1 && only.has('pricing')) process.exit(0)

const home = await mkdtemp(join(tmpdir(), 'anheng-bench-'))
// As root the database runs as another user, who must get in.
await chmod(home, 0o755)
const given = process.env.DATABASE_URL
const embedded = given ? null : await openEmbeddedDatabase(home)
const adminUrl = embedded?.url ?? given ?? ''
try {
  if (only.has('console') || only.has('figures')) await measureWholesaler(adminUrl, home)
  if (only.has('pages') || only.has('phone')) await measureShopPages(adminUrl, home)
  let small: FindingFigures | null = null
  const others = [...only].some((part) => !['console', 'figures', 'pricing', 'pages', 'phone'].includes(part))
  for (const [index, size] of (others ? sizes : []).entries()) {
    const figures = await measureSize(size, index === 0, small, adminUrl, home)
    small ??= figures
  }
} finally {
  await embedded?.stop()
  await rm(home, { recursive: true, force: true })
}
