import { data as answer, Link } from 'react-router'
import type { PromotionWire } from '#contract/activity.ts'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Breadcrumb } from '../../parts/Breadcrumb.tsx'
import { ButtonLink } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Pagination } from '../../parts/Pagination.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { GoodsGrid } from '../list/GoodsGrid.tsx'
import css from './activity.module.css'
import { pageIn } from './page-in.ts'
import zones from './zones.module.css'

const IDS = /^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,19}$/

/** ids: the activities of this centre, all for every one; id: the one whose goods are shown, else the first. */
export async function loader({ api: client, params, url, signal }: PageArgs) {
  const ids = params.ids ?? ''
  if (ids !== 'all' && !IDS.test(ids)) throw answer('', { status: 404 })
  const list = ids === 'all' ? {} : { ids }
  const { activities } = (await client.ask(api.goodsActivities, { query: list, signal })).data
  const chosen = activities.find((one) => one.id === Number(params.id)) ?? activities[0]
  if (chosen === undefined) return { ids, activities, chosen: null, goods: null }
  const query = {
    id: chosen.id,
    page: pageIn(url),
    ...(url.searchParams.get('keywords') && { keywords: url.searchParams.get('keywords') ?? '' }),
  }
  return { ids, activities, chosen, goods: (await client.ask(api.goodsActivities, { query, signal })).data }
}

/** /Hdzx/:ids/:id? */
export default function ActivityCentrePage() {
  const { ids, activities, chosen, goods } = usePageData<typeof loader>()
  if (chosen === null || goods === null) {
    return (
      <div className={`wrap ${zones.page}`}>
        <div className={`panel ${zones.none}`}>
          <Empty picture="clock" text="活动暂未开始或已结束">
            <ButtonLink to={paths.activity('all')} kind="primary">
              看正在进行的活动
            </ButtonLink>
          </Empty>
        </div>
      </div>
    )
  }
  const coming = chosen.state === 'coming'
  return (
    <div className={`wrap ${zones.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '活动中心', to: paths.activity('all') }, { text: chosen.name }]} />
      <ZoneHead
        accent="hot"
        title={chosen.name}
        intro={chosen.intro}
        {...(chosen.image && { image: chosen.image })}
        countdown={{ label: coming ? '距开始' : '距结束', until: coming ? chosen.starts_at : chosen.ends_at }}
      />
      {activities.length > 1 && (
        <nav className={zones.tabs} aria-label="活动">
          {activities.map(({ id, name, state }) => (
            <Link key={id} to={paths.activity(ids, id)} aria-current={id === chosen.id ? 'true' : undefined}>
              {name}
              {state === 'coming' && <small>（未开始）</small>}
            </Link>
          ))}
        </nav>
      )}
      <Tiers activity={chosen} />
      {goods.list.length === 0 ? (
        <div className={`panel ${zones.none}`}>
          <Empty
            picture="search"
            text={
              chosen.kind === 'cashback' || chosen.kind === 'exchange'
                ? '全场商品都参加，去挑选商品吧'
                : '您可购买的商品里没有参加这个活动的'
            }
          >
            <ButtonLink to={paths.list()} kind="primary">
              浏览全部商品
            </ButtonLink>
          </Empty>
        </div>
      ) : (
        <GoodsGrid list={goods.list} view="image" />
      )}
      <Pagination
        page={goods.page}
        perPage={goods.per_page}
        total={goods.total}
        to={(next) => `${paths.activity(ids, chosen.id)}${next > 1 ? `?page=${next}` : ''}`}
      />
    </div>
  )
}

/** What the activity gives, tier by tier, with the gifts as pictures. */
function Tiers({ activity }: { activity: PromotionWire }) {
  return (
    <ol data-terms className={`panel ${css.tiers}`}>
      {activity.tiers.map((tier) => (
        <li key={tier.id}>
          <Tag name={activity.tag} />
          <b>{tier.text}</b>
          {tier.gifts.map((gift) => (
            <span key={gift.name} className={css.gift}>
              {gift.image && <img src={gift.image} alt="" width="40" height="40" />}
              {gift.name} ×{gift.number}
              {gift.unit}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}
