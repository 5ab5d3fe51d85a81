import { Link } from 'react-router'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import { PointsGoodsCard } from './PointsGoodsCard.tsx'
import css from './perks.module.css'
import points from './points.module.css'
import page from './zones.module.css'

/** Perks of the page's first look; all of them are on the list. */
const SHOWN = 10

export async function loader({ api: client, signal, user }: PageArgs) {
  const { data } = await client.ask(api.pointsMall, { query: { mall: 'perks', per_page: SHOWN }, signal })
  return { ...data, signedIn: user !== null }
}

/** /yyh */
export default function PerksPage() {
  const { list, brands, points: held, signedIn } = usePageData<typeof loader>()
  return (
    <div className={`wrap ${page.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '优益惠' }]} />
      <ZoneHead
        accent="violet"
        art="gift"
        title="优益惠"
        intro="合作品牌回馈：积分加少量金额，换品牌专属权益"
        facts={[`${brands.length} 个品牌`, ...(signedIn ? [`您有 ${held.toLocaleString('zh-CN')} 积分`] : [])]}
      >
        <ButtonLink to={paths.perksList()}>全部权益</ButtonLink>
      </ZoneHead>
      {brands.length > 0 && (
        <ul className={css.brands}>
          {brands.map(({ id, name, logo, count }) => (
            <li key={id}>
              <Link to={paths.perksList({ brand_id: id })} className="panel">
                <span>{logo ? <img src={logo} alt="" width="44" height="44" /> : name.slice(0, 1)}</span>
                <b className="ell">{name}</b>
                <small>
                  {count} 项权益
                  <Icon name="right" size={12} />
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {list.length === 0 ? (
        <Nothing picture="clock" text="品牌权益暂未开始">
          <ButtonLink to={paths.pointsMall()} kind="primary">
            去积分商城
          </ButtonLink>
        </Nothing>
      ) : (
        <ul className={points.grid}>
          {list.map((goods) => (
            <PointsGoodsCard key={goods.id} goods={goods} signedIn={signedIn} />
          ))}
        </ul>
      )}
    </div>
  )
}
