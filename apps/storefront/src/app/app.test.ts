import { readFile } from 'node:fs/promises'
import { data, matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { moreRoutes } from '../more-routes.tsx'
import { searchTitle } from '../parts/search-title.ts'
import { isElsewhere, routesWith } from '../routes.tsx'
import { SHOP } from './flags.ts'
import { embed } from './page-state.ts'
import { createIsOpen } from './site.tsx'
import { handleOf, pageTitle } from './title.ts'

describe('页面标题', () => {
  const handle = (title: string) => handleOf({ title, flags: SHOP, file: '' })
  it.each([
    ['购物车', '购物车 - 安衡药采'],
    ['', '安衡药采'],
  ])('路由标题「%s」→ %s', (title, expected) => {
    expect(pageTitle(handle(title), null)).toBe(expected)
  })
  it('说的是一件事的页面用它的名字：商品名加规格、搜索词；没有名字时用路由标题', () => {
    expect(pageTitle(handle('商品详情'), { pageTitle: '阿莫西林胶囊 0.25g*24粒' })).toBe('阿莫西林胶囊 0.25g*24粒 - 安衡药采')
    expect(pageTitle(handle('商品列表'), { pageTitle: '' })).toBe('商品列表 - 安衡药采')
    expect(searchTitle({ keywords: 'amxl' })).toBe('搜索“amxl”')
    expect(searchTitle({ keywords: '云岭', type: 1 })).toBe('搜索厂家“云岭”')
    expect(searchTitle({})).toBe('')
  })
  it('不存在的页面与出错的页面有自己的标题', () => {
    const error = (status: number) => ({ ...data('', { status }), status, statusText: '', internal: false, data: '' })
    expect(pageTitle(handle('商品详情'), null, error(404))).toBe('页面不存在 - 安衡药采')
    expect(pageTitle(handle('商品详情'), null, error(500))).toBe('页面暂时打不开 - 安衡药采')
  })
})

it('随页面下发的数据逃不出它的 script 元素', () => {
  const state = {
    router: { loaderData: { home: '</script><script>alert(1)</script><!--' } },
    queries: [[['header'], '</script>'] as const],
    now: 1,
  }
  const text = embed(state)
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual(state)
})

it('链接只在它的页面已经开放时才是链接', () => {
  const routes: RouteObject[] = [
    { id: 'list', path: '/list' },
    { id: 'activity', path: '/activity/*' },
    { id: 'notfound', path: '*' },
  ]
  const isOpen = createIsOpen(routes, (path) => path.startsWith('/help'))
  expect(['/list', '/list?tags=优', '/help/a', '/ppzq', '/activity/a', '', 'javascript:alert(1)', '//evil.example'].map(isOpen)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(matchRoutes(routes, '/list')).not.toBeNull()
})

it('每条路由写明的文件就是它引入的文件，服务器据此找到脚本与样式', async () => {
  const sources = await Promise.all(['routes', 'more-routes'].map((name) => readFile(new URL(`../${name}.tsx`, import.meta.url), 'utf8')))
  const named = [
    ...sources.join('').matchAll(/[pP]age\(\s*[^,]+,\s*'[^']+',\s*'([^']+)',\s*\(\) =>\s*import\('\.\/pages\/([^']+)\.tsx'\)/g),
  ]
  expect(named.length).toBeGreaterThan(80)
  for (const [, file, imported] of named) expect(file).toBe(imported)
})

it('不在首批里的页面，按路径的第一段找得到；首批的页面不会多取一份路由', () => {
  const firstWords = (routes: RouteObject[]) => routes.map(({ path = '' }) => `/${path.split('/', 2)[1]}`)
  expect([...new Set(firstWords(moreRoutes))].filter((path) => !isElsewhere(path))).toEqual([])
  const near = routesWith([])[0]?.children?.[0]?.children ?? []
  expect(near.length).toBeGreaterThan(10)
  expect(firstWords(near).filter(isElsewhere)).toEqual([])
})
