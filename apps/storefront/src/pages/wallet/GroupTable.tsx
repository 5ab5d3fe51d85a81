import type { UserGroupMoneyWire } from '#contract/wallet.ts'
import { Block } from '#ui/Block.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { moneyText } from '#ui/yuan.ts'
import css from './wallet.module.css'

/** The stores of the group that this account runs, each with its own money: it is shown together and never mixed. */
export function GroupTable({ group }: { group: UserGroupMoneyWire }) {
  return (
    <Block title="集团余额" className={css.flush} head={<span className="muted">各门店独立记账，不能互相支付</span>}>
      <Table columns={['门店', figure('余额'), figure('现金券'), figure('账期已用'), figure('账期额度')]} look={css.group}>
        <tbody>
          {group.list.map((store) => (
            <tr key={store.company_id}>
              <th scope="row">{store.name}</th>
              <Sums {...store} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <Sums {...group} overdue="0.00" />
          </tr>
        </tfoot>
      </Table>
    </Block>
  )
}

type SumsProps = Pick<UserGroupMoneyWire['list'][number], 'balance' | 'voucher' | 'credit_used' | 'credit_limit' | 'overdue'>

function Sums({ balance, voucher, credit_used: used, credit_limit: limit, overdue }: SumsProps) {
  return (
    <>
      <td className={table.figure} data-name="余额">
        {moneyText(balance)}
      </td>
      <td className={table.figure} data-name="现金券">
        {moneyText(voucher)}
      </td>
      <td className={table.figure} data-name="账期已用">
        <span>
          {overdue !== '0.00' && <span className={`chip chip-bad ${css.late}`}>逾期 {moneyText(overdue)}</span>}
          {moneyText(used)}
        </span>
      </td>
      <td className={table.figure} data-name="账期额度">
        {moneyText(limit)}
      </td>
    </>
  )
}
