import { Link } from 'react-router'
import type { AfterSaleDetailWire } from '#contract/aftersales.ts'
import { Block } from '#ui/Block.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { moneyText } from '#ui/yuan.ts'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import { about } from '../../parts/goods-facts.ts'
import orders from '../../parts/orders/order.module.css'
import { Tag } from '../../parts/Tag.tsx'
import { paths } from '../../paths.ts'

/** What was applied for and what was accepted, a row a batch. */
export function AppliedTable({ row }: { row: AfterSaleDetailWire }) {
  return (
    <Block title="申请的商品与批次" head={<p className={orders.muted}>{`${row.lines.length} 个批次`}</p>}>
      <Table
        columns={['商品', '批号', '有效期至', figure('单价'), figure('申请'), figure('验收'), figure('退款')]}
        kind="open"
        look={orders.lines}
      >
        <tbody>
          {row.lines.map((line) => (
            <tr key={line.id}>
              <td className={orders.whole}>
                <span className={orders.goodsCell}>
                  <GoodsThumb image={line.image} />
                  <span>
                    {line.tag && <Tag name={line.tag} />}{' '}
                    <Link to={paths.goods(line.goods_id)}>
                      <b>{line.name}</b>
                    </Link>
                    <small>{about(line)}</small>
                  </span>
                </span>
              </td>
              <td data-label="批号">{line.batch_no}</td>
              <td className={orders.nowrap} data-label="至">
                {line.expiry_date}
              </td>
              <td className={table.figure} data-label="单价">
                {moneyText(line.price)}
              </td>
              <td className={table.figure} data-label="申请">
                {line.number} {line.bzdw}
              </td>
              <td className={table.figure} data-label="验收">
                {line.accepted === null ? '—' : `${line.accepted} ${line.bzdw}`}
              </td>
              <td className={`${table.figure} ${orders.strong}`} data-label="退款">
                {line.accepted === null ? '—' : moneyText(line.worth)}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Block>
  )
}
