import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { herbNote } from './notes.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/zyyp')
export const loader = (args: PageArgs) => loadZone(args, 'herb', 'zyzq')

/** /zyyp */
export default function HerbZonePage() {
  const data = usePageData<typeof loader>()
  return (
    <ZoneGoods
      data={data}
      where={WHERE}
      note={herbNote}
      head={
        <ZoneHead
          accent="herb"
          art="leaf"
          title="中药专区"
          intro={data.goods.zone.intro}
          facts={['产地写在每个品规上', '选货统货分开报价', '每批附检验报告']}
        />
      }
    />
  )
}
