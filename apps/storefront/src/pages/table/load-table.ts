import type { GoodsListWire } from '#contract/goods.ts'
import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import type { OwnTitle } from '../../app/title.ts'
import { searchTitle } from '../search/search-title.ts'
import { readTableQuery, type TableQuery } from './table-query.ts'

/** Rows on a page of a table. */
export const ROWS = 100

export interface TableData extends OwnTitle {
  query: TableQuery
  goods: GoodsListWire
}

/** One page of the table: a hundred rows that the address asks for. */
export async function loadTable({ api: client, url, signal }: PageArgs): Promise<TableData> {
  const query = readTableQuery(url.searchParams)
  const { data } = await client.ask(api.goodsList, { query: { ...query, per_page: ROWS }, signal })
  return { query, goods: data, pageTitle: searchTitle(query) }
}
