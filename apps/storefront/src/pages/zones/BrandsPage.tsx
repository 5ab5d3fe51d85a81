import { Link } from 'react-router'
import type { BrandWire } from '#contract/zones.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { goodsPath } from '../../parts/GoodsCard.tsx'
import { GoodsPicture } from '../../parts/GoodsPicture.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import css from './brands.module.css'
import { ZoneAdverts } from './ZoneAdverts.tsx'
import { advertsOf } from './zone-list.ts'

/** Brand cards on a page. */
const SHOWN = 12

export async function loader(args: PageArgs) {
  const { api: client, url, params, signal } = args
  const page = /^[1-9]\d{0,4}$/.test(params.page ?? '') ? Number(params.page) : 1
  const keywords = url.searchParams.get('keywords')?.trim().slice(0, 60) ?? ''
  const initial = /^[A-Z]$/.exec(url.searchParams.get('initial') ?? '')?.[0] ?? ''
  const query = { page, per_page: SHOWN, ...(keywords && { keywords }), ...(initial && { initial }) }
  const [brands, adverts] = await Promise.all([client.ask(api.brandList, { query, signal }), advertsOf(args, 'ppzq')])
  return { ...brands.data, keywords, initial, adverts }
}

/** /ppzq/:page? */
export default function BrandsPage() {
  const { list, initials, total, page, per_page: perPage, keywords, initial, adverts } = usePageData<typeof loader>()
  const at = (next: { page?: number; initial?: string }) => paths.brands(next.page ?? 1, { keywords, initial: next.initial ?? initial })
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '品牌专区' }]} />
      <ZoneHead
        accent="violet"
        art="badge"
        title="品牌专区"
        intro="厂家直供，首营资料与授权书齐备"
        facts={[`${total} 个品牌`, '授权可查', '批批有检验报告']}
      >
        <form className={css.find} action={paths.brands()}>
          <input
            className="input"
            name="keywords"
            defaultValue={keywords}
            placeholder="品牌或厂家名称"
            aria-label="品牌或厂家名称"
            maxLength={60}
          />
          <button type="submit" className="btn btn-primary">
            找品牌
          </button>
        </form>
      </ZoneHead>
      <ZoneAdverts adverts={adverts} />
      <nav className={css.letters} aria-label="按拼音首字母">
        <Link to={at({ initial: '' })} aria-current={initial === '' ? 'true' : undefined}>
          全部
        </Link>
        {initials.map((letter) => (
          <Link key={letter} to={at({ initial: letter })} aria-current={letter === initial ? 'true' : undefined}>
            {letter}
          </Link>
        ))}
      </nav>
      {list.length === 0 ? (
        <Nothing first={total > 0 && at({})} picture="search" text={keywords ? `没有找到品牌“${keywords}”` : '这个字母下还没有品牌'}>
          <ButtonLink to={paths.brands()} kind="primary">
            看全部品牌
          </ButtonLink>
        </Nothing>
      ) : (
        <ul className={css.brands}>
          {list.map((brand) => (
            <BrandCard key={brand.id} brand={brand} />
          ))}
        </ul>
      )}
      <Pagination page={page} perPage={perPage} total={total} to={(next) => at({ page: next })} />
    </div>
  )
}

function BrandCard({ brand }: { brand: BrandWire }) {
  const to = paths.brand(brand.id)
  return (
    <li className={`panel ${css.brand}`}>
      <header>
        <span className={css.logo}>{brand.logo ? <img src={brand.logo} alt="" width="48" height="48" /> : brand.name.slice(0, 1)}</span>
        <div className={css.names}>
          <h2 className="ell">
            <Link to={to}>{brand.name}</Link>
          </h2>
          <small className="ell">{brand.full_name}</small>
        </div>
        <Link to={to} className="more">
          {brand.count} 个品规
          <Icon name="right" size={12} />
        </Link>
      </header>
      {brand.intro && <p className={css.intro}>{brand.intro}</p>}
      <ul className={css.goods}>
        {brand.goods.map((goods) => (
          <li key={goods.id}>
            <Link to={goodsPath(goods)}>
              <GoodsPicture goods={goods} />
              <b className="ell">{goods.name}</b>
              <small className="ell">{goods.ypgg}</small>
              {goods.price === null ? <small>登录后可见价格</small> : <Money yuan={goods.price} size="sm" />}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}
