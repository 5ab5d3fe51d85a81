import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { makeCompany, makeStaff } from '../fixtures.ts'
import { testShop } from '../harness.ts'
import { rightValue } from '../wrong-values.ts'
import { wordsOf } from './site-fixtures.ts'
import { ROUTES } from './tables.ts'

/** A real shop on its first day: no company, no goods, no article, no setting. Every page and every question answers all the same. */

const DIST = fileURLToPath(new URL('../../../../dist/', import.meta.url))
const NOTHING = '999999'
/** What stands on no page that knows what it says. */
const NONSENSE = /\bundefined\b|\bNaN\b|\[object Object\]|\bnull\b|Invalid Date/

const shop = await testShop({ dist: DIST })
const { db } = shop.database
const staff = await makeStaff(db, '郑管理', '质管')

async function open(path: string, cookie = ''): Promise<{ status: number; words: string }> {
  let at = path
  for (let hops = 0; hops < 5; hops++) {
    const answer = await shop.app.inject({ method: 'GET', url: at, headers: cookie ? { cookie: `sid=${cookie}` } : {} })
    if (answer.statusCode < 300 || answer.statusCode >= 400) {
      // A part that the server could not draw.
      expect(answer.body, at).not.toMatch(/<!--\$[!?]-->/)
      return { status: answer.statusCode, words: wordsOf(/<body\b.*<\/body>/s.exec(answer.body)?.[0] ?? '') }
    }
    const to = new URL(String(answer.headers.location), 'http://shop')
    at = to.pathname + to.search
  }
  throw new Error(`${path} leads in a circle`)
}
const addressOf = ({ path }: { path: string }) =>
  path
    .replace(/\/:(\w+)\?/g, '')
    .replace(/:type/g, 'hy')
    .replace(/:\w+/g, NOTHING)

describe('空店的每一页', () => {
  it('首页说商城正在筹备，没有空的分类、页脚没有空的标题', async () => {
    const { status, words } = await open('/')
    expect(status).toBe(200)
    expect(words).toContain('商城正在筹备')
    expect(words).not.toContain('服务热线')
    expect(words).not.toContain('©')
  })

  it.each(ROUTES.map((route) => [`${route.path}（${route.title}）`, route] as const))(
    '访客：%s 不出错，不说胡话',
    async (_title, route) => {
      const { status, words } = await open(addressOf(route))
      expect([200, 404], words.slice(0, 200)).toContain(status)
      expect(words).not.toMatch(NONSENSE)
      expect(words).toMatch(/[\u4e00-\u9fff]/)
    },
  )

  it('第一家刚注册、还没有资料的企业：每一页都打得开', async () => {
    const buyer = await makeCompany(db, { review_state: 0 })
    for (const route of ROUTES) {
      const { status, words } = await open(addressOf(route), buyer.cookie)
      expect([200, 404], `${route.path} ${words.slice(0, 200)}`).toContain(status)
      expect(words, route.path).not.toMatch(NONSENSE)
    }
  })
})

describe('空店的每个问题', () => {
  const urlOf = (path: string) => path.replace(/:(\w+)/g, NOTHING)
  const asked = CALLS.filter(({ method, file }) => method === 'GET' && file !== true)

  it.each(asked.map((call) => [`${call.path} ${call.summary}`, call] as const))('%s', async (_title, call) => {
    const required = (call.query as { required?: string[] } | undefined)?.required ?? []
    const right = (rightValue(call.query as never, 1) ?? {}) as Record<string, unknown>
    const query = new URLSearchParams(required.map((key) => [key, String(right[key])]))
    const answer = await shop.ask('GET', `${urlOf(call.path)}?${query}`, { cookie: call.access === 'staff' ? staff : '' })
    expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
    if (answer.status >= 400) expect(answer.message).toMatch(/[\u4e00-\u9fff]/)
    // A list of nothing is a list.
    if (call.access === 'staff' && !call.path.includes(':') && required.length === 0)
      expect(answer.status, answer.text.slice(0, 300)).toBe(200)
  })

  it('管理端打得开；开业准备逐步说缺什么，去哪里办', async () => {
    expect((await shop.app.inject({ method: 'GET', url: '/console' })).statusCode).toBe(200)
    const { steps, total, preparing } = (await shop.ask('GET', '/api/staff/opening', { cookie: staff })).data
    expect(total).toBe(steps.length)
    expect(preparing).toBe(1)
    for (const { done, text, to } of steps) expect([done, text.slice(0, 2), to !== ''], text).toEqual([0, '缺：', true])
  })
})
