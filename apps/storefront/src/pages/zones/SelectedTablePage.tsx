import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import { ROWS, type TableData } from '../table/load-table.ts'
import { TableView } from '../table/TableView.tsx'
import { SELECTED_TABLE } from '../table/table-place.ts'
import { readTableQuery } from '../table/table-query.ts'

export async function loader({ api: client, url, signal }: PageArgs): Promise<TableData> {
  const query = readTableQuery(url.searchParams)
  const { data } = await client.ask(api.zoneGoods, { params: { zone: 'selected' }, query: { ...query, per_page: ROWS }, signal })
  return { query, goods: data, pageTitle: '' }
}

/** /yx/table */
export default function SelectedTablePage() {
  return <TableView title="优选包邮专区表格" place={SELECTED_TABLE} />
}
