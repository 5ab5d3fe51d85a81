import { Fragment } from 'react'
import { Link } from 'react-router'
import type { OrderDetailWire } from '#contract/order.ts'
import { Block } from '#ui/Block.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { useDrawnFirst } from '#ui/useDrawnFirst.ts'
import { moneyText } from '#ui/yuan.ts'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import { about } from '../../parts/goods-facts.ts'
import css from '../../parts/orders/order.module.css'
import { settledNote } from '../../parts/price-note.ts'
import { Tag } from '../../parts/Tag.tsx'
import { useWhyPrice } from '../../parts/useWhyPrice.tsx'
import { paths } from '../../paths.ts'

type Line = OrderDetailWire['lines'][number]

/** What was bought, a row a batch: the wholesaler's records go by batch, and so do returns. */
export function BatchTable({ lines, paid }: { lines: readonly Line[]; paid: boolean }) {
  const drawn = useDrawnFirst(lines)
  const due = paid ? '实付' : '应付'
  const batches = lines.reduce((sum, line) => sum + line.batches.length, 0)
  return (
    <Block title="商品与批次" head={<p className={css.muted}>{`${lines.length} 种 · ${batches} 个批次`}</p>}>
      <Table columns={['商品', '批号', '生产日期', '有效期至', figure('单价'), figure('数量'), figure(due)]} kind="open" look={css.lines}>
        <tbody>
          {drawn.map((line) => (
            <LineRows key={line.id} line={line} due={due} />
          ))}
        </tbody>
      </Table>
    </Block>
  )
}

function LineRows({ line, due }: { line: Line; due: string }) {
  const [first, ...others] = line.batches
  const why = useWhyPrice({ name: line.name, sentences: sentencesOf(line) })
  // The tag and the bundle's name say all there is to say of these prices.
  const note = line.tag === '赠' || line.combination_name ? '' : settledNote(line.price_note)
  return (
    <Fragment>
      <tr>
        <td className={css.whole}>
          <span className={css.goodsCell}>
            <GoodsThumb image={line.image} />
            <span>
              {line.tag && <Tag name={line.tag} />}{' '}
              <Link to={paths.goods(line.goods_id)}>
                <b>{line.name}</b>
              </Link>
              <small>{about(line)}</small>
              {line.combination_name && <small>组合：{line.combination_name}</small>}
              {note && <small className={css.priceNote}>{note}</small>}
              {why.button}
              {why.list}
            </span>
          </span>
        </td>
        <BatchCells batch={first} />
        <td className={table.figure} data-label="单价">
          {moneyText(line.price)}
        </td>
        <td className={table.figure} data-label="数量">
          {first && others.length > 0 ? first.number : line.number} {line.bzdw}
        </td>
        <td className={`${table.figure} ${css.strong}`} data-label={due}>
          {moneyText(line.paid)}
          {line.reduction !== '0.00' && <small className={css.less}>{moneyText(`-${line.reduction}`)}</small>}
        </td>
      </tr>
      {others.map((batch) => (
        <tr key={batch.batch_no}>
          <td className={`${css.whole} ${css.same}`}>{line.name}，另一批次</td>
          <BatchCells batch={batch} />
          <td className={table.figure} data-label="单价">
            {moneyText(line.price)}
          </td>
          <td className={table.figure} data-label="数量">
            {batch.number} {line.bzdw}
          </td>
          <td className={table.figure}>
            <span className="said">{due}已计入上一行</span>
          </td>
        </tr>
      ))}
    </Fragment>
  )
}

function BatchCells({ batch }: { batch: Line['batches'][number] | undefined }) {
  if (!batch) return <td colSpan={3}>出库时确定</td>
  return (
    <>
      <td data-label="批号">{batch.batch_no}</td>
      <td className={css.nowrap} data-label="生产">
        {batch.production_date ?? '—'}
      </td>
      <td className={css.nowrap} data-label="至">
        {batch.expiry_date}
      </td>
    </>
  )
}

/** A single sentence says no more than the row. Those of a bundle speak of the whole of it, so its goods have their own. */
function sentencesOf(line: Line): readonly string[] {
  if (!line.combination_name) return line.explanation.length > 1 ? line.explanation : []
  if (line.shares.length === 0) return []
  return [
    `组合价 ${moneyText(line.price)} × ${line.number} ${line.bzdw} = ${moneyText(line.amount)}`,
    ...line.shares.map((share) => `“${share.name}” ${moneyText(`-${share.amount}`)}`),
    `优惠后 ${moneyText(line.paid)}`,
  ]
}
