import { ApiError } from '#api-client/client.ts'
import type { AdvertWire } from '#contract/content.ts'
import type { ZoneCode, ZoneGoodsWire } from '#contract/zones.ts'
import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import type { Where } from '../../parts/goods-list/where.ts'
import { type ListQuery, linkQuery, readListQuery } from '../../parts/list-query.ts'
import { paths } from '../../paths.ts'

export interface ZoneList {
  query: ListQuery
  goods: ZoneGoodsWire
  adverts: readonly AdvertWire[]
}

/** What a zone asks for beside what stands in every list's address. */
type ZoneQuery = Omit<ListQuery, 'sort'> & { months?: number; sort?: NonNullable<ListQuery['sort']> | 'discount' }

/** One page of a zone's goods that the address asks for, and the adverts of its slot. */
export async function loadZone(args: PageArgs, zone: ZoneCode, slot: string | null, more: ZoneQuery = {}): Promise<ZoneList> {
  const query = readListQuery(args.url.searchParams)
  const [goods, adverts] = await Promise.all([
    args.api.ask(api.zoneGoods, { params: { zone }, query: { ...more, ...query }, signal: args.signal }),
    slot === null ? [] : advertsOf(args, slot),
  ])
  return { query, goods: goods.data, adverts }
}

/** The adverts of a slot, or of a brand by its id. A page without them is still the page; the server has logged why. */
export async function advertsOf({ api: client, signal }: PageArgs, slot: string | number): Promise<readonly AdvertWire[]> {
  try {
    const answer =
      typeof slot === 'number'
        ? client.ask(api.focusBrand, { params: { id: slot }, signal })
        : client.ask(api.focusSlot, { params: { slot }, signal })
    return (await answer).data.list
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** The addresses of a zone's list; it is seen as cards, where it has no table of its own. */
export function zoneWhere(path: string, table?: string): Where {
  const at = (query: ListQuery) => paths.zone(path, linkQuery(query))
  const views: Where['views'] = [{ view: 'image', at }]
  if (table === undefined) return { view: 'image', at, views }
  return { view: 'image', at, views: [...views, { view: 'table', at: (query) => paths.zone(table, linkQuery(query)) }] }
}
