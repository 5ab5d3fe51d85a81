import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/jxqzc')
export const loader = (args: PageArgs) => loadZone(args, 'near_expiry')

/** /jxqzc */
export default function NearExpiryZonePage() {
  const data = usePageData<typeof loader>()
  return (
    <ZoneGoods
      data={data}
      where={WHERE}
      head={
        <ZoneHead accent="near" title="近效期专区" intro={data.goods.zone.intro} facts={['指定批号', '售完即止', '效期与批号下单前可见']} />
      }
    />
  )
}
