import { TableView } from '../table/TableView.tsx'

export { loadTable as loader } from '../table/load-table.ts'

/** /list/table */
export default function TablePage() {
  return <TableView title="商品表格" />
}
