import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Authorising } from './Authorising.tsx'
import { Composed } from './ComposedPage.tsx'
import { ZoneAdverts } from './ZoneAdverts.tsx'

const IDS = /^\d{1,10}(,\d{1,10}){0,19}$/

/** url: the page's code; ads: the adverts to show with it, by their ids. */
export async function loader({ api: client, params, signal }: PageArgs) {
  const ids = IDS.test(params.ads ?? '') ? (params.ads ?? '') : ''
  const [page, adverts] = await Promise.all([
    client.ask(api.zonePage, { query: { code: (params.url ?? '').slice(0, 60) }, signal }),
    ids === '' ? null : client.ask(api.focusSlot, { params: { slot: 'kxzq_ad' }, query: { ids }, signal }),
  ])
  return { page: page.data, adverts: adverts?.data.list ?? [] }
}

/** /kxzq/goods/:url/:ads? */
export default function ControlledGoodsPage() {
  const { page, adverts } = usePageData<typeof loader>()
  return (
    <>
      <Composed data={page} />
      <div className="wrap">
        <ZoneAdverts adverts={adverts} />
      </div>
      <Authorising />
    </>
  )
}
