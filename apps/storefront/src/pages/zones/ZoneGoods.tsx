import type { ReactNode } from 'react'
import { useUser } from '../../api/queries.ts'
import { ButtonLink } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { paths } from '../../paths.ts'
import { GoodsBrowser } from '../list/GoodsBrowser.tsx'
import type { Where } from '../list/where.ts'
import { isNarrowed } from '../table/table-query.ts'
import type { ZoneList } from './zone-list.ts'
import css from './zones.module.css'

interface Props {
  data: ZoneList
  where: Where
  head: ReactNode
}

/** A zone as a list to look through; where this viewer has nothing to see in it, it says why. */
export function ZoneGoods({ data, where, head }: Props) {
  const { name, note } = data.goods.zone
  const visitor = useUser() === null
  const crumbs = [{ text: '首页', to: paths.home() }, { text: name }]
  if (data.goods.total === 0 && note !== '' && !isNarrowed(data.query)) {
    return (
      <div className={`wrap ${css.page}`}>
        {head}
        <div className={`panel ${css.none}`}>
          <Empty picture={visitor ? 'paper' : 'search'} text={note}>
            {visitor ? (
              <ButtonLink to={paths.login(where.at({}))} kind="primary">
                去登录
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.list()} kind="primary">
                浏览全部商品
              </ButtonLink>
            )}
          </Empty>
        </div>
      </div>
    )
  }
  return <GoodsBrowser data={data} where={where} crumbs={crumbs} title={name} head={head} />
}
