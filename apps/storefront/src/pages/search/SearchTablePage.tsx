import { usePageData } from '../../app/page.ts'
import type { loadTable } from '../../parts/goods-table/load-table.ts'
import { TableView } from '../../parts/goods-table/TableView.tsx'
import { SEARCH_TABLE } from '../../parts/goods-table/table-place.ts'
import { searchTitle } from '../../parts/search-title.ts'

export { loadTable as loader } from '../../parts/goods-table/load-table.ts'

/** /search/table?keywords= */
export default function SearchTablePage() {
  const { query } = usePageData<typeof loadTable>()
  return <TableView title={searchTitle(query) || '搜索结果'} place={SEARCH_TABLE} />
}
