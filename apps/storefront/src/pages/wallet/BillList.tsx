import { useState } from 'react'
import { Link } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { CreditBillWire } from '#contract/wallet.ts'
import { memberPaths } from '../../member-paths.ts'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Pagination } from '../../parts/Pagination.tsx'
import { StateBadge, type StateTone } from '../../parts/StateBadge.tsx'
import { moneyText } from '../../parts/yuan.ts'
import { paths } from '../../paths.ts'
import { beijingTime } from '../order/times.ts'
import { RepayDialog } from './RepayDialog.tsx'
import css from './wallet.module.css'

type Bills = DataOf<typeof import('#contract/wallet.ts').userCreditList>

const TONES: Readonly<Record<CreditBillWire['status'], StateTone>> = { open: 'moving', soon: 'wait', overdue: 'bad', settled: 'ok' }
const NONE = ['还没有账期账单', '没有待还的账单', '没有逾期的账单', '没有已结清的账单']

function dueText({ status, days_left: days, due_on: due }: CreditBillWire): string {
  if (status === 'settled') return due
  if (days < 0) return `${due}，逾期 ${-days} 天`
  return days === 0 ? `${due}，今天到期` : `${due}，还有 ${days} 天`
}

/** What is owed, order by order; what is chosen is repaid together. */
export function BillList({ bills, type }: { bills: Bills; type: number }) {
  const open = bills.list.filter((bill) => bill.status !== 'settled')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [paying, setPaying] = useState(false)
  const picked = open.filter((bill) => chosen.includes(bill.id))
  const sum = (picked.length > 0 ? picked : open).reduce((all, bill) => all + Math.round(Number(bill.open) * 100), 0)
  const toggle = (id: number) => setChosen((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id]))
  if (bills.list.length === 0) {
    return (
      <Empty
        picture="paper"
        text={bills.page > 1 && bills.total > 0 ? '没有这一页' : (NONE[type] ?? '没有账单')}
        hint={type === 0 ? '支付订单时选择账期支付，账单会出现在这里。' : undefined}
      >
        {type !== 0 && <ButtonLink to={memberPaths.credit({ type: 0 })}>查看全部账单</ButtonLink>}
      </Empty>
    )
  }
  return (
    <>
      {open.length > 0 && (
        <div className={css.repay}>
          <p>
            {picked.length > 0 ? (
              <>
                已选 {picked.length} 笔，共 <b>{moneyText((sum / 100).toFixed(2))}</b>
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
      <div className={css.scroll}>
        <table className={`${css.table} ${css.bills}`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="said">选择</span>
              </th>
              <th scope="col">订单</th>
              <th scope="col">账单金额</th>
              <th scope="col">已还 / 已退</th>
              <th scope="col">待还</th>
              <th scope="col">到期日</th>
              <th scope="col">状态</th>
            </tr>
          </thead>
          <tbody>
            {bills.list.map((bill) => (
              <tr key={bill.id}>
                <td className={css.tick}>
                  {bill.status !== 'settled' && (
                    <label className="check">
                      <input type="checkbox" checked={chosen.includes(bill.id)} onChange={() => toggle(bill.id)} />
                      <span className="said">选择订单 {bill.order_no} 的账单</span>
                    </label>
                  )}
                </td>
                <th scope="row">
                  <Link className="link" to={paths.order(bill.order_id)}>
                    {bill.order_no}
                  </Link>
                  <small>{beijingTime(bill.created_at)}</small>
                </th>
                <td data-name="账单金额">{moneyText(bill.amount)}</td>
                <td data-name="已还 / 已退">
                  {moneyText(bill.repaid)} / {moneyText(bill.returned)}
                </td>
                <td data-name="待还" className={css.open}>
                  {moneyText(bill.open)}
                </td>
                <td data-name="到期日">{dueText(bill)}</td>
                <td data-name="状态">
                  <StateBadge tone={TONES[bill.status]}>{bill.status_name}</StateBadge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
