import { Link } from 'react-router'
import type { OrderPapersWire } from '#contract/receiving.ts'
import { Block } from '#ui/Block.tsx'
import { memberPaths } from '../../member-paths.ts'
import { PapersButton } from '../../parts/orders/PapersButton.tsx'
import css from './receiving.module.css'

/** Everything of this order in one click: the note, the reports of exactly its batches, the invoice, the contract. */
export function OrderPapers({ orderId, papers }: { orderId: number; papers: OrderPapersWire }) {
  if (papers.list.length === 0) return null
  const { list, there, missing, at_once } = papers
  return (
    <Block
      title="本单资料"
      head={
        <PapersButton
          text={`一键下载 ${there} 份`}
          url={memberPaths.orderPapersZip(orderId)}
          wish={{ order_id: orderId }}
          atOnce={at_once === 1}
          disabled={there === 0}
        />
      }
    >
      <p className={css.note}>
        {missing === 0 ? '单据齐全。' : `已有 ${there} 份，还缺 ${missing} 份。`}打包文件内附清单，写明有什么、缺什么。
      </p>
      <ul className={css.papers}>
        {list.map((one) => (
          <li key={`${one.group}${one.name}${one.batch_no}${one.number}`}>
            <span className={css.group}>{one.group}</span>
            <span>
              {one.url ? (
                <a className="link" href={one.url} target="_blank" rel="noreferrer">
                  {one.name}
                  <span className="said">（新窗口）</span>
                </a>
              ) : (
                one.name
              )}
              {one.goods && (
                <small>
                  {one.goods} 批号 {one.batch_no}
                </small>
              )}
            </span>
            {one.group === '收货' && one.missing ? (
              <Link className="link" to={memberPaths.receiving(orderId)}>
                {one.missing}，去登记
              </Link>
            ) : (
              <span className={css.missing}>{one.missing || one.number}</span>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
