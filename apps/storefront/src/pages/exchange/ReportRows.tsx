import { Link } from 'react-router'
import type { ReportBatchWire } from '#contract/reports.ts'
import { said, Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import { AskReport } from '../../parts/reports/AskReport.tsx'
import { ReportLinks } from '../../parts/reports/ReportLinks.tsx'
import { paths } from '../../paths.ts'
import css from './reports.module.css'

interface Props {
  label: string
  list: readonly ReportBatchWire[]
  mayFetch: boolean
  ticked: ReadonlySet<number>
  onTick: (batch: ReportBatchWire) => void
}

/** One row a batch; a table on a desk, cards on a phone. */
export function ReportRows({ label, list, mayFetch, ticked, onTick }: Props) {
  return (
    <Table columns={[said('选择', css.tick), '商品', '批号 / 有效期至', '采购', '检验报告']} look={css.reports} label={label}>
      <tbody>
        {list.map((batch) => {
          const ids = batch.reports.map((report) => report.id)
          const what = `${batch.name} 批号 ${batch.batch_no}`
          return (
            <tr key={`${batch.goods_id} ${batch.batch_no}`}>
              <td className={css.tick}>
                <input
                  type="checkbox"
                  className="check"
                  checked={ids.length > 0 && ids.every((id) => ticked.has(id))}
                  disabled={ids.length === 0 || !mayFetch}
                  onChange={() => onTick(batch)}
                  aria-label={`选择 ${what}`}
                />
              </td>
              <td className={css.goods}>
                <Link className="link" to={paths.goods(batch.goods_id)}>
                  {batch.name}
                </Link>
                <small>
                  {batch.spec} · {batch.manufacturer}
                </small>
              </td>
              <td className={css.batch}>
                <b>{batch.batch_no}</b>
                {batch.expiry_date && <small>有效期至 {batch.expiry_date}</small>}
              </td>
              <td className={css.bought}>
                {batch.order_id === null ? (
                  <span className="muted">没有采购过</span>
                ) : (
                  <>
                    {batch.bought} {batch.unit}
                    <small>
                      <Link className="link" to={paths.order(batch.order_id)}>
                        {batch.order_no}
                      </Link>
                      {batch.bought_at && ` ${beijingTime(batch.bought_at).slice(0, 10)}`}
                    </small>
                  </>
                )}
              </td>
              <td className={css.here}>
                {batch.reports.length > 0 && <ReportLinks reports={batch.reports} of={what} mayFetch={mayFetch} />}
                {(batch.can_ask === 1 || batch.asked === 1) && (
                  <span className={css.none}>
                    <span className="muted">暂未上传</span>
                    <AskReport
                      goodsId={batch.goods_id}
                      batchNo={batch.batch_no}
                      asked={batch.asked === 1}
                      canAsk={mayFetch && batch.can_ask === 1}
                    />
                  </span>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
