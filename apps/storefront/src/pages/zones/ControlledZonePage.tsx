import { Link } from 'react-router'
import type { ZonePageHeadWire } from '#contract/zones.ts'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { ButtonLink } from '../../parts/Button.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { ZoneAdverts } from './ZoneAdverts.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, zoneWhere } from './zone-list.ts'
import css from './zones.module.css'

const WHERE = zoneWhere('/kxzq')

export async function loader(args: PageArgs) {
  const { api: client, signal } = args
  const [list, pages, adverts] = await Promise.all([
    loadZone(args, 'controlled'),
    client.ask(api.zonePages, { query: { kind: 'controlled' }, signal }),
    client.ask(api.focusSlot, { params: { slot: 'kxzq' }, signal }),
  ])
  return { ...list, pages: pages.data.list, adverts: adverts.data.list }
}

/** /kxzq */
export default function ControlledZonePage() {
  const data = usePageData<typeof loader>()
  const head = (
    <>
      <ZoneHead
        accent="violet"
        title="控销专区"
        intro={data.goods.zone.intro}
        facts={['按地区、业态或客户授权', '价格仅授权客户可见', '区域内不重复供货']}
      >
        <ButtonLink to={paths.controlledNew()}>新品控销</ButtonLink>
      </ZoneHead>
      <ZoneAdverts adverts={data.adverts} />
      <ControlledPages pages={data.pages} />
    </>
  )
  return <ZoneGoods data={data} where={WHERE} head={head} />
}

/** The makers' own pages within controlled sale. */
export function ControlledPages({ pages }: { pages: readonly ZonePageHeadWire[] }) {
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
