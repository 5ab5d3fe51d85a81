import columns from '#ui/columns.module.css'
import { pageIn } from '#ui/page-in.ts'
import { Tabs } from '#ui/Tabs.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { Arrival } from './Arrival.tsx'
import { BillList } from './BillList.tsx'
import { CreditHead } from './CreditHead.tsx'
import { Statement } from './Statement.tsx'

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/
const PER_PAGE = 20

export async function loader({ api: client, url, signal }: PageArgs) {
  const { data: credit } = await client.ask(memberApi.userCredit, { signal })
  const asked = url.searchParams.get('month')
  if (asked !== null) {
    const query = MONTH.test(asked) ? { month: asked } : {}
    return { credit, bills: null, type: 0, statement: (await client.ask(memberApi.userCreditStatement, { query, signal })).data }
  }
  const wanted = Number(url.searchParams.get('type') ?? (credit.counts.open > 0 ? 1 : 0))
  const type = [0, 1, 2, 3].includes(wanted) ? wanted : 0
  const query = { page: pageIn(url), per_page: PER_PAGE, type }
  return { credit, bills: (await client.ask(memberApi.userCreditList, { query, signal })).data, type, statement: null }
}

/** /zqgl: what may be bought on credit, what is owed and until when, repaying it, and the statement of a month. */
export default function CreditPage() {
  const { credit, bills, type, statement } = usePageData<typeof loader>()
  const { counts } = credit
  const tabs = [
    { text: '待还款', to: memberPaths.credit({ type: 1 }), current: bills !== null && type === 1, count: counts.open },
    { text: '已逾期', to: memberPaths.credit({ type: 2 }), current: bills !== null && type === 2, count: counts.overdue },
    { text: '已结清', to: memberPaths.credit({ type: 3 }), current: bills !== null && type === 3, count: counts.settled },
    { text: '全部账单', to: memberPaths.credit({ type: 0 }), current: bills !== null && type === 0, count: counts.all },
    { text: '月结单', to: memberPaths.credit({ month: 'now' }), current: statement !== null },
  ]
  return (
    <AccountShell title="我的账期">
      <div className={columns.column}>
        <Arrival kind="repayment" done={memberPaths.credit()} />
        <CreditHead credit={credit} />
        <section className="panel" aria-label="账单">
          <Tabs label="账期账单" entries={tabs} />
          {bills && <BillList key={`${type}-${bills.page}`} bills={bills} type={type} opened={credit.limit !== '0.00'} />}
          {statement && <Statement statement={statement} first={credit.first_month} />}
        </section>
      </div>
    </AccountShell>
  )
}
