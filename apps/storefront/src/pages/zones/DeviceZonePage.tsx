import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { deviceNote } from './notes.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/qxzq')
export const loader = (args: PageArgs) => loadZone(args, 'device', 'common')

/** /qxzq */
export default function DeviceZonePage() {
  const data = usePageData<typeof loader>()
  return (
    <ZoneGoods
      data={data}
      where={WHERE}
      note={deviceNote}
      head={
        <ZoneHead
          accent="device"
          art="pulse"
          title="医疗器械专区"
          intro={data.goods.zone.intro}
          facts={['注册证与备案号逐个标明', '按您的经营范围供货', '批号与效期可追溯']}
        />
      }
    />
  )
}
