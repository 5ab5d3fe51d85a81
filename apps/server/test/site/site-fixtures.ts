import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { DatabaseHandle } from '../../src/platform/database.ts'
import { openShop, type Shop } from '../harness.ts'
import { ROUTES } from './tables.ts'

/** The demo shop with its built pages, read as the server draws them: what a page says is there before any script runs. */

const DIST = fileURLToPath(new URL('../../../../dist/', import.meta.url))
/** Of the demo: a passed pharmacy. */
export const PASSED = '13900000001'

export interface Page {
  status: number
  /** Where it leads instead, with its query; '' for a page of its own. */
  to: string
  title: string
  html: string
  /** The words of <main>, a | where an element begins or ends. */
  main: string
  /** Goods that <main> links, in their order, each once. */
  goods: number[]
}
export interface Site {
  shop: Shop
  buyer: string
  open: (path: string, cookie?: string) => Promise<Page>
  rows: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  /** The ids that a query answers. */
  ids: (text: string, values?: unknown[]) => Promise<number[]>
  /** What a call answers the buyer, or whoever holds the cookie. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any call's data
  data: (path: string, cookie?: string) => Promise<any>
}

/** also: what the test wants in the shop beside the demo. */
export async function openSite(also?: (database: DatabaseHandle) => Promise<unknown>): Promise<Site> {
  const shop = await openShop({
    dist: DIST,
    demo: true,
    async seed(database) {
      await also?.(database)
    },
  })
  const buyer = await shop.login(PASSED)
  const rows: Site['rows'] = async (text, values = []) => (await shop.database.pool.query(text, values)).rows
  return {
    shop,
    buyer,
    rows,
    ids: async (text, values) => (await rows<{ id: number }>(text, values)).map(({ id }) => Number(id)),
    async data(path, cookie = buyer) {
      const answer = await shop.ask('GET', path, { cookie })
      expect(answer.status, path).toBe(200)
      return answer.data
    },
    async open(path, cookie = buyer) {
      const answer = await shop.app.inject({ method: 'GET', url: path, headers: cookie ? { cookie: `sid=${cookie}` } : {} })
      const { location } = answer.headers
      const to = location === undefined ? null : new URL(String(location), 'http://shop')
      const main = /<main\b.*<\/main>/s.exec(answer.body)?.[0] ?? ''
      return {
        status: answer.statusCode,
        to: to === null ? '' : to.pathname + to.search,
        title: /<title>([^<]*)<\/title>/.exec(answer.body)?.[1] ?? '',
        html: answer.body,
        main: wordsOf(main),
        goods: [...new Set([...main.matchAll(/href="\/list\/info\/(\d+)/g)].map((match) => Number(match[1])))],
      }
    },
  }
}

/** The words of a piece of HTML, a | where an element begins or ends. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, '|')
    .replace(/\|(\s*\|)+/g, '|')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
}

/** The part of a page with this label: an aria-label up to the end of its element. */
export function part(html: string, tag: string, label: string): string {
  return new RegExp(`<${tag}\\b[^>]*aria-label="${label}"[^>]*>.*?</${tag}>`, 's').exec(html)?.[0] ?? ''
}

/** Pages that need nothing but their path, and show their route's own title. */
export const ROUTES_WITH_TITLES = ROUTES.filter(
  ({ path, title, name }) =>
    title !== '' && !path.includes(':') && !/^(notfound|loading_activity|register|forget|zhzx|eleven|cart_|zzfw_pzqg_info)/.test(name),
)

export const yuan = (amount: string | number): string =>
  Number(amount).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
