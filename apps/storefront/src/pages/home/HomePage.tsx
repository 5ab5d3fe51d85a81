import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { headerQuery, linksQuery } from '../../api/queries.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { CategoryMenu } from '../../frame/CategoryMenu.tsx'
import { Banner } from './Banner.tsx'
import { Brands } from './Brands.tsx'
import { BuyerPanel } from './BuyerPanel.tsx'
import { CouponRow } from './CouponRow.tsx'
import { DailySpecial } from './DailySpecial.tsx'
import { FlashSale } from './FlashSale.tsx'
import { Floor } from './Floor.tsx'
import css from './HomePage.module.css'
import { readHome } from './home-data.ts'
import { News } from './News.tsx'
import { Preparing } from './Preparing.tsx'
import { Promos } from './Promos.tsx'
import { Recommended } from './Recommended.tsx'

export const loader = (args: PageArgs) => readHome(args)

export default function HomePage() {
  const home = usePageData<typeof loader>()
  const brands = (useQuery(headerQuery(useApi())).data?.brand ?? []).filter(({ count }) => count > 0)
  const links = useQuery(linksQuery(useApi())).data
  if (links?.preparing === 1) return <Preparing links={links} />
  return (
    <div className="wrap">
      <h1 className="said">安衡药采首页</h1>
      <div className={css.hero}>
        <CategoryMenu />
        <Banner adverts={home.focus} />
        <BuyerPanel />
      </div>
      {home.spike && home.spike.sessions.length > 0 && <FlashSale first={home.spike} />}
      {home.coupons.length > 0 && <CouponRow coupons={home.coupons} />}
      {home.right.length > 0 && <Promos adverts={home.right} />}
      {home.daily && home.daily.list.length > 0 && <DailySpecial daily={home.daily} />}
      {home.floors.map((floor) => (
        <Floor key={floor.code} floor={floor} />
      ))}
      {brands.length > 0 && <Brands brands={brands} />}
      {home.recommended && home.recommended.list.length > 0 && <Recommended first={home.recommended} />}
      {home.news.length > 0 && <News sections={home.news} />}
    </div>
  )
}
