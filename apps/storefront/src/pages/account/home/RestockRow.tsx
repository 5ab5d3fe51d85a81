import { Link } from 'react-router'
import type { FastBuyRowWire } from '#contract/selfservice.ts'
import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { moneyText } from '#ui/yuan.ts'
import { memberPaths } from '../../../member-paths.ts'
import { GoodsThumb } from '../../../parts/GoodsThumb.tsx'
import { addLine, useCartAdd } from '../../../parts/useCartAdd.ts'
import { paths } from '../../../paths.ts'
import css from './home.module.css'

/** Goods bought before, those first whose usual time has passed; one press orders what is usual. */
export function RestockRow({ rows }: { rows: readonly FastBuyRowWire[] }) {
  const add = useCartAdd()
  return (
    <Block
      title="常购补货"
      head={
        <>
          <span className={css.d}>按您以往的采购周期与数量</span>
          <Link className={`more ${css.end}`} to={memberPaths.quickOrder()}>
            快捷采购
            <Icon name="right" size={12} />
          </Link>
        </>
      }
    >
      {rows.length === 0 ? (
        <p className={css.nothing}>
          采购过的商品会出现在这里，也可以粘贴清单或上传 Excel 下单
          <ButtonLink size="sm" to={memberPaths.quickOrder()}>
            快捷采购
          </ButtonLink>
        </p>
      ) : (
        <ul className={css.restock}>
          {rows.map((row) => (
            <li key={row.goods.id}>
              <GoodsThumb image={row.goods.goods_image[0]?.url ?? ''} />
              <div>
                <Link className="ell" to={paths.goods(row.goods.id)}>
                  {row.goods.name}
                </Link>
                <small className="ell">
                  {row.goods.ypgg}
                  {row.last_number !== null && `，上次 ${row.last_number}${row.goods.bzdw}`}
                </small>
                <p>
                  {row.goods.price !== null && <b className={css.price}>{moneyText(row.goods.price)}</b>}
                  {row.due === 1 && <span className="chip chip-warn">该补货了</span>}
                  {row.goods.is_buy === 0 && <span className="chip">{row.goods.reasons[0]?.message ?? '暂不能购买'}</span>}
                </p>
              </div>
              {row.goods.is_buy === 1 && (
                <button
                  type="button"
                  className="btn btn-soft btn-sm"
                  aria-label={`把 ${row.goods.name} ${row.suggested}${row.goods.bzdw} 加入购物车`}
                  title={row.suggested_note}
                  onClick={() => void add(addLine(row.goods, row.suggested))}
                >
                  <Icon name="plus" size={14} />
                  {row.suggested}
                  {row.goods.bzdw}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
