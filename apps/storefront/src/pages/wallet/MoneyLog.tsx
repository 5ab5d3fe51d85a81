import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Pagination } from '../../parts/Pagination.tsx'
import { grouped } from '../../parts/yuan.ts'
import { paths } from '../../paths.ts'
import { beijingTime } from '../order/times.ts'
import { Nothing } from '../zones/Nothing.tsx'
import css from './log.module.css'
import { exportUrl, type LogData, type LogView, type Purse, viewValues } from './log-query.ts'

type Values = Record<string, string | number | undefined>

interface Props {
  log: LogData
  view: LogView
  purse: Purse
  /** The address of this page under other conditions. */
  to: (values: Values) => string
  empty: string
  hint: string
  /** Of which store a row is, is shown. */
  stores?: boolean
}

/** What came in and went out, each with what was left afterwards; by kind and by date, as a file too. */
export function MoneyLog({ log, view, purse, to, empty, hint, stores = false }: Props) {
  const narrowed = view.use !== '' || view.from !== '' || view.to !== ''
  const rest = view.page > 1 && log.total > 0
  return (
    <section className="panel" aria-label="明细">
      <Filter key={JSON.stringify(viewValues(view))} log={log} view={view} purse={purse} to={to} canExport={!stores && log.total > 0} />
      {log.list.length === 0 ? (
        <Nothing
          first={rest && to(viewValues({ ...view, page: 1 }))}
          picture="paper"
          text={narrowed ? '没有符合条件的明细' : empty}
          hint={narrowed ? '换一个类型或日期再看。' : hint}
        >
          {narrowed && <ButtonLink to={to({})}>查看全部明细</ButtonLink>}
        </Nothing>
      ) : (
        <>
          <Rows log={log} purse={purse} stores={stores} />
          <Pagination
            page={log.page}
            perPage={log.per_page}
            total={log.total}
            to={(page) => to(viewValues({ ...view, page }))}
            label="明细分页"
          />
        </>
      )}
    </section>
  )
}

/** +1,200.00 · −35.00 */
export const signed = (amount: string): string => (amount.startsWith('-') ? `−${grouped(amount.slice(1))}` : `+${grouped(amount)}`)

function Rows({ log, purse, stores }: { log: LogData; purse: Purse; stores: boolean }) {
  const points = purse === 'points'
  return (
    <table className={css.rows}>
      <thead>
        <tr>
          <th scope="col">时间</th>
          {stores && <th scope="col">门店</th>}
          <th scope="col">类型</th>
          <th scope="col">说明</th>
          <th scope="col" className={css.figure}>
            {points ? '积分' : '金额（元）'}
          </th>
          <th scope="col" className={css.figure}>
            {points ? '剩余积分' : '余额（元）'}
          </th>
        </tr>
      </thead>
      <tbody>
        {log.list.map((row) => (
          <tr key={row.id}>
            <td className={css.at}>{beijingTime(row.at)}</td>
            {stores && <td className={css.store}>{row.store}</td>}
            <td className={css.use}>{row.use_name}</td>
            <td className={css.memo}>
              {row.memo}
              {row.order_id !== null && !stores && (
                <Link className="link" to={paths.order(row.order_id)} aria-label={`查看订单 ${row.order_no}`}>
                  查看订单
                </Link>
              )}
            </td>
            <td className={row.amount.startsWith('-') ? css.figure : `${css.figure} ${css.in}`}>{signed(row.amount)}</td>
            <td className={`${css.figure} ${css.left}`}>{grouped(row.balance_after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Filter({ log, view, purse, to, canExport }: Pick<Props, 'log' | 'view' | 'purse' | 'to'> & { canExport: boolean }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(view)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    void navigate(to(viewValues({ ...draft, page: 1 })), { preventScrollReset: true })
  }
  return (
    <form className={css.filter} aria-label="筛选明细" onSubmit={ask}>
      <label>
        类型
        <select className="input" value={draft.use} onChange={(event) => setDraft({ ...draft, use: event.target.value })}>
          <option value="">全部</option>
          <option value="in">收入</option>
          <option value="out">支出</option>
          {log.types.map((type) => (
            <option key={type.use_type} value={type.use_type}>
              {type.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        日期，从
        <input className="input" type="date" value={draft.from} onChange={(event) => setDraft({ ...draft, from: event.target.value })} />
      </label>
      <label>
        到
        <input className="input" type="date" value={draft.to} onChange={(event) => setDraft({ ...draft, to: event.target.value })} />
      </label>
      <Button type="submit">查找</Button>
      <p className={css.sums}>
        <span>
          {purse === 'points' ? '获得' : '收入'} <b>{grouped(log.income)}</b>
        </span>
        <span>
          {purse === 'points' ? '使用' : '支出'} <b>{grouped(log.expense)}</b>
        </span>
        {canExport && (
          <a className="btn btn-sm" href={exportUrl(view, purse)} download>
            <Icon name="file" size={14} />
            导出 Excel
          </a>
        )}
      </p>
    </form>
  )
}
