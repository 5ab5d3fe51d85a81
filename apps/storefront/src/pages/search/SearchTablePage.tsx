import { TableView } from '../table/TableView.tsx'
import { SEARCH_TABLE } from '../table/table-place.ts'

export { loadTable as loader } from '../table/load-table.ts'

/** /search/table?keywords= */
export default function SearchTablePage() {
  return <TableView title="搜索结果" place={SEARCH_TABLE} />
}
