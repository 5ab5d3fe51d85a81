import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/welfare')
export const loader = (args: PageArgs) => loadZone(args, 'welfare', null)

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
          art="tag"
          title="全场 94 折"
          intro={data.goods.zone.intro}
          facts={['按您的专属价、等级价或阶梯价再打 94 折', '秒杀、特价等活动商品按活动价，不再打折']}
        />
      }
    />
  )
}
