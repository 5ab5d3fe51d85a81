import { useNavigate } from 'react-router'
import type { CreditStatementWire } from '#contract/wallet.ts'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import { grouped, moneyText } from '#ui/yuan.ts'
import { memberPaths } from '../../member-paths.ts'
import css from './credit.module.css'
import log from './log.module.css'
import { Memo, signed } from './MoneyLog.tsx'

/** One month of credit: what was owed, what came, what went, what is owed. */
export function Statement({ statement, first }: { statement: CreditStatementWire; first: string | null }) {
  const navigate = useNavigate()
  const sums = [
    ['期初应还', '', statement.opening],
    ['账期订单', '+', statement.orders],
    ['退款', '−', statement.refunds],
    ['还款', '−', statement.repayments],
    ['期末应还', '=', statement.closing],
  ] as const
  return (
    <div>
      <div className={css.tools}>
        <label className={css.month}>
          月份
          <input
            className="input"
            type="month"
            value={statement.month}
            min={first ?? statement.month}
            onChange={(event) =>
              event.target.value && void navigate(memberPaths.credit({ month: event.target.value }), { preventScrollReset: true })
            }
          />
        </label>
        <a className="btn" href={`/api/user/user_credit_statement/export?month=${statement.month}`} download>
          <Icon name="file" size={14} />
          导出 Excel
        </a>
      </div>
      <dl className={css.sums}>
        {sums.map(([name, sign, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {sign && <i aria-hidden="true">{sign}</i>}
              {moneyText(amount)}
            </dd>
          </div>
        ))}
      </dl>
      {statement.rows.length === 0 ? (
        <Empty picture="paper" text={`${statement.month} 没有账期往来`} hint="换一个月份再看。" />
      ) : (
        <Table columns={['时间', '类型', '说明', figure('应还增减（元）'), figure('应还余额（元）')]} look={log.log}>
          <tbody>
            {statement.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a statement's rows never move
              <tr key={index}>
                <td className={log.at}>{beijingTime(row.at)}</td>
                <td className={log.use}>{row.name}</td>
                <Memo text={row.memo} order={row.order_id} />
                <td className={`${table.figure} ${table.main}`}>{signed(row.amount)}</td>
                <td className={`${table.figure} ${log.left}`}>{grouped(row.owed)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}
