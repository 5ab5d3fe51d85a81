import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/kxzq')
export const loader = (args: PageArgs) => loadZone(args, 'controlled')

/** /kxzq */
export default function ControlledZonePage() {
  const data = usePageData<typeof loader>()
  return (
    <ZoneGoods
      data={data}
      where={WHERE}
      head={
        <ZoneHead accent="violet" title="控销专区" intro={data.goods.zone.intro} facts={['授权区域内独家供应', '价格仅授权客户可见']} />
      }
    />
  )
}
