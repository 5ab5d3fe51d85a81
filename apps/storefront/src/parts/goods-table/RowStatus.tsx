import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import { useIsOpen } from '../../app/site.tsx'
import { Ladder } from './Ladder.tsx'
import { quoted } from './quoted.ts'
import css from './table.module.css'
import { type RowState, unitsInCart } from './worksheet.ts'

interface Props {
  goods: GoodsCardWire
  state: RowState
  onRemind: () => void
}

/** The last column: what became of the row, or why it cannot be bought and what to do about it. */
export function RowStatus({ goods, state, onRemind }: Props) {
  if (goods.is_buy === 0) return <Refused goods={goods} state={state} onRemind={onRemind} />
  const inCart = unitsInCart(goods, state)
  const typed = Number(state.draft)
  if (state.note?.tone === 'bad') {
    return (
      <span className={css.bad} title={state.note.text}>
        {state.note.text}
      </span>
    )
  }
  if (typed > 0 && inCart > 0) return <span className={css.hint}>{`已有 ${inCart}，再加 ${typed}`}</span>
  if (typed > 0) {
    const quote = quoted(goods, typed)
    return quote?.tier ? <span className={css.hint}>{`已享 ${quote.tier} ${quote.price}`}</span> : <Steps goods={goods} />
  }
  if (state.pending > 0) return <span className={css.hint}>正在加入…</span>
  if (inCart === 0) return <Steps goods={goods} />
  return (
    <>
      <span className={`chip chip-ok ${css.added}`}>
        <Icon name="check" size={12} />
        已加购 {inCart}
      </span>
      {state.note ? (
        <span className={css.hint} title={state.note.text}>
          {state.note.text}
        </span>
      ) : (
        <Steps goods={goods} />
      )}
    </>
  )
}

/** The ladder, where the table has no room for a column of it: here, as long as there is nothing else to say. */
function Steps({ goods }: Pick<Props, 'goods'>) {
  if (goods.ladder_price.length === 0) return null
  return (
    <span className={css.steps}>
      <Ladder goods={goods} />
    </span>
  )
}

function Refused({ goods, state, onRemind }: Props) {
  const isOpen = useIsOpen()
  const [reason] = goods.reasons
  if (!reason) return null
  if (reason.code === 'NO_STOCK') {
    return (
      <>
        <span className={css.hint}>{goods.number === 0 ? '无库存' : reason.message}</span>
        {state.reminded ? (
          <span className={css.hint}>已设到货提醒</span>
        ) : (
          <button type="button" className={css.way} aria-label={`${goods.name} 到货提醒`} onClick={onRemind}>
            到货提醒
          </button>
        )}
      </>
    )
  }
  return (
    <>
      <span className={css.bad} title={goods.reasons.map(({ message }) => message).join('；')}>
        {reason.message}
      </span>
      {reason.action && isOpen(reason.action.url) && (
        <Link to={reason.action.url} className={css.way}>
          {reason.action.text}
        </Link>
      )}
    </>
  )
}
