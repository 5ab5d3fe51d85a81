import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Recharges = typeof import('#contract/finance.ts')['staffRecharges']
type Row = RowOf<Recharges>

const State = ({ row: { status, status_name } }: { row: Row }) => (
  <StateTag tone={status === 'paid' ? 'done' : 'waiting'}>{status_name}</StateTag>
)
const COLUMNS: Columns<Recharges> = [
  { title: '提交于', dataIndex: 'created_at', render: (at: string) => <When at={at} short /> },
  { title: '状态', dataIndex: 'status', render: (_, row) => <State row={row} /> },
  { title: '充值单', dataIndex: 'no', render: (no: string) => <b>{no}</b> },
  { title: '企业', dataIndex: 'company', ellipsis: true, width: 240 },
  { title: '充到', dataIndex: 'purse_name' },
  { title: '金额', dataIndex: 'amount', align: 'right', render: (amount: string) => <Money yuan={amount} strong /> },
  { title: '赠送', dataIndex: 'gift', align: 'right', render: (gift: string) => <Money yuan={gift} /> },
  { title: '付款方式', dataIndex: 'channel_name', render: (name: string) => name || <span className="muted">—</span> },
  { title: '到账于', dataIndex: 'paid_at', render: (at: string | null) => <When at={at} short /> },
]

function Look({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  return (
    <SideDrawer title={row.no} note={row.company} onClose={onClose}>
      <Section title="充值">
        <Facts
          flat
          items={[
            ['状态', <State key="state" row={row} />],
            ['充到', row.purse_name],
            ['金额', <Money key="amount" yuan={row.amount} strong />],
            ['赠送', <Money key="gift" yuan={row.gift} />],
            [
              '企业',
              <To key="company" to={`companies/${row.company_id}`}>
                {row.company}
              </To>,
            ],
            ['提交人', row.began_by],
            ['提交于', <When key="began" at={row.created_at} />],
          ]}
        />
      </Section>
      <Section title="付款">
        <Facts
          flat
          items={[
            ['付款方式', row.channel_name || '还没有选择'],
            ['付款单', row.payment_no],
            ...(row.payer ? [['付款人', row.payer] as const] : []),
            ['到账于', <When key="paid" at={row.paid_at} />],
          ]}
        />
        {row.status === 'paid' && may('money.view') && (
          <p>
            <To to={`finance/ledger?company_id=${row.company_id}&kind=recharge`}>总账里这家企业的充值</To>
          </p>
        )}
      </Section>
    </SideDrawer>
  )
}

/** What companies put into their balance and vouchers, the latest first. */
export default function RechargesPage() {
  return (
    <ListPage
      what="充值"
      list={calls.recharges}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '充值单、付款单、企业名称', width: 240 },
        {
          kind: 'choice',
          name: 'status',
          text: '状态',
          choices: [
            { value: 'paid', text: '已到账' },
            { value: 'created', text: '待付款' },
          ],
        },
        {
          kind: 'choice',
          name: 'purse',
          text: '充到',
          choices: [
            { value: 'balance', text: '余额' },
            { value: 'voucher', text: '现金券' },
          ],
        },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '提交日期' },
      ]}
      top={({ sums }) => (
        <p className="bar bar-soft" role="status">
          已到账 <Money yuan={sums.amount} strong />
          <span className="muted">
            赠送 <Money yuan={sums.gift} />
          </span>
        </p>
      )}
      drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
    />
  )
}
