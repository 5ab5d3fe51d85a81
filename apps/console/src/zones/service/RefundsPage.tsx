import { useEffect, useRef } from 'react'
import type { StaffRefundWire } from '#contract/refunds.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { STANDING_TONES } from './standings.ts'

type Refunds = typeof import('#contract/refunds.ts')['staffRefunds']

const CHOICES = [
  { value: 'open', text: '未到账' },
  { value: 'reviewing', text: '售后审核中' },
  { value: 'sending', text: '待客户寄回' },
  { value: 'inspecting', text: '待仓库验收' },
  { value: 'channel', text: '支付渠道退回中' },
  { value: 'bank', text: '待财务汇出' },
  { value: 'done', text: '已退回' },
]

const COLUMNS: Columns<Refunds> = [
  {
    title: '状态',
    dataIndex: 'standing',
    render: (_, { standing, standing_name }) => <StateTag tone={STANDING_TONES[standing]}>{standing_name}</StateTag>,
  },
  { title: '企业', dataIndex: 'company', ellipsis: true, width: 220, render: (name: string) => <b>{name}</b> },
  { title: '订单', dataIndex: 'order_no', render: (no: string, { order_id }) => <To to={`orders/${order_id}`}>{no}</To> },
  { title: '来由', dataIndex: 'source_name' },
  {
    title: '金额',
    dataIndex: 'amount',
    align: 'right',
    render: (amount: string, { is_final }) => (
      <>
        {!is_final && <span className="muted s12">预计 </span>}
        <Money yuan={amount} strong />
      </>
    ),
  },
  { title: '退回方式', dataIndex: 'channel_name', render: (name: string) => name || <span className="muted">待定</span> },
  { title: '发起', dataIndex: 'at', render: (at: string) => <When at={at} short /> },
  { title: '到账', dataIndex: 'done_at', render: (at: string | null) => <When at={at} short /> },
  { title: '接下来', dataIndex: 'next', width: 280, render: (next: string) => <span className="s12">{next}</span> },
]

function Refund({ refund, onClose }: { refund: StaffRefundWire; onClose: () => void }) {
  return (
    <SideDrawer title={refund.company} note={refund.no} onClose={onClose}>
      <Section title="答复客户">
        <p>
          <StateTag tone={STANDING_TONES[refund.standing]}>{refund.standing_name}</StateTag>
        </p>
        <p>{refund.next}</p>
      </Section>
      <Section title="退款">
        <Facts
          flat
          items={[
            [refund.is_final ? '金额' : '预计金额', <Money key="amount" yuan={refund.amount} strong />],
            ['退回方式', refund.channel_name || '退款时按付款方式原路退回'],
            ['来由', refund.source_name],
            ['发起', <When key="at" at={refund.at} />],
            ['到账', <When key="done" at={refund.done_at} empty="未到账" />],
            [
              '订单',
              <To key="order" to={`orders/${refund.order_id}`}>
                {refund.order_no}
              </To>,
            ],
            [
              '售后',
              refund.after_sale_id === null ? null : (
                <To key="sale" to={`service/after-sales/${refund.after_sale_id}`}>
                  {refund.after_sale_no}
                </To>
              ),
            ],
          ]}
        />
      </Section>
    </SideDrawer>
  )
}

/** Where a customer's refund is: one search by number or company answers state, way, amount, when and what is next. */
export default function RefundsPage() {
  const page = useRef<HTMLDivElement>(null)
  // Who comes here has a number or a name to type.
  useEffect(() => page.current?.querySelector('input')?.focus(), [])
  useKeys([{ key: '/', what: '查找退款', run: () => page.current?.querySelector('input')?.focus() }])
  return (
    <div className="list" ref={page}>
      <ListPage
        what="退款"
        list={calls.refunds}
        columns={COLUMNS}
        rowKey={({ key }) => key}
        filters={[
          { kind: 'search', name: 'keywords', text: '订单号、售后单号、企业名称', width: 280 },
          { kind: 'choice', name: 'standing', text: '状态', choices: CHOICES },
        ]}
        drawer={(refund, close) => <Refund refund={refund} onClose={close} />}
        empty="没有退款"
      />
    </div>
  )
}
