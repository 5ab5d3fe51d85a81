import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { Block } from '#ui/Block.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { moneyText } from '#ui/yuan.ts'
import { about } from '../../parts/goods-facts.ts'
import { settledNote } from '../../parts/price-note.ts'
import { Tag } from '../../parts/Tag.tsx'
import css from './checkout.module.css'

type Order = CheckoutSheetWire['orders'][number]

/** One of the orders that this checkout becomes: a warehouse, ephedrine apart, with the batches that would be taken. */
export function OrderPreview({ order, place, alone }: { order: Order; place: number; alone: boolean }) {
  const pieces = order.lines.reduce((sum, line) => sum + line.number, 0)
  return (
    <Block
      title={alone ? '商品清单' : `订单 ${place}`}
      head={
        <>
          {order.is_hm === 1 && <span className="chip chip-warn">含特殊药品复方制剂</span>}
          <p className={css.muted}>{[order.ck_name, `${order.lines.length} 种 ${pieces} 件`, order.note].filter(Boolean).join(' · ')}</p>
        </>
      }
    >
      <Table columns={['商品', '批号 / 效期', figure('单价'), figure('数量'), figure('小计')]} kind="open" look={css.lines}>
        <tbody>
          {order.lines.map((line) => (
            <LineRow key={line.id} line={line} />
          ))}
        </tbody>
      </Table>
      {!alone && (
        <p className={css.orderSum}>
          <span>
            商品<b>{moneyText(order.goods_amount)}</b>
          </span>
          {order.reduction_amount !== '0.00' && (
            <span>
              优惠<b>{moneyText(`-${order.reduction_amount}`)}</b>
            </span>
          )}
          <span>
            运费<b>{moneyText(order.shipping_amount)}</b>
          </span>
          <span>
            应付<b>{moneyText(order.payable)}</b>
          </span>
        </p>
      )}
    </Block>
  )
}

function LineRow({ line }: { line: Order['lines'][number] }) {
  // The tag says all there is to say of a gift's price.
  const note = line.tag === '赠' ? '' : settledNote(line.price_note)
  return (
    <tr>
      <td>
        {line.tag && <Tag name={line.tag} />} <b>{line.name}</b>
        <small>{about(line)}</small>
        {note && <small className={css.note}>{note}</small>}
        {line.shares.length > 0 && (
          <small className={css.shares}>{line.shares.map((share) => `${share.name} ${moneyText(`-${share.amount}`)}`).join('，')}</small>
        )}
      </td>
      <td>
        {line.batches.map((batch) => (
          <span key={batch.batch_no} className={css.batch}>
            {batch.batch_no}
            <small>
              至 {batch.expiry_date}
              {line.batches.length > 1 && ` × ${batch.number}`}
            </small>
          </span>
        ))}
      </td>
      <td className={table.figure}>{moneyText(line.price)}</td>
      <td className={table.figure}>
        {line.number} {line.bzdw}
      </td>
      <td className={`${table.figure} ${css.strong}`}>
        {moneyText(line.amount)}
        {line.reduction !== '0.00' && <small className={css.net}>优惠后 {moneyText(line.net)}</small>}
      </td>
    </tr>
  )
}
