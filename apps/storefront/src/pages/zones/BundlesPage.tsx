import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { BundleCard } from '../../parts/BundleCard.tsx'
import { ZoneHead } from '../../parts/ZoneHead.tsx'
import { paths } from '../../paths.ts'
import css from './zones.module.css'

const SHOWN = 12

export const loader = async ({ api: client, url, signal }: PageArgs) =>
  (await client.ask(api.bundleList, { query: { page: pageIn(url), per_page: SHOWN }, signal })).data

/** /zhzq */
export default function BundlesPage() {
  const { list, total, page, per_page: perPage } = usePageData<typeof loader>()
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '组合专区' }]} />
      <ZoneHead
        accent="brand"
        art="boxes"
        title="组合专区"
        intro="门店常配的几样一起买，每样都更低"
        facts={[`${total} 个组合`, '整组发货', '可参加满减与优惠券']}
      />
      {list.length === 0 ? (
        <Nothing first={total > 0 && paths.bundles()} picture="cart" text="暂时没有组合优惠">
          <ButtonLink to={paths.list()} kind="primary">
            浏览全部商品
          </ButtonLink>
        </Nothing>
      ) : (
        <ul className={css.bundles}>
          {list.map((bundle) => (
            <BundleCard key={bundle.id} bundle={bundle} />
          ))}
        </ul>
      )}
      <Pagination page={page} perPage={perPage} total={total} to={(next) => paths.bundles({ page: next })} />
    </div>
  )
}
