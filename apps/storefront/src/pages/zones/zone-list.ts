import type { ZoneCode, ZoneGoodsWire } from '#contract/zones.ts'
import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import { paths } from '../../paths.ts'
import type { Where } from '../list/where.ts'
import { linkQuery, readTableQuery, type TableQuery } from '../table/table-query.ts'

export interface ZoneList {
  query: TableQuery
  goods: ZoneGoodsWire
}

/** One page of a zone's goods that the address asks for. */
export async function loadZone({ api: client, url, signal }: PageArgs, zone: ZoneCode): Promise<ZoneList> {
  const query = readTableQuery(url.searchParams)
  const { data } = await client.ask(api.zoneGoods, { params: { zone }, query, signal })
  return { query, goods: data }
}

/** The addresses of a zone's list; it is seen as cards, where it has no table of its own. */
export function zoneWhere(path: string, table?: string): Where {
  const at = (query: TableQuery) => paths.zone(path, linkQuery(query))
  const views: Where['views'] = [{ view: 'image', at }]
  if (table === undefined) return { view: 'image', at, views }
  return { view: 'image', at, views: [...views, { view: 'table', at: (query) => paths.zone(table, linkQuery(query)) }] }
}
