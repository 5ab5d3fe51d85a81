import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { formerPrice, moneyText } from '#ui/yuan.ts'
import { GoodsPicture } from '../../parts/GoodsPicture.tsx'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { useQuickAdd } from '../../parts/useCartAdd.ts'
import { paths } from '../../paths.ts'
import css from './HomeGoods.module.css'

/** Goods of the home page in three shapes: tile (floors), row (daily special), flash. */
interface Props {
  goods: GoodsCardWire
}

const linkOf = (goods: GoodsCardWire) => paths.goods(goods.id, goods.goods_price_id > 0 ? { goods_price_id: goods.goods_price_id } : {})
const about = ({ ypgg, sccj }: GoodsCardWire) => [ypgg, sccj].filter(Boolean).join(' · ')

/** What it costs, or in the same height how to see it. */
function Cost({ goods, was = false }: Props & { was?: boolean }) {
  if (goods.price === null) return <LoginLink className={css.unseen}>登录后可见价格</LoginLink>
  const old = formerPrice(goods.price, goods.raw_price)
  return (
    <span className={css.cost}>
      <Money yuan={goods.price} size="lg" />
      {was && old ? <del>{moneyText(old)}</del> : <small>/{goods.bzdw}</small>}
    </span>
  )
}

/** Adds, or says why not. */
function Add({ goods, text }: Props & { text?: string }) {
  const { add, busy } = useQuickAdd(goods)
  if (goods.price === null) return null
  if (goods.is_buy === 0) {
    return (
      <Link to={linkOf(goods)} className={css.why} title={goods.reasons[0]?.message}>
        {goods.number === 0 ? '暂无库存' : '暂不可购'}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={text ? `btn btn-hot ${css.grab}` : css.add}
      disabled={busy}
      onClick={add}
      aria-label={text ? `${text} ${goods.name}` : `把 ${goods.name} 加入购物车`}
    >
      {text ?? <Icon name="plus" />}
    </button>
  )
}

export function GoodsTile({ goods }: Props) {
  return (
    <li className={css.tile}>
      <Link to={linkOf(goods)} className={css.over} aria-label={`${goods.name} ${about(goods)}`} />
      {goods.tags[0] && (
        <span className={css.tag}>
          <Tag name={goods.tags[0]} />
        </span>
      )}
      <GoodsPicture goods={goods} />
      <b className="ell">{goods.name}</b>
      <small className="ell">{about(goods)}</small>
      <div className={css.foot}>
        <Cost goods={goods} />
        <Add goods={goods} />
      </div>
    </li>
  )
}

export function GoodsRow({ goods }: Props) {
  const limit = goods.offer?.limit_per_buyer
  return (
    <li className={css.row}>
      <Link to={linkOf(goods)} className={css.over} aria-label={`${goods.name} ${about(goods)}`} />
      <GoodsPicture goods={goods} />
      <div className={css.words}>
        <b className="ell">{goods.name}</b>
        <small className="ell">{about(goods)}</small>
        <small className={css.limit}>{limit ? `今日每户限购 ${limit}${goods.bzdw}` : ' '}</small>
        <div className={css.foot}>
          <Cost goods={goods} was />
          <Add goods={goods} />
        </div>
      </div>
    </li>
  )
}

export function FlashGoods({ goods, open }: Props & { open: boolean }) {
  const { offer } = goods
  const share = offer?.quota ? Math.min(100, Math.floor((offer.taken * 100) / offer.quota)) : null
  return (
    <li className={css.flash}>
      <Link to={linkOf(goods)} className={css.over} aria-label={`${goods.name} ${about(goods)}`} />
      <GoodsPicture goods={goods} />
      <b className="ell">{goods.name}</b>
      <small className="ell">{about(goods)}</small>
      <div className={css.sold}>
        {share !== null && goods.price !== null && (
          <>
            <span className={css.bar} aria-hidden="true">
              <i style={{ width: `${share}%` }} />
            </span>
            <span>已抢 {share}%</span>
          </>
        )}
        {offer?.limit_per_buyer && (
          <span>
            限 {offer.limit_per_buyer}
            {goods.bzdw}
          </span>
        )}
      </div>
      <div className={css.foot}>
        <Cost goods={goods} was />
        {open ? <Add goods={goods} text="抢购" /> : null}
      </div>
    </li>
  )
}
