import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test'
import { ACCOUNTS } from '../apps/server/demo/companies.ts'
import { SEEDED_ROLES } from '../apps/server/src/modules/who/accounts/public.ts'
import { CALLS } from '../packages/contract/src/calls.ts'
import { permissionOf } from '../packages/contract/src/permissions.ts'
import { PASSWORD } from './support.ts'

/** Whoever can be asked by calls: a page, or the house. */
export interface Asking {
  request: Pick<APIRequestContext, 'get' | 'post'>
}

/** The wholesaler's people by their calls: each is asked as the member of the demo's staff whose role allows it. */
export interface House extends Asking {
  context: () => { close: () => Promise<void> }
}

const matcherOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
const STAFF_CALLS = CALLS.filter((call) => call.access === 'staff').map((call) => ({ call, matches: matcherOf(call.path) }))
/** Files are no calls of the contract's list. */
const FILES = '/api/staff/file'

/** Files and papers are named by their address for buyers; staff read them below their own. */
const forStaff = (url: string) => url.replace(/^\/api\/(file|document)\//, '/api/staff/$1/')

/** The first of the demo's people whose role has the word. */
function whoMay(method: string, url: string): string {
  const [path = ''] = url.split('?')
  const found = STAFF_CALLS.find(({ call, matches }) => call.method === method && matches.test(path))
  const word = found
    ? permissionOf(found.call.permission, found.matches.exec(path)?.groups ?? {})
    : path.startsWith(FILES)
      ? 'files.view'
      : undefined
  // Another hand than the one that picked.
  const people = path.endsWith('/ship') ? ACCOUNTS.toReversed() : ACCOUNTS
  const person = people.find(({ role }) => role !== undefined && SEEDED_ROLES[role]?.permissions.some((one) => one === word))
  if (!person) throw new Error(`nobody of the demo's staff may ${method} ${url} (${word ?? 'no such call'})`)
  return person.username
}

export async function signInStaff(context: BrowserContext, username: string): Promise<void> {
  const answer = await context.request.post('/api/staff/login', { data: { username, password: PASSWORD } })
  if (!answer.ok()) throw new Error(`${username} could not sign in: ${await answer.text()}`)
}

export function houseOf(browser: Browser): House {
  const people = new Map<string, Promise<BrowserContext>>()
  const personOf = (username: string): Promise<BrowserContext> => {
    const known = people.get(username)
    if (known) return known
    const opening = browser.newContext().then(async (context) => {
      await signInStaff(context, username)
      return context
    })
    people.set(username, opening)
    return opening
  }
  return {
    request: {
      async get(url, options) {
        const own = forStaff(url)
        return (await personOf(whoMay('GET', own))).request.get(own, options)
      },
      post: async (url, options) => (await personOf(whoMay('POST', url))).request.post(url, options),
    },
    context: () => ({
      async close() {
        for (const opening of people.values()) await (await opening).close()
      },
    }),
  }
}
