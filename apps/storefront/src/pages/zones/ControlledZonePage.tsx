import { Link } from 'react-router'
import type { ZonePageHeadWire } from '#contract/zones.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { Authorising } from './Authorising.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'
import css from './zones.module.css'

const WHERE = zoneWhere('/kxzq')

export async function loader(args: PageArgs) {
  const { api: client, signal } = args
  const [list, pages] = await Promise.all([
    loadZone(args, 'controlled', 'kxzq'),
    client.ask(api.zonePages, { query: { kind: 'controlled' }, signal }),
  ])
  return { ...list, pages: pages.data.list }
}

/** /kxzq */
export default function ControlledZonePage() {
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
            title="控销专区"
            intro={data.goods.zone.intro}
            facts={['按地区、业态或客户授权', '价格仅授权客户可见', '区域内不重复供货']}
          >
            <ButtonLink to={paths.controlledNew()}>控销新品</ButtonLink>
          </ZoneHead>
        }
        before={<ControlledPages pages={data.pages} />}
      />
      <Authorising />
    </>
  )
}

/** The makers' own pages within controlled sale. */
function ControlledPages({ pages }: { pages: readonly ZonePageHeadWire[] }) {
  if (pages.length === 0) return null
  return (
    <ul className={css.halls} aria-label="控销品牌">
      {pages.map((page) => (
        <li key={page.id}>
          <Link to={page.url} className={`panel ${css.hall}`}>
            {page.image && <img src={page.image} alt="" />}
            <span>
              <b>{page.name}</b>
              <small>{page.intro}</small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
