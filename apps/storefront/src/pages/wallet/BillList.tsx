import { useState } from 'react'
import { Link } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { CreditBillWire } from '#contract/wallet.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import table from '#ui/Table.module.css'
import { figure, said, Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { plus } from './amounts.ts'
import css from './credit.module.css'
import { daysText } from './due.ts'
import { RepayDialog } from './RepayDialog.tsx'

type Bills = DataOf<typeof import('#contract/wallet.ts').userCreditList>

const TONES: Readonly<Record<CreditBillWire['status'], StateTone>> = { open: 'moving', soon: 'wait', overdue: 'bad', settled: 'ok' }
const NONE = ['还没有账期账单', '没有待还的账单', '没有逾期的账单', '没有已结清的账单']

/** What is owed, order by order; what is chosen is repaid together. */
export function BillList({ bills, type, opened }: { bills: Bills; type: number; opened: boolean }) {
  const open = bills.list.filter((bill) => bill.status !== 'settled')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [paying, setPaying] = useState(false)
  const picked = open.filter((bill) => chosen.includes(bill.id))
  const toggle = (id: number) => setChosen((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id]))
  if (bills.list.length === 0) {
    return (
      <Empty
        picture="paper"
        text={bills.page > 1 && bills.total > 0 ? '没有这一页' : (NONE[type] ?? '没有账单')}
        hint={type === 0 && opened ? '支付订单时选择账期支付，账单会出现在这里。' : undefined}
      >
        {type !== 0 && <ButtonLink to={memberPaths.credit({ type: 0 })}>查看全部账单</ButtonLink>}
        {type === 0 && opened && <ButtonLink to={paths.list()}>去采购</ButtonLink>}
      </Empty>
    )
  }
  return (
    <>
      {open.length > 0 && (
        <div className={css.tools}>
          <p aria-live="polite">
            {picked.length > 0 ? (
              <>
                已选 {picked.length} 笔，共 <b>{moneyText(plus(...picked.map((bill) => bill.open)))}</b>
              </>
            ) : (
              '可勾选要还的账单；不勾选时从最早到期的还起。'
            )}
          </p>
          <Button kind="primary" onClick={() => setPaying(true)}>
            {picked.length > 0 ? '还所选账单' : '立即还款'}
          </Button>
        </div>
      )}
      <Table columns={[said('选择'), '订单', '到期日', '状态', figure('账单金额'), figure('已还'), figure('待还')]} look={css.bills}>
        <tbody>
          {bills.list.map((bill) => (
            <Bill key={bill.id} bill={bill} chosen={chosen.includes(bill.id)} onToggle={() => toggle(bill.id)} />
          ))}
        </tbody>
      </Table>
      <Pagination
        page={bills.page}
        perPage={bills.per_page}
        total={bills.total}
        to={(page) => memberPaths.credit({ type, page })}
        label="账单分页"
      />
      {paying && <RepayDialog bills={picked} onClose={() => setPaying(false)} />}
    </>
  )
}

function Bill({ bill, chosen, onToggle }: { bill: CreditBillWire; chosen: boolean; onToggle: () => void }) {
  const settled = bill.status === 'settled'
  return (
    <tr>
      <td className={css.tick}>
        {!settled && (
          <label className="check">
            <input type="checkbox" checked={chosen} onChange={onToggle} />
            <span className="said">选择订单 {bill.order_no} 的账单</span>
          </label>
        )}
      </td>
      <th scope="row" className={css.order}>
        <Link className="link" to={paths.order(bill.order_id)}>
          {bill.order_no}
        </Link>
        <small>{beijingTime(bill.created_at)}</small>
      </th>
      <td data-name="到期日">
        <span>
          {bill.due_on}
          {!settled && <small>{daysText(bill.days_left)}</small>}
        </span>
      </td>
      <td className={css.state}>
        <StateBadge tone={TONES[bill.status]}>{bill.status_name}</StateBadge>
      </td>
      <td className={table.figure} data-name="账单金额">
        {moneyText(bill.amount)}
      </td>
      <td className={table.figure} data-name="已还">
        <span>
          {moneyText(bill.repaid)}
          {bill.returned !== '0.00' && <small>退款抵减 {moneyText(bill.returned)}</small>}
        </span>
      </td>
      <td className={settled ? table.figure : `${table.figure} ${table.main}`} data-name="待还">
        {moneyText(bill.open)}
      </td>
    </tr>
  )
}
