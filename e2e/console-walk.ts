import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { allows, isRecord } from '../apps/console/src/rights.ts'
import type { ConsolePage } from '../apps/console/src/zone.ts'
import { ZONES } from '../apps/console/src/zones/zones.ts'
import { ACCOUNTS } from '../apps/server/demo/companies.ts'
import { SEEDED_ROLES } from '../apps/server/src/modules/who/accounts/public.ts'
import { typedGoods } from '../apps/server/test/goods-desk.ts'
import { zipOf } from '../apps/server/test/hostile.ts'
import { inYears } from './days.ts'
import { asOperator } from './shop-database.ts'
import type { Asking } from './staff.ts'
import { dataOf, staffIn, stoodStill, violations, watchFailures } from './support.ts'

/** Every page that the console's zones register, each opened by one of the demo's people who may. */

export interface Stop {
  /** Below /console. */
  path: string
  who: string
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any list
type Row = any
type Find = (house: Asking) => Promise<string>
const listOf = async (house: Asking, list: string): Promise<Row[]> => (await dataOf(await house.request.get(list))).list

/** The first that a list of the demo answers. */
const first =
  (list: string, path: (row: Row) => string): Find =>
  async (house) => {
    const [row] = await listOf(house, list)
    if (row === undefined) throw new Error(`the demo has none: ${list} is empty`)
    return path(row)
  }

/** A pharmacy whose papers wait; where other journeys have passed them all, one more. */
const reviewed: Find = async (house) => {
  const waiting = () => listOf(house, '/api/staff/companies?queue=new&per_page=1')
  const [found = null] = await waiting()
  if (found === null)
    await asOperator(async (client) => {
      await client.query(
        `with model as (select * from company where code = 'KH0001'),
              made as (insert into company (code, name, type, credit_code, province, city, district, address, contact, phone, review_state, submitted_at)
                       select 'KH0097', '候审大药房', type, credit_code, province, city, district, address, contact, '13900000097', 1, now() from model
                       returning id)
         insert into certificate (company_id, kind, number, issued_on, expires_on, status, created_at, submitted_at)
         -- One of each kind: another journey may have had one changed, and then there are two.
         select distinct on (c.kind) made.id, c.kind, c.number, c.issued_on, c.expires_on, 1, now(), now()
           from made, certificate c where c.company_id = (select id from model) order by c.kind, c.id desc`,
      )
    })
  const [row] = found ? [found] : await waiting()
  return `companies/review/${row.id}`
}

/** Of the demo's first warehouse: what is delivered lies nowhere before quality accepts it, and nobody does. */
const delivered: Find = async (house) => {
  const [known] = await listOf(house, '/api/staff/intake?per_page=1')
  if (known) return `warehouse/receive/${known.id}`
  const [goods] = await listOf(house, '/api/staff/goods_record?per_page=1')
  const [warehouse] = await listOf(house, '/api/staff/warehouse')
  const lines = [{ goods_id: goods.id, batch_no: 'LOOK1', production_date: '2026-10-01', expiry_date: inYears(3), number: 10 }]
  const [supplier] = await listOf(house, '/api/staff/supplier?keywords=华岭')
  const data = { warehouse_id: warehouse.id, supplier_id: supplier.id, paper_no: 'LOOK-1', celsius: 4, lines }
  const { id } = await dataOf(await house.request.post('/api/staff/intake', { data }))
  return `warehouse/receive/${id}`
}

/** Of one goods alone: other counts of the demo leave out what is being counted. */
const counted: Find = async (house) => {
  const [known] = await listOf(house, '/api/staff/count?per_page=1')
  if (known) return `warehouse/counts/${known.id}`
  const [batch] = await listOf(house, '/api/staff/batch/list?per_page=1')
  const [warehouse] = await listOf(house, '/api/staff/warehouse')
  const { id } = await dataOf(await house.request.post('/api/staff/count', { data: { warehouse_id: warehouse.id, words: batch.code } }))
  return `warehouse/counts/${id}`
}

/** A file that a clerk has brought, its columns not named yet. */
const imported: Find = async (house) => {
  const [known] = await listOf(house, '/api/staff/goods_import?per_page=1')
  if (known) return `goods/imports/${known.id}`
  const file = { name: '新品.csv', mimeType: 'text/csv', buffer: Buffer.from('商品编码,商品名称,规格\nLOOK1,看一看片,0.5g*12片\n') }
  const { id } = await dataOf(await house.request.post('/api/staff/goods_import', { multipart: { file } }))
  return `goods/imports/${id}`
}

/** Companies in a file whose columns are not named yet. */
const companiesImported: Find = async (house) => {
  const [known] = await listOf(house, '/api/staff/company_import?per_page=1')
  if (known) return `companies/imports/${known.id}`
  const file = {
    name: '老客户.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('客户编码,企业名称,企业类型\nLOOK1,看一看大药房,单体药店\n'),
  }
  const { id } = await dataOf(await house.request.post('/api/staff/company_import', { multipart: { file } }))
  return `companies/imports/${id}`
}

/** Nothing in it is a picture: what stands there is why. */
const picturesImported: Find = async (house) => {
  const [known] = await listOf(house, '/api/staff/picture_import?per_page=1')
  if (known) return `goods/picture-imports/${known.id}`
  const buffer = zipOf([{ name: 'LOOK1.jpg', content: Buffer.from('no picture') }])
  const file = { name: '新图.zip', mimeType: 'application/zip', buffer }
  const { id } = await dataOf(await house.request.post('/api/staff/picture_import', { multipart: { file } }))
  return `goods/picture-imports/${id}`
}

/** The demo's goods were taken over: one that a clerk enters. */
const newGoods: Find = async (house) => {
  const [known] = await listOf(house, '/api/staff/first_goods?per_page=1')
  if (known) return `quality/first-goods/${known.goods_id}`
  const data = { ...typedGoods({ name: '新到样例胶囊' }), code: 'LOOK-FIRST' }
  const { id } = await dataOf(await house.request.post('/api/staff/goods_record', { data }))
  return `quality/first-goods/${id}`
}

/** A list of prices that is still a draft, where there is none. */
const priced: Find = async (house) => {
  const [known] = await listOf(house, '/api/staff/price_list?per_page=1')
  if (known) return `goods/price-lists/${known.id}`
  const data = { name: '走查调价', starts_at: '', reason: '走查页面' }
  const { id } = await dataOf(await house.request.post('/api/staff/price_list', { data }))
  const [goods] = await listOf(house, '/api/staff/goods_record?per_page=1')
  await dataOf(await house.request.post(`/api/staff/price_list/${id}/row`, { data: { text: `${goods.code}\t9.90\n没有的编码\t1` } }))
  return `goods/price-lists/${id}`
}

const DAY_MS = 86_400_000
const yesterday = () => new Date(Date.now() + DAY_MS / 3 - DAY_MS).toISOString().slice(0, 10)
/** The last day that was closed, or else one that may be. */
const closed: Find = async (house) => {
  const { last } = await dataOf(await house.request.get('/api/staff/closing?per_page=1'))
  return `finance/closings/${last || yesterday()}`
}

/** One that is there, or else of the order that has waited longest. */
const waved: Find = async (house) => {
  const { list } = await dataOf(await house.request.get('/api/staff/wave?per_page=1'))
  if (list.length > 0) return `warehouse/waves/${list[0].id}`
  const waiting = await dataOf(await house.request.get('/api/staff/picking?stage=pick&in_wave=0&per_page=1'))
  const { id } = await dataOf(await house.request.post('/api/staff/wave', { data: { ids: [waiting.list[0].id], remark: '上午第一趟' } }))
  return `warehouse/waves/${id}`
}

/** Where a record's page finds its record. */
/** The demo has one administrator: nobody beside him could agree. It has no secret, so nothing is sent. */
const toldOf: Find = async (house) => {
  const word = { word: 'integration.manage', minutes: 10, reason: '演示商城只有一位管理员' }
  await dataOf(await house.request.post('/api/staff/emergency', { data: word }))
  const data = { name: '走查', url: 'https://erp.example.com/hook', types: ['order.paid'], reason: '走查页面' }
  const { id } = await dataOf(await house.request.post('/api/staff/open/webhook', { data }))
  return `system/webhooks/${id}`
}

const RECORDS: Readonly<Record<string, Find>> = {
  'orders/:id': first('/api/staff/order?status=completed&per_page=1', ({ id }) => `orders/${id}`),
  'orders/:id/edit': first('/api/staff/order?status=paid&per_page=1', ({ id }) => `orders/${id}/edit`),
  'orders/:id/split': first('/api/staff/order?status=paid&per_page=1', ({ id }) => `orders/${id}/split`),
  'warehouse/picking/:id': first('/api/staff/picking?stage=pick&per_page=1', ({ id }) => `warehouse/picking/${id}`),
  'warehouse/waves/:id': waved,
  'warehouse/wave/:ids': first('/api/staff/picking?stage=pick&per_page=1', ({ id }) => `warehouse/wave/${id}`),
  'warehouse/receive/new/:from': async () => 'warehouse/receive/new/0',
  'warehouse/receive/:id': delivered,
  'warehouse/counts/:id': counted,
  'warehouse/shipments/:id': first('/api/staff/shipment?per_page=1', ({ id }) => `warehouse/shipments/${id}`),
  'companies/:id': first('/api/staff/companies?per_page=1', ({ id }) => `companies/${id}`),
  'companies/review/:id': reviewed,
  'goods/list/:id': first('/api/staff/goods_record?per_page=1', ({ id }) => `goods/list/${id}`),
  'goods/price-lists/:id': priced,
  'goods/imports/:id': imported,
  'goods/picture-imports/:id': picturesImported,
  'companies/imports/:id': companiesImported,
  'goods/availability/:id': first('/api/staff/availability?per_page=1', ({ id }) => `goods/availability/${id}`),
  'marketing/offers/:id': first('/api/staff/offer?per_page=1', ({ id }) => `marketing/offers/${id}`),
  'marketing/deals/:id': first('/api/staff/deal?per_page=1', ({ id }) => `marketing/deals/${id}`),
  'marketing/coupons/:id': first('/api/staff/coupon?per_page=1', ({ id }) => `marketing/coupons/${id}`),
  'marketing/broadcasts/:id': async () => 'marketing/broadcasts/new',
  'marketing/segments/:id': first('/api/staff/segment?per_page=1', ({ id }) => `marketing/segments/${id}`),
  'quality/suppliers/:id': first('/api/staff/supplier?per_page=1', ({ id }) => `quality/suppliers/${id}`),
  'quality/first-goods/:id': newGoods,
  'quality/recalls/:id': first('/api/staff/recall/list?per_page=1', ({ id }) => `quality/recalls/${id}`),
  'quality/recalls/start/:batch': first('/api/staff/batch/list?per_page=1', ({ id }) => `quality/recalls/start/${id}`),
  'service/after-sales/:id': first('/api/staff/after_sale/list?per_page=1', ({ id }) => `service/after-sales/${id}`),
  'finance/closings/:day': closed,
  'system/webhooks/:id': toldOf,
  'content/agreements/:id': first('/api/staff/agreement?per_page=1', ({ id }) => `content/agreements/${id}`),
  'content/articles/:id': first('/api/staff/article?per_page=1', ({ id }) => `content/articles/${id}`),
  'content/pages/:id': first('/api/staff/front/page?per_page=1', ({ id }) => `content/pages/${id}`),
}

/** The administrator, where he may; else the first of the demo's people who does. */
function whoMayOpen({ path, needs }: ConsolePage): string {
  const people = [...ACCOUNTS].sort((one, other) => Number(other.role === 'administrator') - Number(one.role === 'administrator'))
  const person = people.find(({ role }) => role !== undefined && allows(SEEDED_ROLES[role]?.permissions ?? [], needs))
  if (!person) throw new Error(`nobody of the demo's staff may open ${path}`)
  return person.username
}

async function pathOf({ path }: ConsolePage, house: Asking): Promise<string> {
  const find = RECORDS[path]
  if (find === undefined) throw new Error(`console-walk.ts: where does ${path} find a record?`)
  return find(house)
}

export async function stopsOf(house: Asking): Promise<Stop[]> {
  const stops: Stop[] = []
  for (const page of ZONES.flatMap(({ pages }) => pages))
    stops.push({ path: isRecord(page) ? await pathOf(page, house) : page.path, who: whoMayOpen(page) })
  return stops
}

/** What a page still waits for. */
interface Traffic {
  open: number
  last: number
}

/** Leaving a piece of work is told by a beacon, which the browser may drop with the page. */
const BEACON = /\/api\/staff\/work\/[^/]+\/leave/
const QUIET_MS = 120
const PATIENCE_MS = 30_000

function watchTraffic(page: Page): Traffic {
  const traffic: Traffic = { open: 0, last: Date.now() }
  const isCounted = (url: string) => /\/api\/|\/assets\//.test(url) && !BEACON.test(url)
  const change = (url: string, by: number) => {
    if (!isCounted(url)) return
    traffic.open += by
    traffic.last = Date.now()
  }
  page.on('request', (request) => change(request.url(), 1))
  page.on('requestfinished', (request) => change(request.url(), -1))
  page.on('requestfailed', (request) => change(request.url(), -1))
  return traffic
}

/** Everything was answered and is drawn. */
async function settled(page: Page, traffic: Traffic): Promise<void> {
  await expect
    .poll(() => traffic.open <= 0 && Date.now() - traffic.last > QUIET_MS, { timeout: PATIENCE_MS, intervals: [QUIET_MS / 2] })
    .toBe(true)
  await expect(page.locator('.loading, .ant-spin-spinning')).toHaveCount(0, { timeout: PATIENCE_MS })
  await stoodStill(page)
}

/** Places that roll sideways hide what stands at their right: lists, records and bars are as wide as the screen. */
const NEVER_SIDEWAYS =
  'html, .main, .top, .in-head, .bar, .list-body, .ant-table-content, .ant-table-body, .record-body, .page, .draw, .draw > .body, .foot, .list-foot'

/** Where words and figures may not be cut off: titles of columns, and what is counted or paid. */
const NEVER_CUT = 'th, td'

const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([places, cells]) => {
      const faults: string[] = []
      const heads = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility())
      if (heads.length !== 1) faults.push(`${heads.length} h1`)
      if (!/^\S.* - 安衡运营$/.test(document.title)) faults.push(`title “${document.title}”`)
      for (const place of document.querySelectorAll<HTMLElement>(places)) {
        const by = place.scrollWidth - place.clientWidth
        if (by > 1 && place.checkVisibility()) faults.push(`.${place.className || place.tagName} is wider than its place by ${by} px`)
      }
      const leftsOf = (list: Element, which: string) =>
        [...list.querySelectorAll(which)].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().left)
      for (const list of document.querySelectorAll('.list-body .ant-table')) {
        const [titles, values] = [leftsOf(list, '.ant-table-header th'), leftsOf(list, '.ant-table-row:nth-child(2) > td')]
        const by = titles.length === values.length ? titles.map((left, at) => Math.abs(left - (values[at] ?? left))) : []
        if (Math.max(0, ...by) > 1) faults.push(`titles stand beside their columns by ${Math.max(...by).toFixed(0)} px`)
      }
      for (const cell of document.querySelectorAll<HTMLElement>(cells)) {
        if (cell.scrollWidth - cell.clientWidth <= 1 || !cell.checkVisibility()) continue
        if (cell.tagName === 'TH' || getComputedStyle(cell).textAlign === 'right') faults.push(`“${cell.innerText}” is cut off`)
      }
      return faults
    },
    [NEVER_SIDEWAYS, NEVER_CUT] as const,
  )

