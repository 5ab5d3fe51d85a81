import { ButtonLink } from '#ui/Button.tsx'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { Authorising } from './Authorising.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'

const WHERE = zoneWhere('/kxzq/new')

/** The same goods as /kxzq, the newest first unless the address orders otherwise. */
export const loader = (args: PageArgs) => loadZone(args, 'controlled', 'new_kxzq', { sort: 'newest' })

/** /kxzq/new */
export default function ControlledNewPage() {
  const data = usePageData<typeof loader>()
  return (
    <>
      <ZoneGoods
        data={data}
        where={WHERE}
        head={
          <ZoneHead
            accent="violet"
            art="lock"
            title="控销新品"
            intro="新近授权与到货的控销品种"
            facts={['按上架时间排列', '价格仅授权客户可见']}
          >
            <ButtonLink to={paths.zone('/kxzq')}>全部控销商品</ButtonLink>
          </ZoneHead>
        }
      />
      <Authorising />
    </>
  )
}
