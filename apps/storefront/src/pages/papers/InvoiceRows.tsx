import { Link } from 'react-router'
import type { InvoiceWire } from '#contract/documents.ts'
import { Button } from '../../parts/Button.tsx'
import { moneyText } from '../../parts/yuan.ts'
import { paths } from '../../paths.ts'
import { beijingTime } from '../order/times.ts'
import css from './papers.module.css'
import { inFours } from './words.ts'

interface Props {
  list: readonly InvoiceWire[]
  onChange: (invoice: InvoiceWire) => void
}

/** One row an invoice; a table on a desk, cards on a phone. */
export function InvoiceRows({ list, onChange }: Props) {
  return (
    <table className={css.rows}>
      <thead>
        <tr>
          <th scope="col">发票号码</th>
          <th scope="col">订单</th>
          <th scope="col">抬头</th>
          <th scope="col" className={`${css.figure} ${css.net}`}>
            金额 / 税额
          </th>
          <th scope="col" className={css.figure}>
            价税合计
          </th>
          <th scope="col" className={css.figure}>
            操作
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((invoice) => (
          <tr key={invoice.id}>
            <td>
              <span className={css.number}>{inFours(invoice.number)}</span>
              <span className={css.marks}>
                {invoice.is_test === 1 && <span className="chip chip-warn">测试发票</span>}
                {invoice.colour === 'red' && <span className="chip chip-bad">红字</span>}
                <span className="chip">{invoice.kind_name}</span>
              </span>
              {invoice.of_number && <small>对应 {inFours(invoice.of_number)}</small>}
            </td>
            <td>
              <Link className="link" to={paths.order(invoice.order_id)}>
                {invoice.order_no}
              </Link>
              <small>{beijingTime(invoice.issued_at)}</small>
            </td>
            <td>
              {invoice.buyer_name}
              <small>{invoice.buyer_tax_no}</small>
            </td>
            <td className={`${css.figure} ${css.net}`}>
              {moneyText(invoice.net)}
              <small>{moneyText(invoice.tax)}</small>
            </td>
            <td className={invoice.colour === 'red' ? `${css.figure} ${css.back}` : css.figure}>
              {moneyText(invoice.total)}
              {invoice.left_note && <small>{invoice.left_note}</small>}
            </td>
            <td>
              <span className={css.rowActs}>
                {invoice.file ? (
                  <a className="btn btn-sm" href={invoice.file.url} download={invoice.file.name} aria-label={`下载发票 ${invoice.number}`}>
                    下载
                  </a>
                ) : (
                  <span className="muted">生成中</span>
                )}
                {invoice.colour === 'blue' && (
                  <Button
                    size="sm"
                    disabled={invoice.can_change === 0}
                    title={invoice.why || undefined}
                    aria-label={`换开 ${invoice.number}`}
                    onClick={() => onChange(invoice)}
                  >
                    换开
                  </Button>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