type Hook = (page: Page, stop: Stop) => Promise<void>

/** Longer than a busy page takes to follow a key or to lay its columns anew; lists with nothing to follow are few. */
const KEY_MS = 5_000

const NARROW = { width: 1366, height: 768 }
const WIDE = { width: 1920, height: 1080 }

/** A drawer that has just come makes its list narrower, and columns follow a moment later: what is still so then is a fault. */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  let faults = await look()
  for (const end = Date.now() + KEY_MS; faults.length > 0 && Date.now() < end; faults = await look()) await delay(QUIET_MS)
  return faults
}

const drawnFaults = async (page: Page, traffic: Traffic): Promise<string[]> => {
  await settled(page, traffic)
  const faults = [...(await lasting(() => layoutFaults(page))), ...(await lasting(() => violations(page)))]
  await page.setViewportSize(WIDE)
  faults.push(...(await lasting(() => layoutFaults(page))).map((one) => `${WIDE.width} px: ${one}`))
  await page.setViewportSize(NARROW)
  return faults
}

/** The other parts of a record, each by its button. */
async function partsFaults(page: Page, traffic: Traffic): Promise<string[]> {
  const faults: string[] = []
  const parts = page.getByRole('navigation', { name: '记录的各部分' }).locator('.tabs > button')
  for (let at = 1; at < (await parts.count()); at++) {
    await parts.nth(at).click()
    const name = (await parts.nth(at).innerText()).trim()
    faults.push(...(await drawnFaults(page, traffic)).map((one) => `${name}: ${one}`))
  }
  return faults
}

