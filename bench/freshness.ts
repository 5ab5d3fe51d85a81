import { setTimeout } from 'node:timers/promises'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { type Buyer, makeBuyers } from './buyers.ts'
import { say } from './figure.ts'
import { byMembers, pages } from './finding.ts'
import { ask, percentile } from './http.ts'
import { load } from './load.ts'

const ROUNDS = 40
/** Of each process, all the while. */
const CLIENTS = 4
const LOOK_EVERY_MS = 5
const GIVE_UP_MS = 20_000
const TARGET_MS = 1_000
const NAME = '保鲜度量颗粒'

/** A goods of its own, otherwise as one that is on the shelf. */
async function makeGoods({ pool }: DatabaseHandle): Promise<number> {
  const { rows: columns } = await pool.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_name = 'goods' and table_schema = current_schema() and column_name not in ('id', 'code', 'name', 'generic_name', 'base_price')`,
  )
  const list = columns.map(({ name }) => name).join(', ')
  const { rows } = await pool.query<{ id: number }>(
    `with made as (insert into goods (code, name, generic_name, base_price, ${list})
                   select 'FRESH', $1, $1, 1000, ${list} from goods g where on_shelf and availability_id is null
                      and exists (select from goods_stock s where s.goods_id = g.id and s.available > 0) order by id limit 1 returning id),
          stocked as (insert into goods_stock (goods_id, warehouse_id, available, first_expiry, last_expiry)
                      select made.id, (select min(id) from warehouse), 500, '2099-01-01', '2099-01-01' from made)
     select id from made`,
    [NAME],
  )
  const [made] = rows
  if (!made) throw new Error('no goods was made')
  return made.id
}

interface Kind {
  name: string
  /** Changes something for the n-th time; answers what is to be seen then. */
  write: (round: number) => Promise<unknown>
  see: (origin: string) => Promise<unknown>
}

function kindsOf({ pool }: DatabaseHandle, goods: number, buyer: Buyer, article: number): Kind[] {
  const list = (more: string) => async (origin: string) =>
    (await ask(origin, 'GET', `/api/goods/list?keywords=${encodeURIComponent(NAME)}${more}`, buyer.cookie)).data.list
  const priceOf = (rows: { price: string | null }[]) => rows[0]?.price ?? null
  let wanted = ''
  return [
    {
      name: 'price, found by the index',
      async write(round) {
        wanted = `${20 + round}.00`
        await pool.query('update goods set base_price = $2 where id = $1', [goods, (20 + round) * 100])
        return wanted
      },
      see: async (origin) => priceOf(await list(`&price_min=${wanted}&price_max=${wanted}`)(origin)),
    },
    {
      name: 'stock',
      async write(round) {
        await pool.query('update goods_stock set available = $2 where goods_id = $1', [goods, round % 2 === 0 ? 0 : 500])
        return round % 2
      },
      see: async (origin) => (await list('&in_stock=1')(origin)).length,
    },
    {
      name: 'offer',
      async write(round) {
        if (round % 2 === 1) await pool.query('delete from goods_offer where goods_id = $1', [goods])
        else
          await pool.query(
            `insert into goods_offer (kind, goods_id, price, starts_at) values ('daily', $1, 100, now() - interval '1 hour')`,
            [goods],
          )
        return round % 2 === 0
      },
      see: async (origin) => priceOf(await list('')(origin)) === '1.00',
    },
    {
      name: 'permission of a company',
      async write(round) {
        await pool.query('update company set review_state = $2 where id = $1', [buyer.companyId, round % 2 === 0 ? 4 : 2])
        return round % 2 === 1
      },
      see: async (origin) => priceOf(await list('')(origin)) !== null,
    },
    {
      name: 'article',
      async write(round) {
        await pool.query('update article set title = $2 where id = $1', [article, `第 ${round} 版`])
        return `第 ${round} 版`
      },
      see: async (origin) => (await ask(origin, 'GET', `/api/article/detail?id=${article}`, '')).data?.title,
    },
  ]
}

async function seenAfter(origin: string, { name, see }: Kind, wanted: unknown, since: number): Promise<number> {
  while (performance.now() - since < GIVE_UP_MS) {
    if ((await see(origin)) === wanted) return performance.now() - since
    await setTimeout(LOOK_EVERY_MS)
  }
  throw new Error(`${name}: not seen by ${origin} after ${GIVE_UP_MS / 1000} s`)
}

/** How long after its commit a change is seen by the last of two processes that both serve lists meanwhile. */
export async function measureFreshness(
  size: string,
  shops: readonly string[],
  database: DatabaseHandle,
  buyers: readonly Buyer[],
): Promise<void> {
  const [buyer] = await makeBuyers(database, 1)
  if (!buyer) throw new Error('no buyer')
  const goods = await makeGoods(database)
  const { rows } = await database.pool.query<{ id: number }>(
    `with section as (insert into article_category (code, name) values ('freshness', '度量') returning id)
     insert into article (category_id, title, status, published_at) select id, '', 'published', now() - interval '1 day' from section returning id`,
  )
  const kinds = kindsOf(database, goods, buyer, rows[0]?.id ?? 0)
  const stopped = new AbortController()
  const loads = shops.map(async (origin) => {
    let answered = 0
    while (!stopped.signal.aborted) {
      const { perSecond } = await load(origin, byMembers(buyers, pages(50)), { clients: CLIENTS, seconds: 2 })
      answered = perSecond
    }
    return answered
  })
  const all: number[] = []
  try {
    await setTimeout(2_000)
    for (const kind of kinds) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const wanted = await kind.write(round)
        const committed = performance.now()
        times.push(Math.max(...(await Promise.all(shops.map((origin) => seenAfter(origin, kind, wanted, committed))))))
        // Not in step with whatever looks at its own times.
        await setTimeout(Math.random() * 300)
      }
      all.push(...times)
      say({
        figure: `change of ${kind.name} seen by both processes, ${size} goods`,
        value: percentile(times, 0.99),
        unit: 'ms',
        note: `p99 of ${ROUNDS}; p50 ${percentile(times, 0.5).toFixed(0)} ms`,
      })
    }
  } finally {
    stopped.abort()
  }
  const perSecond = await Promise.all(loads)
  const p99 = percentile(all, 0.99)
  say({
    figure: `any change seen by both processes, ${size} goods`,
    value: p99,
    unit: 'ms',
    target: `p99 < ${TARGET_MS}`,
    ok: p99 < TARGET_MS,
    note: `${all.length} changes while each process answers lists (${perSecond.map((one) => one.toFixed(0)).join(' and ')} a second); p50 ${percentile(all, 0.5).toFixed(0)} ms, longest ${Math.max(...all).toFixed(0)} ms`,
  })
}
