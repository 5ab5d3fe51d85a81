import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { collectTasks } from '../../modules.ts'

const shop = await testShop({ now: new Date('2026-11-28T02:00:00Z') })
const { db, pool, url } = shop.database
const bearer = await makeOpenKey(shop)
const buyer = await makeCompany(db)
const goods = await makeGoods(db)
const made = (status: string) => makeOrder(db, buyer, [{ goodsId: goods, number: 1 }], { status })
const read = async (cursor = '', limit = 200) => {
  const query = new URLSearchParams({ ...(cursor && { changed_after: cursor }), limit: String(limit) })
  const answer = await shop.ask('GET', `/open/v1/orders?${query}`, { bearer })
  expect(answer.status, answer.text).toBe(200)
  return answer.data as { orders: { no: string; status: string; held: boolean }[]; cursor: string; more: boolean }
}
/** Reads on until nothing is left. */
async function readOn(cursor: string, limit?: number) {
  const orders = []
  for (let page = await read(cursor, limit); ; page = await read(cursor, limit)) {
    orders.push(...page.orders)
    cursor = page.cursor
    if (!page.more) return { orders, cursor }
  }
}
const noOf = async (id: number): Promise<string> => (await pool.query('select no from orders where id = $1', [id])).rows[0].no

const many = new pg.Pool({ connectionString: url, max: 50 })
// Its end is said before the last of them is gone, and the database goes with force: who is cut off then has nothing to say.
many.on('error', () => undefined)
afterAll(() => many.end())

describe('订单的变化', () => {
  it('从 cursor 读起：变化过的每张一次，都是此刻的样子；没有变化时 cursor 不动', async () => {
    const [one, two] = [await made('paid'), await made('pending_payment')]
    const { orders, cursor } = await readOn('')
    expect(orders.map(({ no }) => no)).toEqual([await noOf(one), await noOf(two)])
    expect(await read(cursor)).toEqual({ orders: [], cursor, more: false })
    await pool.query("update orders set status = 'paid' where id = $1", [two])
    await pool.query('update orders set held_at = now() where id = $1', [two])
    await pool.query("update orders set status = 'picking' where id = $1", [one])
    const later = await readOn(cursor)
    expect(later.orders.map(({ no, status, held }) => [no, status, held])).toEqual([
      [await noOf(two), 'paid', true],
      [await noOf(one), 'picking', false],
    ])
    // Written as it was: no change.
    await pool.query("update orders set status = 'picking' where id = $1", [one])
    expect((await read(later.cursor)).orders).toEqual([])
  })

  it('换了批号也是变化：ERP 看到的分配总是货架上拿的', async () => {
    const order = await made('paid')
    const { rows } = await pool.query(
      `insert into order_line_batch (order_line_id, stock_batch_id, batch_no, expiry_date, number)
       select l.id, b.id, b.batch_no, b.expiry_date, 1 from order_line l, stock_batch b where l.order_id = $1 limit 1 returning id`,
      [order],
    )
    const { cursor } = await readOn('')
    await pool.query("update order_line_batch set batch_no = 'OTHER' where id = $1", [rows[0].id])
    const changed = await readOn(cursor)
    expect(changed.orders).toHaveLength(1)
    await pool.query('delete from order_line_batch where id = $1', [rows[0].id])
    expect((await readOn(changed.cursor)).orders).toHaveLength(1)
  })

  it('五十个慢慢提交的事务同时写，边写边读：每张订单最后的样子都读到了，一张不漏', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => made('paid')))
    let { cursor } = await readOn('')
    const seen = new Map<string, string>()
    let writing = 50
    const writer = async (id: number) => {
      const client = await many.connect()
      try {
        for (const [column, value] of [
          ['held_at', 'now()'],
          ['held_at', 'null'],
          ['status', "'picking'"],
        ]) {
          await client.query('begin')
          await client.query(`update orders set ${column} = ${value} where id = $1`, [id])
          // The later it began, the sooner it may commit.
          await sleep(Math.random() * 120)
          await client.query('commit')
        }
      } finally {
        client.release()
        writing -= 1
      }
    }
    const writers = Promise.all(ids.map(writer))
    let pages = 0
    const readers = (async () => {
      for (let last = false; ; ) {
        const page = await read(cursor, 7)
        for (const { no, status } of page.orders) seen.set(no, status)
        cursor = page.cursor
        pages += 1
        if (last && !page.more) return
        last = writing === 0
      }
    })()
    await Promise.all([writers, readers])
    expect(pages).toBeGreaterThan(20)
    const numbers = await Promise.all(ids.map(noOf))
    expect(numbers.filter((no) => seen.get(no) !== 'picking')).toEqual([])
  }, 60_000)

  it('几个读的人同时给出位置：没有一个位置给了两次', async () => {
    await Promise.all(Array.from({ length: 30 }, () => made('paid')))
    await Promise.all(Array.from({ length: 8 }, () => readOn('', 50)))
    const { rows } = await pool.query(
      'select count(*)::int as n, count(distinct seq)::int as d, count(*) filter (where seq is null)::int as f from open_event',
    )
    expect(rows[0]).toMatchObject({ f: 0, d: rows[0].n })
    const { rows: stream } = await pool.query('select published::int as p, (select max(seq)::int from open_event) as m from open_stream')
    expect(stream[0].p).toBe(stream[0].m)
  })

  it('乱写的 cursor 指明；清理过的、比商城还新的（恢复过备份）答 CURSOR_GONE', async () => {
    const { cursor } = await readOn('')
    for (const wrong of ['x', 'djE6', Buffer.from('v1:-5').toString('base64url'), `${cursor}=`]) {
      const { status, data } = await shop.ask('GET', `/open/v1/orders?changed_after=${wrong}`, { bearer })
      expect([wrong, status, data.errors?.[0]?.pointer]).toEqual([wrong, 422, '/changed_after'])
    }
    const early = await read('', 1)
    await pool.query("update open_event set at = at - interval '91 days'")
    await made('paid')
    const task = collectTasks({ database: shop.database, config: shop.config, jobs: shop.jobs as never }).find(
      (one) => one.task.name === 'outgoing.sweep',
    )
    await task?.run({}, new Date())
    const gone = await shop.ask('GET', `/open/v1/orders?changed_after=${early.cursor}`, { bearer })
    expect([gone.status, gone.data.code]).toEqual([410, 'CURSOR_GONE'])
    // Whoever had read up to there goes on.
    expect((await readOn(cursor)).orders).toHaveLength(1)
    expect((await readOn('')).orders).toHaveLength(1)
    const ahead = Buffer.from('v1:99999999').toString('base64url')
    expect((await shop.ask('GET', `/open/v1/orders?changed_after=${ahead}`, { bearer })).data.code).toBe('CURSOR_GONE')
  })
})
