import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCronItems } from 'graphile-worker'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { demoTasks } from '../../demo/later.ts'
import { openDatabase } from '../platform/database.ts'
import { jobs } from '../platform/jobs.ts'
import type { TaskWork } from '../platform/tasks.ts'
import { NO_CHANNELS } from '../providers/outside/channels-file.ts'
import type { orderExpiry } from './buying/orders/public.ts'
import { collectTasks } from './modules.ts'

const SERVER = fileURLToPath(new URL('../../', import.meta.url))
const sources = ['src', 'demo'].flatMap((folder) =>
  readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(SERVER, folder, path), 'utf8') })),
)
/** Of the modules, and the demo's; nothing is asked of this database. */
function allWorks(): TaskWork[] {
  const database = openDatabase('postgresql://nobody@127.0.0.1:1/nothing', { max: 1 })
  const config = { standIns: [], publicUrl: '', port: 0, channels: NO_CHANNELS } as never
  return [...collectTasks({ database, config, jobs }), ...demoTasks({ database, search: {} as never, signer: null })]
}
const defined = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/defineTask\(\s*'([^']+)'/g)].map(([, name = '']) => ({ path, name })),
)

describe('后台任务', () => {
  it('每个定义了的任务都有且只有一处来做，名字是“模块.事情”，由那个模块自己定义', () => {
    const works = allWorks()
    expect(defined.length).toBeGreaterThan(25)
    expect(works.map(({ task }) => task.name).sort()).toEqual(defined.map(({ name }) => name).sort())
    const misnamed = defined.filter(({ path, name }) => {
      const [, owner] = /^(?:src\/modules\/\w+\/)?(\w+)\//.exec(path) ?? []
      return !/^\w+\.[a-z_]+$/.test(name) || name.split('.')[0] !== owner
    })
    expect(misnamed).toEqual([])
  })

  it('排进队列只有一条路，它只收定义过的任务和合它的内容', () => {
    const around = sources.filter(({ text }) => /add_jobs?\(|addJob\(/.test(text)).map(({ path }) => path)
    expect(around).toEqual(['src/platform/jobs.ts'])
    expectTypeOf<Parameters<typeof jobs.enqueue<typeof orderExpiry.payload>>[2]>().toEqualTypeOf<{ order_id: number }>()
    expectTypeOf<Parameters<typeof jobs.enqueue>[1]>().not.toEqualTypeOf<string>()
  })

  it('按时做的任务，时刻写在任务旁边，队列读得懂', () => {
    const daily = allWorks().filter(({ task }) => task.cron !== null)
    expect(daily.length).toBeGreaterThanOrEqual(20)
    expect(parseCronItems(daily.map(({ task }) => ({ task: task.name, match: task.cron ?? '' })))).toHaveLength(daily.length)
  })

  it('改名前的名字一个不少：升级时队列里还有的任务照做', () => {
    const former = allWorks().flatMap(({ task }) => task.formerly.map((old) => `${old} → ${task.name}`))
    expect(former.sort()).toMatchInlineSnapshot(`
      [
        "accounts_cleanup → accounts.cleanup",
        "after_sales.refund → payments.refund_return",
        "after_sales_close → aftersales.close",
        "callbacks_cleanup → payments.callbacks_cleanup",
        "contracts_expire → contracts.expire",
        "coupons_expiring → promotions.coupons_expiring",
        "credit_reminders → credit.reminders",
        "documents_certificate → documents.certificate",
        "documents_late → documents.late",
        "documents_stamp → documents.stamp",
        "files_cleanup → files.cleanup",
        "first_trade.changed → firsttrade.changed",
        "goods_arrived → stock.goods_arrived",
        "law_rejudge → law.rejudge",
        "messages_clear → messages.clear",
        "orders_advance → orders.advance",
        "packs_clear → receiving.packs_clear",
        "papers_expiry → companies.papers_expiry",
        "quick_order_cleanup → quickorder.cleanup",
        "recalls_remind → recalls.remind",
        "receipts_remind → ephedrine.remind",
        "statements_month → statements.month",
        "stock_refresh → stock.refresh",
        "stores_invited → stores.invited",
      ]
    `)
  })
})
