import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { moneyText } from '#ui/yuan.ts'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import { about } from '../../parts/goods-facts.ts'
import { SiteLink } from '../../parts/SiteLink.tsx'
import { useQuickAdd } from '../../parts/useCartAdd.ts'
import { paths } from '../../paths.ts'
import css from './cart-offers.module.css'
import type { FillHint } from './useNextHints.ts'

/** As many as stand beside each other. */
const SHOWN = 3

/** What little more would bring, nearest first, with goods that bring one there. */
export function FillHints({ hints }: { hints: readonly FillHint[] }) {
  const shown = differing(hints).slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <Block title="再凑一点更划算" head={<p className={css.muted}>按最接近的优惠排列</p>}>
      <ul className={css.hints}>
        {shown.map((hint) => (
          <li key={`${hint.kind}-${hint.id}`}>
            <p className={css.hintText}>
              {hint.text}
              {hint.gain !== '0.00' && <em>可省 {moneyText(hint.gain)}</em>}
            </p>
            <ul className={css.fill}>
              {hint.goods.map((goods) => (
                <FillGoods key={goods.id} goods={goods} />
              ))}
            </ul>
            <SiteLink url={hint.fill_url} className={css.moreGoods} aria-label={`更多凑单商品：${hint.text}`}>
              更多凑单商品
              <Icon name="right" size={14} />
            </SiteLink>
          </li>
        ))}
      </ul>
    </Block>
  )
}

/** Two coupons that lack the same are filled up with the same goods: the one that brings more speaks for both. */
function differing(hints: readonly FillHint[]): FillHint[] {
  const most = new Map<string, FillHint>()
  for (const hint of hints) {
    if (hint.goods.length === 0) continue
    const key = `${hint.missing} ${hint.goods.map(({ id }) => id).join()}`
    const other = most.get(key)
    if (!other || Number(hint.gain) > Number(other.gain)) most.set(key, hint)
  }
  return [...most.values()]
}

function FillGoods({ goods }: { goods: GoodsCardWire }) {
  const { add, busy } = useQuickAdd(goods)
  return (
    <li>
      <GoodsThumb image={goods.goods_image[0]?.url ?? ''} />
      <span className={css.words}>
        <Link to={paths.goods(goods.id)} className="ell">
          {goods.name}
        </Link>
        <small className="ell">{about(goods)}</small>
        {goods.price !== null && <Money yuan={goods.price} size="sm" />}
      </span>
      <Button size="sm" kind="soft" disabled={busy} onClick={add} aria-label={`加购 ${goods.name} ${goods.min_number} ${goods.bzdw}`}>
        +{goods.min_number} {goods.bzdw}
      </Button>
    </li>
  )
}
