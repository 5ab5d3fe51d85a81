import { memo, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import { grouped } from '#ui/yuan.ts'
import { paths } from '../../paths.ts'
import { DrugMark } from '../DrugMark.tsx'
import { Tag } from '../Tag.tsx'
import { Ladder } from './Ladder.tsx'
import { isOfferPrice, quoted } from './quoted.ts'
import { RowStatus } from './RowStatus.tsx'
import css from './table.module.css'
import { digitsOf } from './table-keys.ts'
import type { TableWork } from './useTableWork.ts'
import { isFavourite, type RowState, unitsInCart } from './worksheet.ts'

interface Props {
  goods: GoodsCardWire
  /** Position in the page, from 0. */
  index: number
  /** Number in the whole list, from 1. */
  place: number
  work: TableWork
  /** A signed-in buyer: favourites and reminders are theirs. */
  member: boolean
  /** Prices are not for this buyer, which stands above the table already: no columns for what is empty without them. */
  told: boolean
  /** What stands where a price would. */
  unseen: string
}

const DIGITS_MAX = 6
/** Below this many units the stock is pointed out. */
const LOW_STOCK = 100
const linkOf = (goods: GoodsCardWire) => paths.goods(goods.id, isOfferPrice(goods) ? { goods_price_id: goods.goods_price_id } : {})

/** One goods. Drawn again only when its own state changes. */
export const TableRow = memo(function TableRow({ goods, index, place, work, member, told, unseen }: Props) {
  const { sheet } = work
  const read = () => sheet.row(goods.id)
  const state = useSyncExternalStore(sheet.subscribe, read, read)
  const sees = goods.price !== null
  const inCart = unitsInCart(goods, state)
  const look = goods.is_buy === 0 && sees ? css.refused : inCart > 0 ? css.inCart : undefined
  return (
    <tr className={look} data-index={index}>
      <td className={`${css.num} ${css.dim} ${css.wide}`}>{place}</td>
      <td className={css.name}>
        <div>
          <Link to={linkOf(goods)} tabIndex={-1} className="ell" title={goods.name}>
            {goods.name}
          </Link>
          <DrugMark value={goods.drug_class} />
          {member && <Favourite goods={goods} state={state} toggle={work.toggleFavourite} />}
        </div>
      </td>
      <td className={css.spec} title={goods.ypgg}>
        {goods.ypgg}
      </td>
      <td className={css.maker} title={goods.sccj}>
        {goods.sccj}
      </td>
      <td className={css.tags}>
        <div>
          {goods.tags.slice(0, 4).map((tag) => (
            <Tag key={tag} name={tag} />
          ))}
        </div>
      </td>
      {!told && <Held goods={goods} sees={sees} />}
      <td className={`${css.packs} ${css.num} ${css.dim} ${css.wide}`}>
        {goods.mid_pack}/{goods.case_pack}
      </td>
      {!told && <td className={`${css.retail} ${css.num} ${css.dim} ${css.wide}`}>{goods.retail_price ?? ''}</td>}
      <td
        className={`${css.num} ${css.price} ${isOfferPrice(goods) ? css.offer : ''}`}
        title={goods.retail_price === null ? undefined : `零售价 ${goods.retail_price}`}
      >
        {goods.price === null ? <span className={css.unseen}>{unseen}</span> : grouped(goods.price)}
      </td>
      {!told && (
        <>
          <td className={`${css.ladder} ${css.wide}`}>
            <Ladder goods={goods} />
          </td>
          <Quantity goods={goods} index={index} work={work} state={state} sees={sees} />
          <td className={css.status}>
            <div>
              <RowStatus goods={goods} state={state} onRemind={() => work.remind(goods)} />
            </div>
          </td>
        </>
      )}
    </tr>
  )
})

/** How long it keeps, and how much there is. */
function Held({ goods, sees }: Pick<Props, 'goods'> & { sees: boolean }) {
  return (
    <>
      <td className={goods.near_expiry ? `${css.expiry} ${css.low}` : css.expiry}>
        {goods.expiry_date ?? (sees ? '—' : '')}
        {goods.near_expiry === 1 && <span className="said">近效期</span>}
      </td>
      <td className={`${css.num} ${css.stock} ${sees && goods.number !== null && goods.number < LOW_STOCK ? css.low : ''}`}>
        {goods.number === null ? '' : grouped(String(goods.number))}
      </td>
    </>
  )
}

function Quantity({ goods, index, work, state, sees }: Pick<Props, 'goods' | 'index' | 'work'> & { state: RowState; sees: boolean }) {
  const inCart = unitsInCart(goods, state)
  const counted = state.draft === '' ? inCart : Number(state.draft)
  const quote = quoted(goods, counted)
  if (!sees) {
    return (
      <>
        <td className={css.quantity} />
        <td className={`${css.num} ${css.wide}`} />
      </>
    )
  }
  return (
    <>
      <td className={css.quantity}>
        <div>
          <input
            type="text"
            inputMode="numeric"
            enterKeyHint="next"
            autoComplete="off"
            className={css.input}
            data-quantity={index}
            aria-label={`${goods.name} ${goods.ypgg} 数量`}
            maxLength={DIGITS_MAX}
            disabled={goods.is_buy === 0}
            value={state.draft}
            placeholder={inCart > 0 ? String(inCart) : goods.is_buy ? String(goods.min_number) : ''}
            onChange={(event) => work.sheet.change(goods.id, { draft: digitsOf(event.target.value), note: null })}
            onFocus={(event) => event.target.select()}
          />
          {goods.is_buy === 1 && (
            <button
              type="button"
              tabIndex={-1}
              className={css.add}
              aria-label={`把 ${goods.name} 加入购物车`}
              onClick={() => work.add(goods)}
            >
              <Icon name="plus" size={14} />
            </button>
          )}
        </div>
      </td>
      <td className={`${css.num} ${css.amount} ${css.wide}`}>{quote === null ? '' : grouped(quote.amount)}</td>
    </>
  )
}

function Favourite({ goods, state, toggle }: { goods: GoodsCardWire; state: RowState; toggle: TableWork['toggleFavourite'] }) {
  const on = isFavourite(goods, state)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={on ? `${css.heart} ${css.loved}` : css.heart}
      aria-pressed={on}
      aria-label={`收藏 ${goods.name}`}
      onClick={() => toggle(goods)}
    >
      <Icon name="heart" size={14} filled={on} />
    </button>
  )
}
