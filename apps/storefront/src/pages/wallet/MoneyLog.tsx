import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#ui/Button.tsx'
import { ChoiceFilter, DateFilter, FilterBar } from '#ui/FilterBar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import { grouped } from '#ui/yuan.ts'
import { paths } from '../../paths.ts'
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
  /** The way on where there is nothing yet. */
  way?: ReactNode
  /** Of which store a row is, is shown. */
  stores?: boolean
}

/** What came in and went out, each with what was left afterwards; by kind and by date, as a file too. */
export function MoneyLog({ log, view, purse, to, empty, hint, way, stores = false }: Props) {
  const narrowed = view.use !== '' || view.from !== '' || view.to !== ''
  const rest = view.page > 1 && log.total > 0
  return (
    <>
      {(narrowed || log.total > 0) && <Filter log={log} view={view} purse={purse} to={to} canExport={!stores && log.total > 0} />}
      {log.list.length === 0 ? (
        <Nothing
          first={rest && to(viewValues({ ...view, page: 1 }))}
          picture="paper"
          text={narrowed ? '没有符合条件的明细' : empty}
          hint={narrowed ? '换一个类型或日期再看。' : hint}
        >
          {narrowed ? <ButtonLink to={to({})}>查看全部明细</ButtonLink> : way}
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
    </>
  )
}

/** +1,200.00 · −35.00 */
export const signed = (amount: string): string => (amount.startsWith('-') ? `−${grouped(amount.slice(1))}` : `+${grouped(amount)}`)

function Rows({ log, purse, stores }: { log: LogData; purse: Purse; stores: boolean }) {
  const points = purse === 'points'
  return (
    <Table
      columns={[
        '时间',
        stores && '门店',
        '类型',
        '说明',
        figure(points ? '积分' : '金额（元）'),
        figure(points ? '剩余积分' : '余额（元）'),
      ]}
      look={css.log}
    >
      <tbody>
        {log.list.map((row) => (
          <tr key={row.id}>
            <td className={css.at}>{beijingTime(row.at)}</td>
            {stores && <td className={css.store}>{row.store}</td>}
            <td className={css.use}>{row.use_name}</td>
            <Memo text={row.memo} order={stores ? null : row.order_id} />
            <td className={`${table.figure} ${table.main} ${row.amount.startsWith('-') ? '' : css.in}`}>{signed(row.amount)}</td>
            <td className={`${table.figure} ${css.left}`}>{grouped(row.balance_after)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What the row is for, and the order that it is of. */
export function Memo({ text, order }: { text: string; order: number | null }) {
  return (
    <td className={css.memo}>
      {text}
      {order !== null && (
        <Link className="link" to={paths.order(order)} aria-label={`查看订单：${text}`}>
          查看订单
        </Link>
      )}
    </td>
  )
}

function Filter({ log, view, purse, to, canExport }: Pick<Props, 'log' | 'view' | 'purse' | 'to'> & { canExport: boolean }) {
  const points = purse === 'points'
  const [income, expense] = points ? ['获得', '使用'] : ['收入', '支出']
  return (
    <FilterBar
      key={JSON.stringify(viewValues(view))}
      label="筛选明细"
      to={(asked) => to(viewValues({ use: asked('use'), from: asked('from'), to: asked('to'), page: 1 }))}
      end={
        <>
          <span>
            {income} <b>{grouped(log.income)}</b>
          </span>
          <span>
            {expense} <b>{grouped(log.expense)}</b>
          </span>
          {canExport && (
            <a className="btn btn-sm" href={exportUrl(view, purse)} download>
              <Icon name="file" size={14} />
              导出 Excel
            </a>
          )}
        </>
      }
    >
      <ChoiceFilter
        label="类型"
        name="use"
        chosen={view.use}
        options={[['', '全部'], ['in', income], ['out', expense], ...log.types.map((type) => [type.use_type, type.name] as const)]}
      />
      <DateFilter label="日期" range={view} />
    </FilterBar>
  )
}
