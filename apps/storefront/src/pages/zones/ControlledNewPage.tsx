import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { ButtonLink } from '../../parts/Button.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { readTableQuery } from '../table/table-query.ts'
import { ZoneAdverts } from './ZoneAdverts.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/kxzq/new')

/** The same goods as /kxzq, the newest first unless the address orders otherwise. */
export async function loader({ api: client, url, signal }: PageArgs) {
  const query = readTableQuery(url.searchParams)
  const [goods, adverts] = await Promise.all([
    client.ask(api.zoneGoods, { params: { zone: 'controlled' }, query: { sort: 'newest', ...query }, signal }),
    client.ask(api.focusSlot, { params: { slot: 'new_kxzq' }, signal }),
  ])
  return { query, goods: goods.data, adverts: adverts.data.list }
}

/** /kxzq/new */
export default function ControlledNewPage() {
  const data = usePageData<typeof loader>()
  const head = (
    <>
      <ZoneHead accent="violet" title="控销新品" intro="新近授权与到货的控销品种" facts={['按上架时间排列', '价格仅授权客户可见']}>
        <ButtonLink to={paths.zone('/kxzq')}>全部控销商品</ButtonLink>
      </ZoneHead>
      <ZoneAdverts adverts={data.adverts} />
    </>
  )
  return <ZoneGoods data={data} where={WHERE} head={head} />
}
