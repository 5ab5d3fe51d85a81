import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { MenuEntryWire } from '#contract/content.ts'
import { Money } from '#ui/Money.tsx'
import { api } from '../api/calls.ts'
import { GoodsPicture } from '../parts/GoodsPicture.tsx'
import { paths } from '../paths.ts'
import css from './CategoryMenu.module.css'

const GOODS_SHOWN = 3

/** Second and third level of one category, and what sells best in it. */
export default function SubMenu({ entry, onChoose }: { entry: MenuEntryWire; onChoose: () => void }) {
  const client = useApi()
  const goods = useQuery({
    queryKey: ['menu-goods', entry.id],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const { data } = await client.ask(api.goodsList, {
        query: { category: String(entry.id), sort: 'sales', per_page: GOODS_SHOWN, in_stock: 1 },
        signal,
        handles: 'all',
      })
      return data.list
    },
  })
  return (
    <section className={css.sub} aria-label={entry.name} data-submenu>
      <div className={css.branches}>
        {entry.children.map((branch) => (
          <dl key={branch.id}>
            <dt>
              <Link to={paths.list({ category: branch.id })} onClick={onChoose}>
                {branch.name}
              </Link>
            </dt>
            <dd>
              {branch.children.map((leaf) => (
                <Link key={leaf.id} to={paths.list({ category: leaf.id })} onClick={onChoose}>
                  {leaf.name}
                </Link>
              ))}
            </dd>
          </dl>
        ))}
      </div>
      <ul className={css.goods}>
        {(goods.data ?? []).map((one) => (
          <li key={one.id}>
            <Link to={paths.goods(one.id)} className={css.offer} onClick={onChoose}>
              <GoodsPicture goods={one} />
              <span>
                <b className={`ell ${css.offerName}`}>{one.name}</b>
                {one.price === null ? <small className={css.unseen}>登录后可见价格</small> : <Money yuan={one.price} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
