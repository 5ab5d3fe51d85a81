import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/welfare')
export const loader = (args: PageArgs) => loadZone(args, 'welfare')

/** /welfare */
export default function WelfareZonePage() {
  const data = usePageData<typeof loader>()
  return (
    <ZoneGoods
      data={data}
      where={WHERE}
      head={
        <ZoneHead
          accent="hot"
          title="全场 94 折"
          intro={data.goods.zone.intro}
          facts={['按您的价格再打 94 折', '已参加其他特价的商品除外']}
        />
      }
    />
  )
}
