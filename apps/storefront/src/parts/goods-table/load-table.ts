import type { GoodsListWire } from '#contract/goods.ts'
import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import type { OwnTitle } from '../../app/title.ts'
import { type ListQuery, readListQuery } from '../list-query.ts'
import { searchTitle } from '../search-title.ts'

/** Rows on a page of a table. */
export const ROWS = 100

export interface TableData extends OwnTitle {
  query: ListQuery
  goods: GoodsListWire
}

/** One page of the table: a hundred rows that the address asks for. */
export async function loadTable({ api: client, url, signal }: PageArgs): Promise<TableData> {
  const query = readListQuery(url.searchParams)
  const { data } = await client.ask(api.goodsList, { query: { ...query, per_page: ROWS }, signal })
  return { query, goods: data, pageTitle: searchTitle(query) }
}
