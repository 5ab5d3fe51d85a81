import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { CompanyMoneyDrawer } from './CompanyMoneyDrawer.tsx'
import { calls } from './calls.ts'

type Companies = typeof import('#contract/finance.ts')['staffCompanyMoney']

const money = (amount: string) => <Money yuan={amount} />

const COLUMNS: Columns<Companies> = [
  { title: '企业', dataIndex: 'company', ellipsis: true, width: 260, render: (name: string) => <b>{name}</b> },
  { title: '额度', dataIndex: 'limit', align: 'right', render: money },
  { title: '天数', dataIndex: 'days', align: 'right' },
  { title: '已用', dataIndex: 'used', align: 'right', render: money },
  { title: '可用', dataIndex: 'left', align: 'right', render: money },
  {
    title: '逾期',
    dataIndex: 'overdue',
    align: 'right',
    render: (amount: string, { overdue_count }) =>
      overdue_count > 0 ? (
        <b className="bad">
          <small>{overdue_count} 笔</small> <Money yuan={amount} />
        </b>
      ) : (
        <span className="muted">无</span>
      ),
  },
  { title: '最早到期', dataIndex: ['next_due', 'on'], render: (on: string | null) => on ?? <span className="muted">—</span> },
  { title: '余额', dataIndex: 'balance', align: 'right', render: money },
]

/** What companies owe and hold, who owes longest first; terms and balances are changed beside the list. */
export default function CreditPage() {
  return (
    <ListPage
      what="企业"
      list={calls.companies}
      columns={COLUMNS}
      rowKey={({ company_id }) => company_id}
      rowTone={({ overdue_count }) => (overdue_count > 0 ? 'is-warn' : '')}
      filters={[
        { kind: 'search', name: 'keywords', text: '企业名称' },
        {
          kind: 'choice',
          name: 'scope',
          text: '有账期的',
          choices: [
            { value: 'given', text: '有账期的' },
            { value: 'overdue', text: '逾期的' },
            { value: 'all', text: '全部企业' },
          ],
        },
      ]}
      top={({ sums }) => (
        <div className="kpi">
          <div>
            <span>额度合计</span>
            <b>
              <Money yuan={sums.limit} />
            </b>
          </div>
          <div>
            <span>未还合计</span>
            <b>
              <Money yuan={sums.used} />
            </b>
          </div>
          <div>
            <span>逾期合计</span>
            <b className={Number(sums.overdue) > 0 ? 'bad' : ''}>
              <Money yuan={sums.overdue} />
            </b>
          </div>
        </div>
      )}
      drawer={(row, close) => <CompanyMoneyDrawer key={row.company_id} row={row} onClose={close} />}
      empty="还没有企业有账期"
    />
  )
}
