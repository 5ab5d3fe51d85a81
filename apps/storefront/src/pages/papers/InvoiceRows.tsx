import { Link } from 'react-router'
import type { InvoiceWire } from '#contract/invoices.ts'
import { Button } from '#ui/Button.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import css from './invoices.module.css'
import { inFours } from './words.ts'

interface Props {
  list: readonly InvoiceWire[]
  onChange: (invoice: InvoiceWire) => void
}

/** One row an invoice; a table on a desk, cards on a phone. */
export function InvoiceRows({ list, onChange }: Props) {
  return (
    <Table columns={['发票号码', '订单', '抬头', figure('金额 / 税额'), figure('价税合计'), figure('操作')]} look={css.invoices}>
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
              {invoice.of_number && (
                <small>
                  对应蓝字{' '}
                  <Link className="link" to={memberPaths.invoices({ keywords: invoice.of_number })}>
                    {inFours(invoice.of_number)}
                  </Link>
                </small>
              )}
            </td>
            <td className={css.order}>
              <Link className="link" to={paths.order(invoice.order_id)}>
                {invoice.order_no}
              </Link>
              <small>{beijingTime(invoice.issued_at)}</small>
            </td>
            <td className={css.buyer}>
              {invoice.buyer_name}
              <small>{invoice.buyer_tax_no}</small>
            </td>
            <td className={`${table.figure} ${css.net}`}>
              {moneyText(invoice.net)}
              <small>{moneyText(invoice.tax)}</small>
            </td>
            <td className={`${table.figure} ${table.main} ${css.total} ${invoice.colour === 'red' ? css.back : ''}`}>
              {moneyText(invoice.total)}
              {invoice.left_note && <small>{invoice.left_note}</small>}
              {invoice.reds.map((red) => (
                <small key={red.id} className={css.back}>
                  <Link className="link" to={memberPaths.invoices({ keywords: red.number })}>
                    红字 {red.number.slice(-6)}
                  </Link>{' '}
                  {moneyText(red.total)}
                </small>
              ))}
            </td>
            <td className={css.acts}>
              <Acts invoice={invoice} onChange={onChange} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Acts({ invoice, onChange }: { invoice: InvoiceWire; onChange: Props['onChange'] }) {
  const { file, files, number } = invoice
  return (
    <>
      <span>
        {file && (
          <a className="btn btn-sm" href={file.url} target="_blank" rel="noreferrer" aria-label={`查看发票 ${number}（新窗口）`}>
            查看
          </a>
        )}
        {files.map((one) => (
          <a key={one.id} className="btn btn-sm" href={one.url} download={one.name} aria-label={`下载发票 ${number} ${one.form}`}>
            {one.form}
          </a>
        ))}
        {files.length === 0 && <span className="muted">生成中</span>}
        {invoice.can_change === 1 && (
          <Button size="sm" aria-label={`换开 ${number}`} onClick={() => onChange(invoice)}>
            换开
          </Button>
        )}
      </span>
      {invoice.colour === 'blue' && invoice.why && <small>{invoice.why}</small>}
    </>
  )
}
