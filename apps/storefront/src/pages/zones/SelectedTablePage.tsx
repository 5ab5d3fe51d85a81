import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import { ROWS, type TableData } from '../../parts/goods-table/load-table.ts'
import { TableView } from '../../parts/goods-table/TableView.tsx'
import { SELECTED_TABLE } from '../../parts/goods-table/table-place.ts'
import { readListQuery } from '../../parts/list-query.ts'

export async function loader({ api: client, url, signal }: PageArgs): Promise<TableData> {
  const query = readListQuery(url.searchParams)
  const { data } = await client.ask(api.zoneGoods, { params: { zone: 'selected' }, query: { ...query, per_page: ROWS }, signal })
  return { query, goods: data, pageTitle: '' }
}

/** /yx/table */
export default function SelectedTablePage() {
  return <TableView title="优选包邮专区表格" place={SELECTED_TABLE} />
}
