import { type RouteObject, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { ApiClient } from '#api-client/client.ts'
import { createQueries } from '#api-client/query-client.ts'
import { DESK, HOME, type RouteFlags, SIGN_IN } from './flags.ts'
import { page, pageContext } from './page.ts'

const USER = { id: 1, company: '康民大药房', is_passed: 1 }

/** A visit that counts how often it asks who is here. */
function visit() {
  const asked: string[] = []
  const api = {
    ask: async (endpoint: { path: string }) => {
      asked.push(endpoint.path)
      return { code: 200, message: '', data: USER, request_id: '' }
    },
  } as unknown as ApiClient
  const context = new RouterContextProvider()
  context.set(pageContext, { api, queries: createQueries() })
  const seen: unknown[] = []
  async function open(path: string, flags: RouteFlags, access: 'public' | 'member'): Promise<void> {
    const load = async () => ({ default: () => null, loader: async ({ user }: { user: unknown }) => void seen.push(user) })
    const route: RouteObject = page(path, path, 'x', load, { flags, access })
    const module = await (route.lazy as () => Promise<{ loader: (args: object) => Promise<unknown> }>)()
    await module.loader({ context, params: {}, request: new Request(`http://shop${path}`) })
  }
  return { asked, seen, open }
}

it('带页首的页面打开时问一次用户信息，换页不再问；登录页不问', async () => {
  const { asked, seen, open } = visit()
  await open('/login', SIGN_IN, 'public')
  expect(asked).toEqual([])
  await open('/', HOME, 'public')
  await open('/list', HOME, 'public')
  expect(asked).toEqual(['/api/user/base'])
  expect(seen).toEqual([null, USER, USER])
})

it('会员中心与绑定微信页由页面自己问一次，页首不再另问', async () => {
  for (const path of ['/user', '/bdwx']) {
    const { asked, seen, open } = visit()
    await open(path, DESK, 'member')
    expect(asked).toEqual(['/api/user/base'])
    expect(seen).toEqual([USER])
  }
})
