import type { UserGroupMoneyWire } from '#contract/wallet.ts'
import { Block } from '../../parts/Block.tsx'
import { moneyText } from '../../parts/yuan.ts'
import css from './wallet.module.css'

/** The stores of the group that this account runs, each with its own money: it is shown together and never mixed. */
export function GroupTable({ group }: { group: UserGroupMoneyWire }) {
  return (
    <Block title="集团余额" head={<span className="muted">各门店独立记账，不能互相支付</span>}>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">门店</th>
              <th scope="col">余额</th>
              <th scope="col">现金券</th>
              <th scope="col">账期已用 / 额度</th>
            </tr>
          </thead>
          <tbody>
            {group.list.map((store) => (
              <tr key={store.company_id}>
                <th scope="row">{store.name}</th>
                <td data-name="余额">{moneyText(store.balance)}</td>
                <td data-name="现金券">{moneyText(store.voucher)}</td>
                <td data-name="账期已用 / 额度">
                  {moneyText(store.credit_used)} / {moneyText(store.credit_limit)}
                  {store.overdue !== '0.00' && <span className={`chip chip-bad ${css.late}`}>逾期 {moneyText(store.overdue)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">合计</th>
              <td data-name="余额">{moneyText(group.balance)}</td>
              <td data-name="现金券">{moneyText(group.voucher)}</td>
              <td data-name="账期已用 / 额度">
                {moneyText(group.credit_used)} / {moneyText(group.credit_limit)}
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Block>
  )
}
