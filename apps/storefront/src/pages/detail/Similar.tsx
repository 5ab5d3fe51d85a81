import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Money } from '#ui/Money.tsx'
import { GoodsPicture } from '../../parts/GoodsPicture.tsx'
import { paths } from '../../paths.ts'
import css from './tabs.module.css'

/** As many as stand beside the facts without a long empty column. */
const SHOWN = 6

/** The same drug of other makers, and what stands beside it. */
export function Similar({ list, signedIn }: { list: readonly GoodsCardWire[]; signedIn: boolean }) {
  if (list.length === 0) return null
  return (
    <section className={`panel ${css.similar}`} aria-labelledby="similar">
      <h2 id="similar">同类商品</h2>
      <ul>
        {list.slice(0, SHOWN).map((goods) => (
          <li key={goods.id}>
            <Link to={paths.goods(goods.id, goods.goods_price_id > 0 ? { goods_price_id: goods.goods_price_id } : {})}>
              <span className={css.small}>
                <GoodsPicture goods={goods} />
              </span>
              <span className={css.words}>
                <b className="ell">{goods.name}</b>
                <small className="ell">
                  {goods.ypgg} · {goods.sccj}
                </small>
                {goods.price === null ? <small>{signedIn ? '暂无报价' : '登录后可见价格'}</small> : <Money yuan={goods.price} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
