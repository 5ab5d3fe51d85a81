import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { endpoint } from '#api-client/endpoint.ts'
import { useQuery } from '#api-client/useQuery.ts'
import { SEARCH_CACHE_MS } from '#contract/constants.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import { GoodsPrice } from '../parts/GoodsPrice.tsx'
import { GoodsThumb } from '../parts/GoodsThumb.tsx'
import { about, grouped } from '../parts/goods-facts.ts'
import { useQuickAdd } from '../parts/useCartAdd.ts'
import { paths } from '../paths.ts'
import css from './SearchPanel.module.css'

/** Asked here alone: no page loads its name before the list is opened. */
const goodsPanel = endpoint<typeof import('#contract/goods.ts')['goodsPanel']>('GET', '/api/goods/panel')
/** The server counts no further. */
const MAKERS_MAX = 40

function Suggested({ goods, onGone }: { goods: GoodsCardWire; onGone: () => void }) {
  const { add, busy } = useQuickAdd(goods)
  const { id, name, number, bzdw, is_buy: canBuy, min_number: least } = goods
  return (
    <li className={css.goods}>
      <Link to={paths.goods(id)} className={css.what} onClick={onGone}>
        <GoodsThumb image={goods.goods_image[0]?.url ?? ''} />
        <span className={css.texts}>
          <b className="ell">{name}</b>
          <span className="ell">{about(goods)}</span>
        </span>
      </Link>
      <span className={css.figures}>
        <GoodsPrice goods={goods} size="sm" />
        {number !== null && <span className={css.stock}>{number > 0 ? `库存 ${grouped(number)} ${bzdw}` : '暂无库存'}</span>}
      </span>
      {canBuy === 1 && (
        <button type="button" className={css.add} disabled={busy} aria-label={`把 ${name} ${least} ${bzdw} 加入购物车`} onClick={add}>
          <Icon name="cart" />
        </button>
      )}
    </li>
  )
}

interface Props {
  keywords: string
  /** A link was followed: the list closes. */
  onGone: () => void
}

/** The first goods with picture, price and stock, to be put in the cart at once; and the categories and makers of what fits. */
export function SearchPanel({ keywords, onGone }: Props) {
  const client = useApi()
  const { data } = useQuery({
    queryKey: ['suggested goods', keywords],
    enabled: keywords !== '',
    staleTime: SEARCH_CACHE_MS,
    gcTime: SEARCH_CACHE_MS,
    queryFn: async ({ signal }) => (await client.ask(goodsPanel, { query: { keywords }, signal, handles: 'all' })).data,
  })
  if (data === undefined || data.goods.length === 0) return null
  const { goods, total, makers, categories, manufacturers } = data
  const groups = [
    { name: '分类', key: 'category', values: categories },
    { name: '厂家', key: 'manufacturer', values: manufacturers },
  ].filter(({ values }) => values.length > 1)
  return (
    <section className={css.panel} aria-label="商品建议">
      <p className={css.total}>
        {grouped(total)} 种商品{makers > 0 && `，${makers} 个${makers < MAKERS_MAX ? '' : '以上'}厂家`}
      </p>
      <ul>
        {goods.map((one) => (
          <Suggested key={one.id} goods={one} onGone={onGone} />
        ))}
      </ul>
      {groups.map(({ name, key, values }) => (
        <p key={key} className={css.group}>
          <span>{name}</span>
          {values.map(({ id, name: text, count }) => (
            <Link key={id} to={paths.search({ keywords, [key]: id })} onClick={onGone}>
              {text} <small>{grouped(count)}</small>
            </Link>
          ))}
        </p>
      ))}
    </section>
  )
}