/** A list's first row, looked at beside it; false: it has none, or a row is a page of its own. */
async function openDrawer(page: Page): Promise<boolean> {
  if ((await page.locator('.list-body tr.ant-table-row').count()) === 0) return false
  const before = page.url()
  const within = (waiting: Promise<void>) => waiting.catch(() => undefined)
  await page.keyboard.press('j')
  await within(page.locator('.list-body tr.is-cur').first().waitFor({ timeout: KEY_MS }))
  await page.keyboard.press('Enter')
  await within(page.waitForURL((url) => url.href !== before, { timeout: KEY_MS, waitUntil: 'commit' }))
  return new URL(page.url()).searchParams.has('look')
}

async function walk(browser: Browser, who: string, stops: readonly Stop[], each: Hook): Promise<string[]> {
  const page = await staffIn(browser, who, { viewport: NARROW })
  const faults: string[] = []
  const [thrown, traffic] = [watchFailures(page), watchTraffic(page)]
  let found: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400 && !BEACON.test(response.url())) found.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  for (const stop of stops) {
    found = []
    await page.goto(`/console/${stop.path}`)
    const frame = page.getByRole('navigation', { name: '运营后台' })
    const isDrawn = frame.waitFor({ timeout: PATIENCE_MS }).then(() => true)
    if (!(await isDrawn.catch(() => false))) {
      faults.push(`/${stop.path} (${who}): nothing was drawn: ${[...found, ...thrown.splice(0)].join('; ')}`)
      continue
    }
    found.push(...(await drawnFaults(page, traffic)))
    await each(page, stop)
    found.push(...(await partsFaults(page, traffic)))
    if (await openDrawer(page)) {
      found.push(...(await drawnFaults(page, traffic)).map((one) => `drawer: ${one}`))
      await each(page, { ...stop, path: `${stop.path}-look` })
    }
    faults.push(...[...found, ...thrown.splice(0)].map((one) => `/${stop.path} (${who}): ${one}`))
  }
  await page.context().close()
  return faults
}

/** Opens each, at 1366 px, and answers all that is wrong; a list's first row is opened beside it as well, where that shows a drawer. */
export async function faultsOfConsole(browser: Browser, stops: readonly Stop[], each: Hook = async () => undefined): Promise<string[]> {
  const people = [...Map.groupBy(stops, ({ who }) => who)]
  const faults: string[] = []
  const tab = async () => {
    for (let next = people.shift(); next !== undefined; next = people.shift()) faults.push(...(await walk(browser, ...next, each)))
  }
  await Promise.all([tab(), tab()])
  return faults
}
