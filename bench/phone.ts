import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/lib/browser.mjs'
import { say } from './figure.ts'
import { ask, percentile } from './http.ts'

/** A cheap phone on a slow line: four times slower than this machine, 1.6 Mbit/s, 150 ms. */
const SLOWER = 4
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const WIDTHS = [
  { width: 375, height: 812 },
  { width: 1366, height: 768 },
] as const
const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['list', '/list'],
  ['detail', '/list/info/1'],
  ['cart', '/cart'],
]
const VISITS = 3
/** What comes late still moves the page. */
const SETTLED_MS = 2_500
const AFTER_PRESS_MS = 700

interface Vitals {
  lcp: number
  cls: number
  inp: number
  /** What moved, for whoever looks for the cause. */
  moved: string[]
}

/** Runs in the page, before anything of its own. */
function watch(): void {
  const vitals: Vitals = { lcp: 0, cls: 0, inp: 0, moved: [] }
  Object.assign(window, { vitals })
  const on = (type: string, take: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  on('largest-contentful-paint', (entry) => {
    vitals.lcp = entry.startTime
  })
  on('layout-shift', (entry) => {
    const { hadRecentInput, value, sources } = entry as unknown as { hadRecentInput: boolean; value: number; sources: { node?: Element }[] }
    if (hadRecentInput) return
    vitals.cls += value
    vitals.moved.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.className || node?.nodeName).join(' ')}`)
  })
  on(
    'event',
    (entry) => {
      if ((entry as unknown as { interactionId: number }).interactionId > 0) vitals.inp = Math.max(vitals.inp, entry.duration)
    },
    { durationThreshold: 16 },
  )
}

/** What a buyer presses on each page; what is not there at this width is passed over. */
const PRESSED: Readonly<Record<string, readonly string[]>> = {
  home: ['main button:has-text("换一批")', 'input[type=search]'],
  list: ['main button[aria-label$="加入购物车"]', 'input[type=search]'],
  detail: ['main button[aria-label^="增加"]', 'main button:has-text("加入购物车")'],
  cart: ['main input[type=checkbox][aria-label^="选择"]', 'main button[aria-label^="增加"]'],
}

async function press(page: Page, selector: string): Promise<void> {
  const found = page.locator(`${selector} >> visible=true`).first()
  if ((await found.count()) === 0) return
  await found.click({ timeout: 5_000 })
  await page.waitForTimeout(AFTER_PRESS_MS)
  if (selector.startsWith('input[type=search]')) await page.keyboard.type('amx', { delay: 120 })
  await page.waitForTimeout(AFTER_PRESS_MS)
}

async function visit(
  browser: Browser,
  url: string,
  cookie: string,
  viewport: { width: number; height: number },
  presses: readonly string[],
) {
  const context = await browser.newContext({ viewport, isMobile: viewport.width < 768, hasTouch: viewport.width < 768, locale: 'zh-CN' })
  try {
    const [name = '', value = ''] = cookie.split('=')
    if (cookie) await context.addCookies([{ name, value, url }])
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', LINE)
    await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(watch)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLED_MS)
    const read = () => page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)
    const drawn = await read()
    // The draw of the day, which an account is shown once.
    if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape')
    for (const selector of presses) await press(page, selector)
    return { ...drawn, inp: (await read()).inp }
  } finally {
    await context.close()
  }
}

const LINES = 12

/** A cart as a pharmacy has it, so that its page is one. */
async function fillCart(shop: string, cookie: string): Promise<void> {
  const value = cookie.slice(cookie.indexOf('=') + 1)
  const found = await ask(shop, 'GET', `/api/goods/list?can_buy=1&per_page=${LINES}`, value)
  const list = found.data.list.map((one: { id: number; ck_id: number }) => ({ goods_id: one.id, number: 10, ck_id: one.ck_id }))
  const added = await ask(shop, 'POST', '/api/cart', value, { list })
  if (added.status !== 200) throw new Error(`the cart: ${added.status} ${added.message}`)
}

/** LCP, INP and CLS of the four pages of every visit, as a member with a cart, each visit with an empty cache. */
export async function measurePhone(shop: string, cookie: string, pages = PAGES): Promise<void> {
  await fillCart(shop, cookie)
  const executablePath = findBrowser()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ args, ...(executablePath !== null && { executablePath }) })
  try {
    for (const [name, path] of pages) {
      for (const viewport of WIDTHS) {
        const visits: Vitals[] = []
        for (let turn = 0; turn < VISITS; turn += 1) visits.push(await visit(browser, shop + path, cookie, viewport, PRESSED[name] ?? []))
        sayVitals(`${name} at ${viewport.width} px`, visits)
      }
    }
  } finally {
    await browser.close()
  }
}

function sayVitals(where: string, visits: readonly Vitals[]): void {
  for (const [figure, unit, key, limit] of [
    ['LCP', 'ms', 'lcp', 1_600],
    ['INP', 'ms', 'inp', 100],
    ['CLS', '', 'cls', 0.01],
  ] as const) {
    const all = visits.map((one) => one[key])
    const value = percentile(all, 0.5)
    const moved = key === 'cls' && value > limit ? `; ${visits[0]?.moved.slice(0, 4).join('; ')}` : ''
    say({
      figure: `${figure}, ${where}, slow phone`,
      value,
      unit,
      target: `≤ ${limit}`,
      ok: value <= limit,
      note: `median of ${all.map((one) => one.toFixed(key === 'cls' ? 3 : 0)).join(', ')}${moved}`,
    })
  }
}
