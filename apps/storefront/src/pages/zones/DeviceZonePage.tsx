import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/qxzq')
export const loader = (args: PageArgs) => loadZone(args, 'device')

/** /qxzq */
export default function DeviceZonePage() {
  const data = usePageData<typeof loader>()
  return (
    <ZoneGoods
      data={data}
      where={WHERE}
      head={
        <ZoneHead
          accent="device"
          title="医疗器械专区"
          intro={data.goods.zone.intro}
          facts={['注册证可查', '按备案范围供货', '满件享折扣']}
        />
      }
    />
  )
}
