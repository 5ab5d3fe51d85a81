import { useMemo } from 'react'
import type { PageArgs } from '../../app/page.ts'
import { usePageData } from '../../app/page.ts'
import { GoodsBrowser } from './GoodsBrowser.tsx'
import { loadList } from './list-data.ts'
import { listWhere } from './list-where.ts'
import { useListCrumbs } from './useListCrumbs.ts'

export const loader = (args: PageArgs) => loadList(args)

/** /list: all goods as cards. */
export default function ListPage() {
  const data = usePageData<typeof loader>()
  const where = useMemo(() => listWhere('image'), [])
  const { crumbs, title } = useListCrumbs(data.query)
  return <GoodsBrowser data={data} where={where} crumbs={crumbs} title={title} />
}
