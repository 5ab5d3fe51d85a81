import type { Buyer } from './buyers.ts'
import { say } from './figure.ts'
import { load } from './load.ts'

/** Pages rendered on the server, for a visitor and for a member. */
export async function measurePages(shop: string, buyer: Buyer): Promise<void> {
  for (const [name, path, cookie] of [
    ['home page, visitor', '/', ''],
    ['home page, member', '/', buyer.cookie],
    ['list page, visitor', '/list', ''],
    ['list page, member', '/list', buyer.cookie],
    ['detail page, member', '/list/info/1', buyer.cookie],
  ] as const) {
    await load(shop, [{ path }], { clients: 4, seconds: 2, ...(cookie && { cookie }) })
    const result = await load(shop, [{ path }], { clients: 4, seconds: 6, ...(cookie && { cookie }) })
    say({
      figure: `server-rendered ${name}`,
      value: result.perSecond,
      unit: 'per second',
      note: `p50 ${result.p50} ms, p99 ${result.p99} ms${result.errors ? `, ${result.errors} failed` : ''}`,
    })
  }
}
