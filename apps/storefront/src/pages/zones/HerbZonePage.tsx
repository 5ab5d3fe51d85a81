import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/zyyp')
export const loader = (args: PageArgs) => loadZone(args, 'herb')

/** /zyyp */
export default function HerbZonePage() {
  const data = usePageData<typeof loader>()
  return (
    <ZoneGoods
      data={data}
      where={WHERE}
      head={<ZoneHead accent="herb" title="中药专区" intro={data.goods.zone.intro} facts={['道地产区', '等级分明', '每批附检验报告']} />}
    />
  )
}
