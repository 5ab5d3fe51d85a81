import { TableView } from '../../parts/goods-table/TableView.tsx'
import { LIST_TABLE } from '../../parts/goods-table/table-place.ts'

export { loadTable as loader } from '../../parts/goods-table/load-table.ts'

/** /list/table */
export default function TablePage() {
  return <TableView title="商品表格" place={LIST_TABLE} />
}
