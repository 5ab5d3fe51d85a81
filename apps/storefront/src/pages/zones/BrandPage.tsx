import { data as answer } from 'react-router'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { CouponTicket } from '../../parts/CouponTicket.tsx'
import { GoodsBrowser } from '../../parts/goods-list/GoodsBrowser.tsx'
import type { Where } from '../../parts/goods-list/where.ts'
import { linkQuery, readListQuery } from '../../parts/list-query.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import css from './brand.module.css'
import { PromotionStrip } from './PromotionStrip.tsx'
import { ZoneAdverts } from './ZoneAdverts.tsx'
import { advertsOf } from './zone-list.ts'

export async function loader(args: PageArgs) {
  const { api: client, url, params, signal } = args
  const id = Number(params.id)
  if (!Number.isSafeInteger(id) || id < 1) throw answer('', { status: 404 })
  const page = /^[1-9]\d{0,4}$/.test(params.page ?? '') ? { page: Number(params.page) } : {}
  const query = { ...readListQuery(url.searchParams), ...page }
  const [brand, adverts] = await Promise.all([client.ask(api.brandInfo, { params: { id }, query, signal }), advertsOf(args, id)])
  return { ...brand.data, query, adverts }
}

/** /ppzq/info/:id/:page? */
export default function BrandPage() {
  const { brand, goods, coupons, promotions, query, adverts } = usePageData<typeof loader>()
  const at: Where['at'] = (next) => paths.brand(brand.id, linkQuery(next))
  const where: Where = { view: 'image', at, views: [{ view: 'image', at }] }
  const head = (
    <>
      <ZoneHead
        accent="violet"
        title={brand.name}
        art="badge"
        intro={brand.intro || brand.full_name}
        facts={[brand.full_name, `${goods.total} 个品规`]}
        {...(brand.logo && { logo: brand.logo })}
      />
      <ZoneAdverts adverts={adverts} />
      {promotions.length > 0 && <PromotionStrip promotions={promotions} />}
      {coupons.length > 0 && (
        <ul className={css.coupons} aria-label="品牌优惠券">
          {coupons.map((coupon) => (
            <CouponTicket key={coupon.id} coupon={coupon} compact />
          ))}
        </ul>
      )}
    </>
  )
  const crumbs = [{ text: '首页', to: paths.home() }, { text: '品牌专区', to: paths.brands() }, { text: brand.name }]
  return <GoodsBrowser data={{ query, goods }} where={where} title={brand.name} crumbs={crumbs} head={head} />
}
