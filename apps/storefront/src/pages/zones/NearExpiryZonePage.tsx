import { Link } from 'react-router'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { narrowed } from '../../parts/list-query.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { MONTHS, nearPath, nearWhere, readNearChoice } from './near-query.ts'
import { nearNote } from './notes.tsx'
import { ZoneGoods } from './ZoneGoods.tsx'
import { loadZone, type ZoneList } from './zone-list.ts'
import css from './zones.module.css'

export async function loader(args: PageArgs) {
  const choice = readNearChoice(args.url.searchParams)
  const { months, byDiscount } = choice
  const more = { ...(months !== null && { months }), ...(byDiscount && { sort: 'discount' as const }) }
  return { ...(await loadZone(args, 'near_expiry', 'common', more)), choice }
}

/** /jxqzc */
export default function NearExpiryZonePage() {
  const data = usePageData<typeof loader>()
  const { goods, query, choice } = data
  const left = goods.facets.find(({ key }) => key === 'months')
  // The tabs say the same as this facet, and say it first.
  const shown: ZoneList = { ...data, goods: { ...goods, facets: goods.facets.filter((facet) => facet !== left) } }
  const filtered = choice.months !== null && goods.total === 0
  return (
    <ZoneGoods
      data={filtered ? { ...shown, goods: { ...shown.goods, zone: { ...goods.zone, note: '' } } } : shown}
      where={nearWhere(choice)}
      note={nearNote}
      head={
        <ZoneHead
          accent="near"
          art="clock"
          title="近效期专区"
          intro={goods.zone.intro}
          facts={['只发所选批号', '售完即止', '批号与效期下单前写明']}
        />
      }
      before={
        goods.sees_prices && (
          <nav className={css.tabs} aria-label="到期时间">
            {[null, ...MONTHS].map((months) => (
              <Link
                key={months}
                to={nearPath(narrowed(query, {}), { ...choice, months })}
                preventScrollReset
                aria-current={months === choice.months ? 'true' : undefined}
              >
                {months === null ? '全部批号' : `${months} 个月内到期`}
                {months !== null && <small> {left?.values.find(({ value }) => value === String(months))?.count ?? 0}</small>}
              </Link>
            ))}
            <span className={css.ends}>
              <Link
                to={nearPath(narrowed(query, { sort: undefined }), { ...choice, byDiscount: !choice.byDiscount })}
                preventScrollReset
                aria-current={choice.byDiscount && query.sort === undefined ? 'true' : undefined}
              >
                折扣优先
              </Link>
            </span>
          </nav>
        )
      }
    />
  )
}
