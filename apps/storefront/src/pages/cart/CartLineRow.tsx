import { memo } from 'react'
import { Link } from 'react-router'
import type { CartLineWire } from '#contract/cart.ts'
import { DrugMark } from '../../parts/DrugMark.tsx'
import { GoodsPicture } from '../../parts/GoodsPicture.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Money } from '../../parts/Money.tsx'
import { priceNote } from '../../parts/price-note.ts'
import { RefusalNote } from '../../parts/RefusalNote.tsx'
import { Stepper } from '../../parts/Stepper.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { moneyText } from '../../parts/yuan.ts'
import { paths } from '../../paths.ts'
import css from './cart.module.css'
import type { CartActions } from './useCart.ts'
import { useWished } from './useWished.ts'

interface Props {
  line: CartLineWire
  /** What the server corrected in the number that was typed. */
  corrected: string | undefined
  /** A number is on its way; the amount is still that of the old one. */
  busy: boolean
  /** How many more to the next tier, when the server has a hint. */
  missing: number | undefined
  actions: CartActions
  onDelete: (lines: readonly CartLineWire[]) => void
}

/** One line. Memoised: typing in one line redraws that line and the sums, nothing else. */
export const CartLineRow = memo(function CartLineRow({ line, corrected, busy, missing, actions, onDelete }: Props) {
  const { goods } = line
  const { number, wish } = useWished(line, actions)
  const open = line.can_buy === 1
  const note = priceNote(line.price_note)
  const link = paths.goods(goods.id, { goods_price_id: line.goods_price_id, is_yj: line.is_yj, ck_id: line.ck_id })
  return (
    <li className={open ? css.line : `${css.line} ${css.blocked}`}>
      <input
        type="checkbox"
        className={`check ${css.tick}`}
        aria-label={`选择 ${goods.name}`}
        checked={open && line.is_selected === 1}
        disabled={!open}
        onChange={(event) => actions.select([line.id], event.target.checked)}
      />
      <Link to={link} className={css.pic} tabIndex={-1} aria-hidden="true">
        <GoodsPicture goods={goods} />
      </Link>
      <div className={css.main}>
        <p className={css.name}>
          <Link to={link}>{goods.name}</Link>
          <DrugMark value={goods.drug_class} />
          {goods.tags.slice(0, 4).map((tag) => (
            <Tag key={tag} name={tag} />
          ))}
        </p>
        <p className={css.spec}>
          {goods.ypgg} · {goods.sccj}
        </p>
        {line.reasons.length > 0 && (
          <div className={css.why}>
            <RefusalNote reasons={line.reasons} />
          </div>
        )}
      </div>
      <p className={css.stock}>
        {goods.expiry_date && <span>效期 {goods.expiry_date}</span>}
        {goods.number !== null && <span>库存 {goods.number.toLocaleString('zh-CN')}</span>}
      </p>
      <LinePrice line={line} note={line.goods_price_id === 0 && note.reached.length + note.next.length === 0 ? note.title : ''} />
      <div className={css.qty}>
        <Stepper
          label={`${goods.name} 数量`}
          value={number}
          step={line.step}
          min={line.min}
          max={line.max}
          disabled={!open}
          onChange={wish}
        />
        {corrected ? <p className={css.corrected}>{corrected}</p> : <LineLimit line={line} />}
      </div>
      <p className={css.amount} aria-busy={busy}>
        {open ? <Money yuan={line.amount} /> : <span className={css.notCounted}>不计入</span>}
      </p>
      <div className={css.acts}>
        <button
          type="button"
          className="iconbtn"
          aria-label={`把 ${goods.name} 移入收藏`}
          title="移入收藏"
          onClick={() => actions.keepForLater([line])}
        >
          <Icon name="heart" />
        </button>
        <button type="button" className="iconbtn" aria-label={`删除 ${goods.name}`} title="删除" onClick={() => onDelete([line])}>
          <Icon name="trash" />
        </button>
      </div>
      {open && note.reached.length + note.next.length > 0 && (
        <p className={css.hint}>
          {line.price_note}
          {missing !== undefined && (
            <button type="button" onClick={() => wish(number + missing)}>
              加到 {number + missing} {goods.bzdw}
            </button>
          )}
        </p>
      )}
    </li>
  )
})

/** note: which price it is, where there is nothing more to say of it. */
function LinePrice({ line, note }: { line: CartLineWire; note: string }) {
  const { goods } = line
  return (
    <p className={css.price}>
      {line.price === null ? (
        <span className={css.notCounted}>暂无价格</span>
      ) : (
        <>
          <Money yuan={line.price} tone="ink" />
          <span className={css.unit}>/{goods.bzdw}</span>
        </>
      )}
      {line.raw_price !== null && line.raw_price !== line.price && <del className={css.was}>{moneyText(line.raw_price)}</del>}
      {note && <span className={css.source}>{note}</span>}
      {line.dropped !== null && <span className={css.dropped}>比加购时降 {moneyText(line.dropped)}</span>}
    </p>
  )
}

/** What one must know before typing: packs and limits. */
function LineLimit({ line }: { line: CartLineWire }) {
  const unit = line.goods.bzdw
  if (line.goods.qg_number !== null)
    return (
      <p className={css.limit}>
        每户限购 {line.goods.qg_number} {unit}
      </p>
    )
  if (line.is_yj === 1)
    return (
      <p className={css.limit}>
        整件 {line.step} {unit}
      </p>
    )
  if (line.step > 1)
    return (
      <p className={css.limit}>
        中包装 {line.step} {unit}
      </p>
    )
  if (line.min > 1)
    return (
      <p className={css.limit}>
        {line.min} {unit}起订
      </p>
    )
  return null
}
