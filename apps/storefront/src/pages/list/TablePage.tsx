import { TableView } from '../table/TableView.tsx'
import { LIST_TABLE } from '../table/table-place.ts'

export { loadTable as loader } from '../table/load-table.ts'

/** /list/table */
export default function TablePage() {
  return <TableView title="商品表格" place={LIST_TABLE} />
}
