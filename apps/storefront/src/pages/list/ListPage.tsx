import { useMemo } from 'react'
import type { PageArgs } from '../../app/page.ts'
import { usePageData } from '../../app/page.ts'
import { GoodsBrowser } from '../../parts/goods-list/GoodsBrowser.tsx'
import { loadList } from '../../parts/goods-list/list-data.ts'
import { listWhere } from '../../parts/goods-list/list-where.ts'
import { useListCrumbs } from '../../parts/goods-list/useListCrumbs.ts'

export const loader = (args: PageArgs) => loadList(args)

/** /list: all goods as cards. */
export default function ListPage() {
  const data = usePageData<typeof loader>()
  const where = useMemo(() => listWhere('image'), [])
  const { crumbs, title } = useListCrumbs(data.query)
  return <GoodsBrowser data={data} where={where} crumbs={crumbs} title={title} />
}
