import { ButtonLink } from '#ui/Button.tsx'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/yx', '/yx/table')
export const loader = (args: PageArgs) => loadZone(args, 'selected', 'yx')

/** /yx */
export default function SelectedZonePage() {
  const data = usePageData<typeof loader>()
  return (
    <ZoneGoods
      data={data}
      where={WHERE}
      head={
        <ZoneHead
          accent="brand"
          art="parcel"
          title="优选包邮专区"
          intro={data.goods.zone.intro}
          facts={['不限金额包邮', '质管部优选', '名单每月调整']}
        >
          <ButtonLink to={paths.zone('/yx/rule')}>优选规则</ButtonLink>
        </ZoneHead>
      }
    />
  )
}
