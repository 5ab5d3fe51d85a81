import { memo } from 'react'
import { Link } from 'react-router'
import type { CartLineWire } from '#contract/cart-shapes.ts'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { formerPrice, moneyText } from '#ui/yuan.ts'
import { lineName, lineUnit, mayKeep } from '../../parts/cart/cart-data.ts'
import type { CartActions } from '../../parts/cart/useCart.ts'
import { useWished } from '../../parts/cart/useWished.ts'
import { DrugMark } from '../../parts/DrugMark.tsx'
import { GoodsPicture } from '../../parts/GoodsPicture.tsx'
import { priceNote } from '../../parts/price-note.ts'
import { RefusalNote } from '../../parts/RefusalNote.tsx'
import { Stepper } from '../../parts/Stepper.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { useWhyPrice } from '../../parts/useWhyPrice.tsx'
import { paths } from '../../paths.ts'
import css from './cart.module.css'
import { BundleGoods, FullReduction, LineLimit } from './LineParts.tsx'

interface Props {
  line: CartLineWire
  /** What the server corrected in the number that was typed. */
  corrected: string | undefined
  /** A number is on its way; the amount is still that of the old one. */
  busy: boolean
  /** The number that reaches the next tier, when the server has a hint for the number that the line holds. */
  tierAt: number | null
  actions: CartActions
  onDelete: (lines: readonly CartLineWire[]) => void
}

/** One line. Memoised: typing in one line redraws that line and what its number changes, nothing else. */
export const CartLineRow = memo(function CartLineRow({ line, corrected, busy, tierAt, actions, onDelete }: Props) {
  const { goods } = line
  const { number, wish } = useWished(line, busy, actions)
  const open = line.can_buy === 1
  const name = lineName(line)
  const unit = lineUnit(line)
  const isBundle = line.combination !== null
  const note = priceNote(line.price_note)
  const hasHint = open && !isBundle && line.exchange_id === 0 && note.reached.length + note.next.length > 0
  const why = useWhyPrice({ name, sentences: open && line.is_selected === 1 ? line.explanation : [] })
  return (
    <li className={open ? css.line : `${css.line} ${css.blocked}`}>
      <input
        type="checkbox"
        className={`check ${css.tick}`}
        aria-label={`选择 ${name}`}
        checked={open && line.is_selected === 1}
        disabled={!open}
        onChange={(event) => actions.select([line.id], event.target.checked)}
      />
      <Link to={linkOf(line)} className={css.pic} tabIndex={-1} aria-hidden="true">
        <GoodsPicture goods={goods} />
      </Link>
      <div className={css.main}>
        <p className={css.name}>
          <Link to={linkOf(line)}>{name}</Link>
          {!isBundle && <DrugMark value={goods.drug_class} />}
          {tagsOf(line).map((tag) => (
            <Tag key={tag} name={tag} />
          ))}
        </p>
        {isBundle ? (
          <BundleGoods line={line} />
        ) : (
          <p className={css.spec}>
            {goods.ypgg} · {goods.sccj}
          </p>
        )}
        {open && <FullReduction line={line} onChoose={(id) => actions.reduceBy(line, id)} />}
        {line.reasons.length > 0 && (
          <div className={css.why}>
            <RefusalNote reasons={line.reasons} />
          </div>
        )}
      </div>
      <p className={css.stock}>
        {!isBundle && goods.expiry_date && <span>效期 {goods.expiry_date}</span>}
        {isBundle ? (
          <span>可购 {line.max.toLocaleString('zh-CN')} 套</span>
        ) : (
          goods.number !== null && <span>库存 {goods.number.toLocaleString('zh-CN')}</span>
        )}
      </p>
      <LinePrice line={line} note={line.type === 0 && !hasHint ? note.title : ''} />
      <div className={css.qty}>
        <Stepper label={`${name} 数量`} value={number} step={line.step} min={line.min} max={line.max} disabled={!open} onChange={wish} />
        {corrected ? <p className={css.corrected}>{corrected}</p> : <LineLimit line={line} />}
      </div>
      <div className={css.amount} aria-busy={busy}>
        {open ? <Money yuan={line.amount} /> : <span className={css.notCounted}>不计入</span>}
        {line.reduction !== '0.00' && <span className={css.net}>优惠后 {moneyText(line.net)}</span>}
        {why.button}
      </div>
      <div className={css.acts}>
        {mayKeep(line) && (
          <button
            type="button"
            className="iconbtn"
            aria-label={`把 ${name} 移入收藏`}
            title="移入收藏"
            onClick={() => actions.keepForLater([line])}
          >
            <Icon name="heart" />
          </button>
        )}
        <button type="button" className="iconbtn" aria-label={`删除 ${name}`} title="删除" onClick={() => onDelete([line])}>
          <Icon name="trash" />
        </button>
      </div>
      {(hasHint || why.list) && (
        <div className={css.below}>
          {hasHint && (
            <p className={busy ? `${css.hint} ${css.outdated}` : css.hint}>
              {line.price_note}
              {tierAt !== null && (
                <button type="button" onClick={() => wish(tierAt)}>
                  加到 {tierAt} {unit}
                </button>
              )}
            </p>
          )}
          {why.list}
        </div>
      )}
    </li>
  )
})

/** Under the offer and from the warehouse that the line is bought by. */
function linkOf(line: CartLineWire): string {
  if (line.combination) return paths.bundles()
  const offer = line.exchange_id > 0 ? 0 : line.goods_price_id
  return paths.goods(line.goods.id, {
    ...(offer > 0 && { goods_price_id: offer }),
    ...(line.is_yj === 1 && { is_yj: 1 }),
    ck_id: line.ck_id,
  })
}

const TAGS_MAX = 4
function tagsOf(line: CartLineWire): string[] {
  if (line.combination) return ['组合']
  return line.exchange_id > 0 ? ['换购'] : line.goods.tags.slice(0, TAGS_MAX)
}

/** note: which price it is, where there is nothing more to say of it. */
function LinePrice({ line, note }: { line: CartLineWire; note: string }) {
  const was = line.price === null ? null : formerPrice(line.price, line.raw_price)
  return (
    <p className={css.price}>
      {line.price === null ? (
        <span className={css.notCounted}>暂无价格</span>
      ) : (
        <>
          <Money yuan={line.price} tone="ink" />
          <span className={css.unit}>/{lineUnit(line)}</span>
        </>
      )}
      {was && (
        <del className={css.was}>
          <span className="said">原价</span>
          {moneyText(was)}
        </del>
      )}
      {note && <span className={css.source}>{note}</span>}
      {line.dropped !== null && <span className={css.dropped}>比加购时降 {moneyText(line.dropped)}</span>}
    </p>
  )
}
