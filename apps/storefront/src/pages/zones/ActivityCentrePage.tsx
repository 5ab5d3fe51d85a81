import { data as answer, Link } from 'react-router'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { GoodsGrid } from '../../parts/goods-list/GoodsGrid.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import css from './activity.module.css'
import { Tiers } from './Tiers.tsx'
import zones from './zones.module.css'

const IDS = /^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,19}$/
/** These are earned with whatever is bought; they name no goods of their own. */
const WHOLE_SHOP: readonly string[] = ['cashback', 'exchange']
const SHOWN = 20

/** ids: the activities of this centre, all for every one; id: the one whose goods are shown, else the first. */
export async function loader({ api: client, params, url, signal }: PageArgs) {
  const ids = params.ids ?? ''
  if (ids !== 'all' && !IDS.test(ids)) throw answer('', { status: 404 })
  const list = ids === 'all' ? {} : { ids }
  const { activities } = (await client.ask(api.goodsActivities, { query: list, signal })).data
  const chosen = activities.find((one) => one.id === Number(params.id)) ?? activities[0]
  if (chosen === undefined) return { ids, activities, chosen: null, goods: null, wholeShop: false }
  const page = pageIn(url)
  const goods = (await client.ask(api.goodsActivities, { query: { id: chosen.id, page }, signal })).data
  if (goods.total > 0 || !WHOLE_SHOP.includes(chosen.kind)) return { ids, activities, chosen, goods, wholeShop: false }
  const popular = await client.ask(api.goodsList, { query: { sort: 'sales', page, per_page: SHOWN }, signal })
  return { ids, activities, chosen, goods: popular.data, wholeShop: true }
}

/** /Hdzx/:ids/:id? */
export default function ActivityCentrePage() {
  const { ids, activities, chosen, goods, wholeShop } = usePageData<typeof loader>()
  if (chosen === null || goods === null) {
    return (
      <div className={`wrap ${zones.page}`}>
        <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '活动中心' }]} />
        <h1 className="said">活动中心</h1>
        <Nothing picture="clock" text="活动暂未开始或已结束" hint="新的活动开始后，入口会出现在首页">
          <ButtonLink to={paths.couponCentre()} kind="primary">
            去领券
          </ButtonLink>
          {ids !== 'all' && <ButtonLink to={paths.activity('all')}>看正在进行的活动</ButtonLink>}
        </Nothing>
      </div>
    )
  }
  const coming = chosen.state === 'coming'
  return (
    <div className={`wrap ${zones.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '活动中心', to: paths.activity('all') }, { text: chosen.name }]} />
      <ZoneHead
        accent="hot"
        art="flag"
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
      <p className={css.about}>
        {coming
          ? '活动开始后下单才计入，可以先看看商品'
          : wholeShop
            ? '全场商品都计入，以下是大家常买的'
            : `参加活动的商品 ${goods.total} 个，可以组合购买，一起计入档位`}
      </p>
      {goods.list.length === 0 ? (
        <Nothing first={goods.total > 0 && paths.activity(ids, chosen.id)} picture="search" text="您可购买的商品里没有参加这个活动的">
          <ButtonLink to={paths.list()} kind="primary">
            浏览全部商品
          </ButtonLink>
        </Nothing>
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
