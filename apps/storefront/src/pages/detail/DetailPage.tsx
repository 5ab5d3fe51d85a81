import { useLocation, useRevalidator } from 'react-router'
import type { GoodsDetailWire } from '#contract/goods.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import type { OwnTitle } from '../../app/title.ts'
import { DrugMark } from '../../parts/DrugMark.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { paths } from '../../paths.ts'
import { Buy, PhoneBuy } from './Buy.tsx'
import { Choices } from './Choices.tsx'
import { choiceOf, queryOf } from './choice.ts'
import css from './detail.module.css'
import { Gallery } from './Gallery.tsx'
import { GoodsCoupons } from './GoodsCoupons.tsx'
import { GoodsTabs } from './GoodsTabs.tsx'
import { PriceBox } from './PriceBox.tsx'
import { Promotions } from './Promotions.tsx'
import { Side } from './Side.tsx'
import { Similar } from './Similar.tsx'
import { useBuy } from './useBuy.ts'

const ID = /^[1-9]\d{0,14}$/

interface DetailData extends OwnTitle {
  goods: GoodsDetailWire
  signedIn: boolean
}

export async function loader({ api: client, params, url, user, signal }: PageArgs): Promise<DetailData> {
  const id = params.id ?? ''
  if (!ID.test(id)) throw new Response('商品不存在或已下架', { status: 404 })
  const { data } = await client.ask(api.goodsDetail, { params: { id: Number(id) }, query: queryOf(choiceOf(url.searchParams)), signal })
  return { goods: data, signedIn: user !== null, pageTitle: [data.name, data.ypgg].filter(Boolean).join(' ') }
}

/** /list/info/:id: what it is, what it costs this company, whether it may buy it, and into the cart. */
export default function DetailPage() {
  const { goods, signedIn } = usePageData<typeof loader>()
  const { revalidate } = useRevalidator()
  const choice = choiceOf(new URLSearchParams(useLocation().search))
  const buying = useBuy(goods, choice)
  const buy = { goods, buying, signedIn, wholeCase: choice.is_yj === 1 }
  const path = goods.category_path.map(({ id, name }) => ({ text: name, to: paths.list({ category: id }) }))
  const about = [
    goods.sccj,
    goods.approval_no,
    goods.holder && goods.holder !== goods.sccj && `上市许可持有人：${goods.holder}`,
    goods.origin && `产地：${goods.origin}`,
  ]
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, ...path, { text: goods.name }]} />
      <div className={`panel ${css.top}`}>
        <Gallery key={goods.id} goods={goods} signedIn={signedIn} />
        <div className={css.info}>
          <p className={css.marks}>
            <DrugMark value={goods.drug_class} />
            {goods.tags.map((tag) => (
              <Tag key={tag} name={tag} />
            ))}
            {goods.near_expiry === 1 && <span className="chip chip-warn">近效期</span>}
          </p>
          <h1>
            {goods.name}
            <span>
              {goods.ypgg}
              {goods.bzdw && `/${goods.bzdw}`}
            </span>
          </h1>
          <p className={css.maker}>{about.filter(Boolean).join(' · ')}</p>
          <PriceBox goods={goods} number={buying.number} signedIn={signedIn} onTurn={() => void revalidate()} />
          <Promotions goods={goods} />
          <Choices goods={goods} choice={choice} number={buying.number} />
          <Buy {...buy} />
        </div>
        <Side goods={goods} signedIn={signedIn} />
      </div>
      <GoodsCoupons coupons={goods.coupons} />
      <div className={css.body}>
        <GoodsTabs key={goods.id} goods={goods} signedIn={signedIn} />
        <Similar list={goods.similar} signedIn={signedIn} />
      </div>
      <PhoneBuy {...buy} />
    </div>
  )
}
