import { usePageData } from '../../app/page.ts'
import type { loadTable } from '../table/load-table.ts'
import { TableView } from '../table/TableView.tsx'
import { SEARCH_TABLE } from '../table/table-place.ts'
import { searchTitle } from './search-title.ts'

export { loadTable as loader } from '../table/load-table.ts'

/** /search/table?keywords= */
export default function SearchTablePage() {
  const { query } = usePageData<typeof loadTable>()
  return <TableView title={searchTitle(query) || '搜索结果'} place={SEARCH_TABLE} />
}
