import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { GoodsDetailWire } from '#contract/goods.ts'
import { moneyText } from '#ui/yuan.ts'
import { freeShippingText } from '../../parts/free-shipping.ts'
import { Tag } from '../../parts/Tag.tsx'
import { batchOptions, type Choice, goodsAt } from './choice.ts'
import css from './choices.module.css'

interface Props {
  goods: GoodsDetailWire
  choice: Choice
  /** The quantity in hand. */
  number: number
}

/** Batch, whole case and warehouse. Each is an address of its own, so that it can be kept, sent and opened again. */
export function Choices({ goods, choice, number }: Props) {
  const options = batchOptions(goods, choice)
  const warehouses = goods.warehouses.length > 1 && choice.is_jxq === 0 ? goods.warehouses : []
  const free = goods.free_shipping_number
  return (
    <dl className={css.choices}>
      {free !== null && (
        <div>
          <dt>包邮</dt>
          <dd>
            {goods.is_youx === 1 && <Tag name="优" />}
            {freeShippingText(free, number, goods.bzdw)}
          </dd>
        </div>
      )}
      {options.length > 0 && (
        <div>
          <dt>{options.some(({ near }) => near) ? '批次' : '购买方式'}</dt>
          <dd className={css.options}>
            {options.map((option) => (
              <Pick key={option.key} to={goodsAt(goods.id, option.choice)} here={option.here}>
                <span>
                  {option.near ? <b className={css.near}>{option.name}</b> : <b>{option.name}</b>}
                  <small>{option.note}</small>
                </span>
                {option.price && <span className={css.optionPrice}>{moneyText(option.price)}</span>}
              </Pick>
            ))}
          </dd>
        </div>
      )}
      {warehouses.length > 0 && (
        <div>
          <dt>仓库</dt>
          <dd className={css.options}>
            {warehouses.map((one) => (
              <Pick key={one.ck_id} to={goodsAt(goods.id, { ...choice, ck_id: one.ck_id })} here={one.ck_id === goods.ck_id}>
                <span>
                  <b>{one.ck_name}</b>
                </span>
                <span className={css.optionStock}>库存 {(one.number ?? 0).toLocaleString('zh-CN')}</span>
              </Pick>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Pick({ to, here, children }: { to: string; here: boolean; children: ReactNode }) {
  return (
    <Link to={to} replace preventScrollReset aria-current={here ? 'true' : undefined} className={css.option}>
      <i aria-hidden="true" />
      {children}
    </Link>
  )
}
