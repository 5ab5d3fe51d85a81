import { LEDGER_ACCOUNTS, LEDGER_KINDS } from '#contract/constants.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { useOneCompany } from './useOneCompany.tsx'

type Ledger = typeof import('#contract/ledger.ts')['staffLedger']
type Posting = RowOf<Ledger>

const choicesOf = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, text]) => ({ value, text }))
const sidesOf = ({ sides }: Posting, sign: 1 | -1): string =>
  sides
    .filter(({ amount }) => Number(amount) * sign > 0)
    .map(({ account_name }) => account_name)
    .join('、')

const COLUMNS: Columns<Ledger> = [
  { title: '时间', dataIndex: 'at', width: 110, render: (at: string) => <When at={at} short /> },
  { title: '类型', dataIndex: 'kind_name', width: 130 },
  { title: '增', key: 'plus', width: 170, ellipsis: true, render: (_, row) => sidesOf(row, 1) },
  { title: '减', key: 'minus', width: 170, ellipsis: true, render: (_, row) => sidesOf(row, -1) },
  { title: '金额', dataIndex: 'amount', align: 'right', width: 120, render: (amount: string) => <Money yuan={amount} strong /> },
  { title: '企业', dataIndex: 'company', ellipsis: true },
  {
    title: '订单',
    dataIndex: 'order_no',
    width: 170,
    render: (no: string, { order_id }) => (order_id === null ? no : <To to={`orders/${order_id}`}>{no}</To>),
  },
  { title: '说明', dataIndex: 'memo', ellipsis: true },
]

function Look({ posting, onClose }: { posting: Posting; onClose: () => void }) {
  return (
    <SideDrawer title={posting.kind_name} note={posting.memo} onClose={onClose}>
      <Section title="两边">
        <table className="tb tb-in">
          <thead>
            <tr>
              <th>账户</th>
              <th className="num">增减</th>
              <th className="num">之后余额</th>
            </tr>
          </thead>
          <tbody>
            {posting.sides.map(({ account, account_name, owner, amount, balance_after }) => (
              <tr key={`${account} ${owner}`}>
                <td>{owner ? `${account_name} · ${owner}` : account_name}</td>
                <td className="num">
                  <Money yuan={amount} />
                </td>
                <td className="num">{balance_after ? <Money yuan={balance_after} /> : <span className="muted">—</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="来由">
        <Facts
          flat
          items={[
            ['时间', <When key="at" at={posting.at} />],
            [
              '企业',
              posting.company_id === null ? null : (
                <To key="company" to={`companies/${posting.company_id}`}>
                  {posting.company}
                </To>
              ),
            ],
            [
              '订单',
              posting.order_id === null ? null : (
                <To key="order" to={`orders/${posting.order_id}`}>
                  {posting.order_no}
                </To>
              ),
            ],
            ['记账号', posting.key],
          ]}
        />
      </Section>
    </SideDrawer>
  )
}

/** Every posting with both its sides, the newest first; nothing is changed here. */
export default function LedgerPage() {
  const one = useOneCompany()
  return (
    <ListPage
      what="分录"
      list={calls.ledger}
      columns={COLUMNS}
      cursor="after"
      fixed={one.fixed}
      actions={one.field}
      filters={[
        { kind: 'search', name: 'order_no', text: '订单号', width: 190 },
        { kind: 'choice', name: 'account', text: '账户', choices: choicesOf(LEDGER_ACCOUNTS) },
        { kind: 'choice', name: 'kind', text: '类型', choices: choicesOf(LEDGER_KINDS) },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '日期' },
      ]}
      drawer={(row, close) => <Look key={row.id} posting={row} onClose={close} />}
      empty="没有符合的分录"
    />
  )
}
