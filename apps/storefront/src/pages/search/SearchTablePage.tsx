import { TableView } from '../table/TableView.tsx'

export { loadTable as loader } from '../table/load-table.ts'

/** /search/table?keywords= */
export default function SearchTablePage() {
  return <TableView title="搜索结果" />
}
