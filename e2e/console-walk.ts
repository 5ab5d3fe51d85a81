import { type Browser, expect, type Page } from '@playwright/test'
import { allows, isRecord } from '../apps/console/src/rights.ts'
import type { ConsolePage } from '../apps/console/src/zone.ts'
import { ZONES } from '../apps/console/src/zones/zones.ts'
import { ACCOUNTS } from '../apps/server/demo/companies.ts'
import { SEEDED_ROLES } from '../apps/server/src/modules/who/accounts/public.ts'
import type { Asking } from './staff.ts'
import { dataOf, seriousViolations, staffIn, watchFailures } from './support.ts'

/** Every page that the console's zones register, each opened by one of the demo's people who may. */

export interface Stop {
  pattern: string
  /** Below /console. */
  path: string
  who: string
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any list
type Row = any
interface Source {
  list: string
  path: (row: Row) => string
}
const from = (list: string, path: (row: Row) => string): Source => ({ list, path })

/** Where a record's page finds one of the demo: the first that its list answers. */
const RECORDS: Readonly<Record<string, Source | string>> = {
  'orders/:id': from('/api/staff/order?status=completed&per_page=1', ({ id }) => `orders/${id}`),
  'orders/:id/edit': from('/api/staff/order?status=paid&per_page=1', ({ id }) => `orders/${id}/edit`),
  'warehouse/picking/:id': from('/api/staff/picking?stage=pick&per_page=1', ({ id }) => `warehouse/picking/${id}`),
  'warehouse/wave/:ids': from('/api/staff/picking?stage=pick&per_page=1', ({ id }) => `warehouse/wave/${id}`),
  'warehouse/receive/new/:from': 'warehouse/receive/new/0',
  'warehouse/receive/:id': from('/api/staff/intake?per_page=1', ({ id }) => `warehouse/receive/${id}`),
  'warehouse/counts/:id': from('/api/staff/count?per_page=1', ({ id }) => `warehouse/counts/${id}`),
  'warehouse/shipments/:id': from('/api/staff/shipment?per_page=1', ({ id }) => `warehouse/shipments/${id}`),
  'companies/:id': from('/api/staff/companies?per_page=1', ({ id }) => `companies/${id}`),
  'companies/review/:id': from('/api/staff/companies?queue=new&per_page=1', ({ id }) => `companies/review/${id}`),
  'goods/list/:id': from('/api/staff/goods_record?per_page=1', ({ id }) => `goods/list/${id}`),
  'quality/recalls/:id': from('/api/staff/recall/list?per_page=1', ({ id }) => `quality/recalls/${id}`),
  'quality/recalls/start/:batch': from('/api/staff/batch/list?per_page=1', ({ id }) => `quality/recalls/start/${id}`),
  'service/after-sales/:id': from('/api/staff/after_sale/list?per_page=1', ({ id }) => `service/after-sales/${id}`),
  'finance/closings/:day': from('/api/staff/closing?per_page=1', ({ day }) => `finance/closings/${day}`),
  'content/articles/:id': from('/api/staff/article?per_page=1', ({ id }) => `content/articles/${id}`),
}

/** The administrator, where he may; else the first of the demo's people who does. */
function whoMayOpen({ path, needs }: ConsolePage): string {
  const people = [...ACCOUNTS].sort((one, other) => Number(other.role === 'administrator') - Number(one.role === 'administrator'))
  const person = people.find(({ role }) => role !== undefined && allows(SEEDED_ROLES[role]?.permissions ?? [], needs))
  if (!person) throw new Error(`nobody of the demo's staff may open ${path}`)
  return person.username
}

async function pathOf({ path }: ConsolePage, house: Asking): Promise<string> {
  const source = RECORDS[path]
  if (source === undefined) throw new Error(`console-walk.ts: where does ${path} find a record?`)
  if (typeof source === 'string') return source
  const data = await dataOf(await house.request.get(source.list))
  const [row] = data.list
  if (row === undefined) throw new Error(`the demo has none for ${path}: ${source.list} is empty`)
  return source.path(row)
}

export async function stopsOf(house: Asking): Promise<Stop[]> {
  const stops: Stop[] = []
  for (const page of ZONES.flatMap(({ pages }) => pages))
    stops.push({ pattern: page.path, path: isRecord(page) ? await pathOf(page, house) : page.path, who: whoMayOpen(page) })
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
const PATIENCE_MS = 15_000

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
  await expect(page.locator('.loading, .ant-spin-spinning')).toHaveCount(0)
}

/** Places that roll sideways hide what stands at their right: lists, records and bars are as wide as the screen. */
const NEVER_SIDEWAYS = 'html, .main, .top, .in-head, .bar, .list-body, .record-body, .page, .draw, .draw > .body, .foot, .list-foot'

const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate((places) => {
    const faults: string[] = []
    const heads = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility())
    if (heads.length !== 1) faults.push(`${heads.length} h1`)
    if (!/^\S.* - 安衡运营$/.test(document.title)) faults.push(`title “${document.title}”`)
    for (const place of document.querySelectorAll<HTMLElement>(places)) {
      const by = place.scrollWidth - place.clientWidth
      if (by > 1 && place.checkVisibility()) faults.push(`.${place.className || place.tagName} is wider than its place by ${by} px`)
    }
    return faults
  }, NEVER_SIDEWAYS)

/** Opens each, at 1366 px, and answers all that is wrong; a list's first row is opened beside it as well, where that shows a drawer. */
export async function faultsOfConsole(browser: Browser, stops: readonly Stop[], each?: (page: Page, stop: Stop) => Promise<void>): Promise<string[]> {
  const faults: string[] = []
  const byPerson = Map.groupBy(stops, ({ who }) => who)
  const walk = async (who: string, own: readonly Stop[]) => {
    const page = await staffIn(browser, who, { viewport: { width: 1366, height: 768 } })
    const thrown = watchFailures(page)
    const traffic = watchTraffic(page)
    for (const stop of own) {
      const found: string[] = []
      const answers: string[] = []
      const refused = (response: { status: () => number; url: () => string }) => {
        if (response.status() >= 400 && !BEACON.test(response.url())) answers.push(`${response.status()} ${new URL(response.url()).pathname}`)
      }
      page.on('response', refused)
      await page.goto(`/console/${stop.path}`)
      await expect(page.getByRole('navigation', { name: '运营后台' })).toBeVisible()
      await settled(page, traffic)
      found.push(...(await layoutFaults(page)), ...(await seriousViolations(page)))
      await each?.(page, stop)
      if ((await page.locator('.list-body tr.ant-table-row').count()) > 0) {
        await page.keyboard.press('j')
        await page.keyboard.press('Enter')
        if (new URL(page.url()).searchParams.has('look')) {
          await settled(page, traffic)
          found.push(...[...(await layoutFaults(page)), ...(await seriousViolations(page))].map((one) => `drawer: ${one}`))
          await each?.(page, { ...stop, path: `${stop.path}-look` })
        }
      }
      page.off('response', refused)
      faults.push(...[...found, ...answers, ...thrown.splice(0)].map((one) => `/${stop.path} (${who}): ${one}`))
    }
    await page.context().close()
  }
  const people = [...byPerson]
  const tabs = async () => {
    for (let next = people.shift(); next !== undefined; next = people.shift()) await walk(...next)
  }
  await Promise.all([tabs(), tabs()])
  return faults
}
