import type { ReactNode } from 'react'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { useIsOpen } from '../../app/site.tsx'
import { GoodsBrowser } from '../../parts/goods-list/GoodsBrowser.tsx'
import type { Where } from '../../parts/goods-list/where.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { isNarrowed } from '../../parts/list-query.ts'
import { paths } from '../../paths.ts'
import { ZoneAdverts } from './ZoneAdverts.tsx'
import type { ZoneList } from './zone-list.ts'
import css from './zones.module.css'

interface Props {
  data: ZoneList
  where: Where
  head: ReactNode
  /** Between the adverts and the goods. */
  before?: ReactNode
  note?: (goods: GoodsCardWire) => ReactNode
}

/** A zone as a list to look through; where this viewer has nothing to see in it, it says why. */
export function ZoneGoods({ data, where, head, before, note }: Props) {
  const { name, note: why, action } = data.goods.zone
  const crumbs = [{ text: '首页', to: paths.home() }, { text: name }]
  const top = (
    <>
      {head}
      <ZoneAdverts adverts={data.adverts} />
      {before}
    </>
  )
  if (data.goods.total > 0 || why === '' || isNarrowed(data.query))
    return <GoodsBrowser data={data} where={where} crumbs={crumbs} title={name} head={top} note={note} />
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={crumbs} />
      {top}
      <Nothing picture="paper" text={why}>
        <WayOn action={action} />
        <ButtonLink to={paths.list()}>浏览全部商品</ButtonLink>
      </Nothing>
    </div>
  )
}

/** What the server advises, where its page is there. */
function WayOn({ action }: { action: ZoneList['goods']['zone']['action'] }) {
  const isOpen = useIsOpen()
  if (action === null || action.url === paths.list() || !isOpen(action.url)) return null
  if (action.url === paths.login()) return <LoginLink className="btn btn-primary">{action.text}</LoginLink>
  return (
    <ButtonLink to={action.url} kind="primary">
      {action.text}
    </ButtonLink>
  )
}
