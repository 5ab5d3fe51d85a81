import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateViews } from '../../parts/StateViews.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Invoices = typeof import('#contract/invoices.ts')['staffInvoiceRequests']
type Row = RowOf<Invoices>

const COLUMNS: Columns<Invoices> = [
  { title: '申请于', dataIndex: ['request', 'created_at'], render: (at: string) => <When at={at} short /> },
  { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
  {
    title: '订单',
    dataIndex: ['request', 'order_no'],
    render: (no: string, { request }) => <To to={`orders/${request.order_id}`}>{no}</To>,
  },
  { title: '申请', dataIndex: ['request', 'kind_name'] },
  { title: '抬头', dataIndex: ['titles', 'name'] },
  { title: '税号', dataIndex: ['titles', 'tax_no'] },
  { title: '原因', dataIndex: ['request', 'reason'], ellipsis: true, width: 220 },
  { title: '提出', dataIndex: 'asked_by', render: (name: string) => (name === '' ? '' : <span className="chip">{name} 代提</span>) },
]

const STATES = [
  { value: '', text: '待审核' },
  { value: 'waiting', text: '开具中' },
  { value: 'done', text: '已办' },
  { value: 'rejected', text: '已驳回' },
  { value: 'void', text: '作废' },
]

const USUAL = ['抬头与企业名称不一致', '税号有误，请核对后重新申请', '已过可换开的期限']

function One({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const deed = useDeed(calls.invoiceReview, { outdates: [calls.invoiceRequests, calls.invoices, calls.invoice] })
  const reason = useReason(deed.problem)
  const { request, titles, company } = row
  const isOpen = may('invoices.review') && request.state === 'review'
  const canReview = isOpen && row.mine === 0
  const pass = () =>
    reason.ask({
      title: '同意换开',
      what: `${company} 订单 ${request.order_no} 的发票全额红冲，另开${request.kind_name}，抬头 ${titles.name}。发票开出后不能撤回。`,
      ok: '同意换开',
      bare: true,
      run: () => deed.run({ params: { id: request.id, decision: 'pass' }, body: {} }),
    })
  const reject = () =>
    reason.ask({
      title: '不予换开',
      what: `${company} 订单 ${request.order_no}，客户看到您写的原因。`,
      ok: '不予换开',
      danger: true,
      usual: USUAL,
      run: (text) => deed.run({ params: { id: request.id, decision: 'reject' }, body: { reason: text } }),
    })
  useKeys([
    { key: 'A', what: '同意换开', run: pass, when: canReview },
    { key: 'R', what: '不予换开', run: reject, when: canReview },
  ])
  return (
    <SideDrawer
      title={company}
      note={request.order_no}
      onClose={onClose}
      foot={
        canReview && (
          <>
            <Button onClick={reject}>
              不予换开… <Kbd of="R" />
            </Button>
            <Button type="primary" className="grow" onClick={pass}>
              同意换开… <Kbd of="A" />
            </Button>
          </>
        )
      }
    >
      <Section title="申请">
        <Facts
          flat
          items={[
            ['申请', request.kind_name],
            ['抬头', titles.name],
            ['税号', titles.tax_no],
            ['原因', request.reason],
            ['状态', request.state_name],
            ['答复', request.answer],
            ['提出', row.asked_by === '' ? null : `${row.asked_by} 代客户提出`],
            [
              '订单',
              <To key="order" to={`orders/${request.order_id}`}>
                {request.order_no}
              </To>,
            ],
            ['申请于', <When key="at" at={request.created_at} />],
          ]}
        />
        {isOpen && row.mine === 1 && <p className="w s12">由您代客户提出，须由另一人审核。</p>}
        <p>
          <To to={`finance/invoices?no=${request.order_no}`}>这个订单的发票</To>
        </p>
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

/** Invoices to be issued anew, because a buyer asks for it, and what waits for the issuer. */
export default function InvoiceRequestsPage() {
  const state = useSearchParams()[0].get('state') ?? ''
  return (
    <ListPage
      what="申请"
      list={calls.invoiceRequests}
      fixed={state ? { state } : {}}
      top={({ waiting }) => (
        <StateViews name="state" otherwise="" views={STATES.map((one) => (one.value === 'waiting' ? { ...one, count: waiting } : one))} />
      )}
      columns={COLUMNS}
      rowKey={({ request }) => request.id}
      drawer={(row, close) => <One key={row.request.id} row={row} onClose={close} />}
      empty={state ? '没有这种状态的申请' : '没有待审核的换开申请'}
    />
  )
}
