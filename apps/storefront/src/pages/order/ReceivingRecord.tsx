import { Link } from 'react-router'
import type { ReceivingFormWire, ReceivingRecordWire } from '#contract/receiving.ts'
import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { about } from '../../parts/goods-facts.ts'
import { paths } from '../../paths.ts'
import { KINDS } from './count.ts'
import css from './receiving.module.css'

/** How a delivery was counted: by whom, when, what differed, and what became of it. */
export function ReceivingRecord({ form, record }: { form: ReceivingFormWire; record: ReceivingRecordWire }) {
  const { document } = record
  return (
    <AccountShell
      title="收货登记"
      tools={
        document?.file_url ? (
          <a className="btn btn-primary" href={`${document.file_url}?inline=1`} target="_blank" rel="noreferrer">
            <Icon name="file" size={14} />
            打印验收记录
          </a>
        ) : (
          <span className="muted">验收记录正在制作，做好后自动显示</span>
        )
      }
    >
      <div className={columns.grid}>
        <div className={columns.column}>
          <Block
            title={record.summary}
            head={
              <p className="muted">
                订单{' '}
                <Link className="link" to={paths.order(form.order_id)}>
                  {form.order_no}
                </Link>
              </p>
            }
          >
            <Table
              columns={['商品与批号', figure('发货'), ...KINDS.map(([, name]) => figure(name)), figure('合格')]}
              kind="open"
              look={css.count}
            >
              <tbody>
                {record.lines.map((line) => (
                  <tr key={line.id}>
                    <td className={css.goods}>
                      <b>{line.name}</b>
                      <small>{about(line)}</small>
                      <small>
                        批号 <b>{line.batch_no}</b> · 有效期至 {line.expiry_date}
                      </small>
                      {line.note && <small>说明：{line.note}</small>}
                      {line.claimed > 0 && <small>登记前已申请售后 {line.claimed}</small>}
                    </td>
                    <td className={table.figure} data-label="发货">
                      {line.number} {line.bzdw}
                    </td>
                    {KINDS.map(([kind, name]) => (
                      <td key={kind} className={line[kind] > 0 ? `${table.figure} ${css.bad}` : table.figure} data-label={name}>
                        {line[kind]}
                      </td>
                    ))}
                    <td className={`${table.figure} ${css.good}`} data-label="合格">
                      {line.accepted}
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Block>
        </div>
        <aside className={`${columns.column} ${columns.side}`}>
          <Block title="收货与验收">
            <Facts
              ends
              facts={[
                ['收货人', record.received_by],
                ['验收员', record.inspected_by],
                ['到货日期', record.arrived_on],
                ['到货温度', record.temperature !== null && `${record.temperature} ℃`],
                ['登记时间', beijingTime(record.created_at)],
              ]}
            />
            {record.remark && <p className={css.note}>备注：{record.remark}</p>}
          </Block>
          {record.after_sales.length > 0 && (
            <Block title="差异的处理">
              <ul className={css.claims}>
                {record.after_sales.map((one) => (
                  <li key={one.id}>
                    <Link className="link" to={one.kind === 'return' ? memberPaths.returnInfo(one.id) : memberPaths.afterSale(one.id)}>
                      {one.reason_name} {one.number}
                    </Link>
                    <small>
                      {one.no}，{one.status_name}
                    </small>
                  </li>
                ))}
              </ul>
            </Block>
          )}
          <ButtonLink to={memberPaths.deliveries()}>返回电子出库单</ButtonLink>
        </aside>
      </div>
    </AccountShell>
  )
}
