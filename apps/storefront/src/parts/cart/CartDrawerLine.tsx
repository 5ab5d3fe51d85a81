import { memo } from 'react'
import { Link } from 'react-router'
import type { CartLineWire } from '#contract/cart-shapes.ts'
import { Icon } from '#ui/Icon.tsx'
import { moneyText } from '#ui/yuan.ts'
import { paths } from '../../paths.ts'
import { GoodsThumb } from '../GoodsThumb.tsx'
import { Stepper } from '../Stepper.tsx'
import css from './CartDrawer.module.css'
import { lineName } from './cart-data.ts'
import type { CartActions } from './useCart.ts'
import { useWished } from './useWished.ts'

interface Props {
  line: CartLineWire
  corrected: string | undefined
  busy: boolean
  actions: CartActions
  onDelete: (lines: readonly CartLineWire[]) => void
}

/** One line of the drawer, 310 px wide. */
export const CartDrawerLine = memo(function CartDrawerLine({ line, corrected, busy, actions, onDelete }: Props) {
  const { goods } = line
  const { number, wish } = useWished(line, busy, actions)
  const name = lineName(line)
  const bundle = line.combination
  const offer = line.exchange_id > 0 ? 0 : line.goods_price_id
  const open = line.can_buy === 1
  return (
    <li className={open ? css.line : `${css.line} ${css.blocked}`}>
      <input
        type="checkbox"
        className="check"
        aria-label={`选择 ${name}`}
        checked={open && line.is_selected === 1}
        disabled={!open}
        onChange={(event) => actions.select([line.id], event.target.checked)}
      />
      <GoodsThumb image={goods.goods_image[0]?.url ?? ''} />
      <div className={css.text}>
        <Link
          className={css.name}
          to={bundle ? paths.bundles() : paths.goods(goods.id, { goods_price_id: offer, is_yj: line.is_yj, ck_id: line.ck_id })}
        >
          {name}
        </Link>
        <p className={css.spec}>
          {bundle ? bundle.goods.map((part) => `${part.goods.name}×${part.number}`).join('，') : goods.ypgg}
          {line.exchange_id > 0 && ' · 换购'}
        </p>
      </div>
      <button type="button" className="iconbtn" aria-label={`删除 ${name}`} onClick={() => onDelete([line])}>
        <Icon name="trash" />
      </button>
      <div className={css.figures}>
        {open ? (
          <>
            <p className={css.buy}>
              <b>{line.price === null ? '—' : moneyText(line.price)}</b>
              <Stepper label={`${name} 数量`} value={number} step={line.step} min={line.min} max={line.max} onChange={wish} />
            </p>
            {line.reduction !== '0.00' && (
              <p className={css.net}>
                小计 {moneyText(line.amount)}，优惠后 {moneyText(line.net)}
              </p>
            )}
            {corrected && <p className={css.corrected}>{corrected}</p>}
          </>
        ) : (
          <p className={css.why}>{line.reasons[0]?.message ?? '暂不能购买'}</p>
        )}
      </div>
    </li>
  )
})
