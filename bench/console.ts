import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { say, tell } from './figure.ts'
import { load } from './load.ts'
import { makeStaffCookie } from './paper-lists.ts'
import { fillWholesaler, type Sizes } from './wholesaler.ts'

/** The lists of the operators' site as their readers ask for them: the first page, each usual filter, each search. */

const CLIENTS = 4
const SECONDS = 3
const LIMIT_MS = 100

const said = (words: string) => encodeURIComponent(words)

/** Words that the fill knows: an order in the middle, a company, goods. */
async function listsOf({ pool }: DatabaseHandle): Promise<Record<string, string>> {
  const { rows } = await pool.query<
    Record<'no' | 'company' | 'name' | 'initials' | 'credit' | 'phone' | 'code' | 'goods' | 'batch', string>
  >(
    `select o.no, c.id::text as company, c.name, c.initials, c.credit_code as credit, c.phone, g.code, split_part(g.name, ' ', 1) as goods, b.batch_no as batch
       from (select * from orders order by id desc offset 500000 limit 1) o join company c on c.id = o.company_id
       join lateral (select * from order_line where order_id = o.id limit 1) l on true join goods g on g.id = l.goods_id
       join order_line_batch b on b.order_line_id = l.id`,
  )
  const known = rows[0]
  if (!known) throw new Error('no order of the middle: too few for this part')
  const half = known.name.slice(2, 6)
  const order = (query: string) => `/api/staff/order${query}`
  return {
    'orders: first page': order(''),
    'orders: second page of 100': order('?per_page=100&before=900000'),
    'orders: to be picked': order('?status=paid'),
    'orders: cancelled': order('?status=cancelled'),
    'orders: held': order('?held=1'),
    'orders: with an after-sale': order('?after_sale=1'),
    'orders: by number': order(`?no=${known.no}`),
    'orders: of a company': order(`?company_id=${known.company}`),
    'orders: by part of the company’s name': order(`?company=${said(half)}`),
    'orders: by a word of many companies': order(`?company=${said('大药房')}`),
    'orders: of goods by code': order(`?goods=${said(known.code)}`),
    'orders: of goods by name': order(`?goods=${said(known.goods)}`),
    'orders: of a month': order('?from=2026-03-01&to=2026-03-31'),
    'orders: by amount': order('?min=1999&max=2001'),
    'orders: that no word finds': order(`?company=${said('没有这家')}`),
    'orders: with ephedrine': order('?is_hm=1'),
    'orders: counts of the states': '/api/staff/order/counts',
    'orders: the day beside the same one last week': '/api/staff/order/day',
    'companies: first page': '/api/staff/companies',
    'companies: page 100': '/api/staff/companies?page=100',
    'companies: waiting': '/api/staff/companies?state=waiting',
    'companies: by initials': `/api/staff/companies?keywords=${known.initials.slice(0, 3)}`,
    'companies: by part of the name': `/api/staff/companies?keywords=${said(half)}`,
    'companies: by credit code': `/api/staff/companies?keywords=${known.credit}`,
    'companies: by phone': `/api/staff/companies?keywords=${known.phone}`,
    'companies: of a city': `/api/staff/companies?city=${said('成都市')}`,
    'companies: papers that end': '/api/staff/companies?expiring=30',
    'companies: that no word finds': `/api/staff/companies?keywords=${said('没有这家')}`,
    'company: its orders': `/api/staff/company/${known.company}/orders`,
    'company: its money': `/api/staff/company/${known.company}/money`,
    'batches: first page': '/api/staff/batch/list',
    'batches: page 100': '/api/staff/batch/list?page=100',
    'batches: by number': `/api/staff/batch/list?keywords=${known.batch}`,
    'batches: by the beginning of a number': `/api/staff/batch/list?keywords=${known.batch.slice(0, 4)}`,
    'batches: by goods code': `/api/staff/batch/list?keywords=${said(known.code)}`,
    'batches: by goods name': `/api/staff/batch/list?keywords=${said(known.goods)}`,
    'batches: locked': '/api/staff/batch/list?locked=1',
    'batches: that no word finds': `/api/staff/batch/list?keywords=${said('没有这批')}`,
    'goods: first page': '/api/staff/goods',
    'goods: by words': `/api/staff/goods?keywords=${said(known.goods)}`,
    'after-sales: first page': '/api/staff/after_sale/list',
    'refunds: first page': '/api/staff/refund',
    'refunds: by company': `/api/staff/refund?keywords=${said(half)}`,
    'refunds: by order number': `/api/staff/refund?keywords=${known.no}`,
    'credit: first page': '/api/staff/credit',
    'credit: by company': `/api/staff/credit?keywords=${said(half)}`,
    'audit: first page': '/api/staff/audit',
    'audit: of a record': `/api/staff/audit?subject=${said('order:500')}`,
    'audit: of a person': `/api/staff/audit?actor=${said('员工7')}`,
  }
}

export async function measureConsole(
  database: DatabaseHandle,
  sizes: Sizes,
  start: () => Promise<{ origin: string; stop: () => Promise<void> }>,
): Promise<void> {
  const started = performance.now()
  await fillWholesaler(database, sizes)
  tell(
    `${sizes.orders} orders, ${sizes.companies} companies, ${sizes.batches} batches in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  const lists = await listsOf(database)
  const shop = await start()
  try {
    // Roles are there once a shop has started.
    const staff = await makeStaffCookie(database)
    for (const [name, path] of Object.entries(lists)) {
      const requests = [{ path, headers: { cookie: `staff=${staff}` } }]
      await load(shop.origin, requests, { clients: CLIENTS, seconds: 1 })
      const result = await load(shop.origin, requests, { clients: CLIENTS, seconds: SECONDS })
      say({
        figure: `console, ${name}, p99`,
        value: result.p99,
        unit: 'ms',
        target: `≤ ${LIMIT_MS} ms`,
        ok: result.p99 <= LIMIT_MS && result.errors === 0,
        note: `p50 ${result.p50} ms, ${Math.round(result.perSecond)} per second at ${CLIENTS} clients${result.errors ? `, ${result.errors} failed` : ''}`,
      })
    }
  } finally {
    await shop.stop()
  }
}
