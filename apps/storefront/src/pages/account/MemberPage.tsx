import { useRevalidator } from 'react-router'
import { api } from '../../api/calls.ts'
import { useLive } from '../../api/live.ts'
import { memberApi } from '../../api/member-calls.ts'
import { useUser } from '../../api/queries.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { Footprints } from './home/Footprints.tsx'
import css from './home/home.module.css'
import { LatestMessages } from './home/LatestMessages.tsx'
import { OrderStates } from './home/OrderStates.tsx'
import { RestockRow } from './home/RestockRow.tsx'
import { Spending } from './home/Spending.tsx'
import { ToDos } from './home/ToDos.tsx'
import { WalletRow } from './home/WalletRow.tsx'
import { Who } from './home/Who.tsx'

const ORDERS = 3
const RESTOCK = 6
/** A message takes less room than a to-do: as many of them as stand beside the to-dos. */
const MESSAGES_MAX = 10
const MESSAGES_MIN = 5
const messagesBeside = (todos: number) => Math.max(MESSAGES_MIN, Math.round(todos * 1.4))

/** All at once; what one part cannot be read for does not keep the others away, but for the home's own. */
export async function loader({ api: client, signal }: PageArgs) {
  const [home, money, orders, restock, visited, messages] = await Promise.all([
    client.ask(memberApi.userHome, { signal }),
    client.ask(memberApi.userMoney, { signal }),
    client.ask(api.orderList, { query: { per_page: ORDERS }, signal }),
    client.ask(memberApi.fastBuy, { query: { per_page: RESTOCK, order: 'due' }, signal }),
    client.ask(api.goodsVisit, { query: {}, signal }),
    client.ask(memberApi.messageList, { query: { page: 1, per_page: MESSAGES_MAX }, signal }),
  ])
  return {
    home: home.data,
    money: money.data,
    orders: orders.data.list,
    restock: restock.data.list,
    visited: visited.data.list,
    messages: messages.data,
  }
}
/** /user: everything at a glance. */
export default function MemberPage() {
  const { home, money, orders, restock, visited, messages } = usePageData<typeof loader>()
  const user = useUser()
  const { revalidate } = useRevalidator()
  useLive('messages', () => void revalidate())
  return (
    <AccountShell title="会员中心" bare>
      <div className={css.page}>
        {user && <Who user={user} />}
        <WalletRow money={money} />
        <OrderStates states={home.orders} orders={orders} />
        <div className={css.two}>
          <ToDos todos={home.todos} />
          <LatestMessages list={messages.list.slice(0, messagesBeside(home.todos.length))} unread={messages.unread} />
        </div>
        <div className={css.two}>
          <Spending months={money.months} />
          <Footprints goods={visited} />
        </div>
        <RestockRow rows={restock} />
      </div>
    </AccountShell>
  )
}
