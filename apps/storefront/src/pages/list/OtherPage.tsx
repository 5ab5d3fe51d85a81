import { data as answer, useParams } from 'react-router'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { GoodsBrowser } from '../../parts/goods-list/GoodsBrowser.tsx'
import { loadList } from '../../parts/goods-list/list-data.ts'
import { otherWhere } from '../../parts/goods-list/list-where.ts'
import { useListCrumbs } from '../../parts/goods-list/useListCrumbs.ts'

export const loader = async (args: PageArgs) => {
  const { id = '' } = args.params
  if (!/^[1-9]\d{0,14}$/.test(id)) throw answer('', { status: 404 })
  return loadList(args, id)
}

/** /list/other/:id/:name?: one category at an address that can be put into an advert. The name is for who reads the address: what the page is called, the catalogue says. */
export default function OtherPage() {
  const data = usePageData<typeof loader>()
  const { id = '', name } = useParams()
  const { crumbs, title } = useListCrumbs(data.query)
  return <GoodsBrowser data={data} where={otherWhere(id, name)} crumbs={crumbs} title={title} />
}
