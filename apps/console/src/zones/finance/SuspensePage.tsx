import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { CompanyPicker } from './CompanyPicker.tsx'
import { calls } from './calls.ts'

type Suspense = typeof import('#contract/finance.ts')['staffSuspense']
type Row = RowOf<Suspense>

const TONES: Readonly<Record<string, Tone>> = { open: 'waiting', matched: 'done', returning: 'moving', returned: 'done' }

const COLUMNS: Columns<Suspense> = [
  { title: '到账', dataIndex: 'at', render: (at: string) => <When at={at} short /> },
  {
    title: '状态',
    dataIndex: 'status',
    render: (_, { status, status_name }) => <StateTag tone={TONES[status] ?? 'closed'}>{status_name}</StateTag>,
  },
  { title: '金额', dataIndex: 'amount', align: 'right', render: (amount: string) => <Money yuan={amount} strong /> },
  { title: '为何待查', dataIndex: 'reason' },
  { title: '付款人与附言', dataIndex: 'payer', ellipsis: true, width: 180 },
  { title: '企业', dataIndex: 'company', render: (name: string) => name || <span className="muted">不明</span> },
  { title: '订单', dataIndex: 'order_no' },
  { title: '渠道', dataIndex: 'channel' },
  { title: '渠道流水', dataIndex: 'gateway_no' },
  { title: '处理人', dataIndex: 'decided_by' },
]

interface Fields {
  company_id?: number | null
  order_no?: string
  reason: string
}

/** Books the money to a company's balance, and from there to an order where one is named. */
function Match({ row, open, onClose }: { row: Row; open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.suspenseDecide, { done: '已入账', outdates: [calls.suspense], form, onDone: onClose, onSubmitted: onClose })
  return (
    <Modal
      open={open}
      title={`入账 ${row.no}`}
      okText="入账"
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={deed.isBusy}
      forceRender
    >
      <p className="reason-what">
        <Money yuan={row.amount} strong /> 存入企业余额；写了订单号的，再从余额付该订单。不能撤回。
      </p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ company_id: row.company_id, order_no: row.order_no }}
        onFinish={({ company_id, order_no, reason }) =>
          void deed.run({
            params: { no: row.no, command: 'match' },
            body: {
              reason: reason.trim(),
              ...(company_id && { company_id }),
              ...(order_no?.trim() && { order_no: order_no.trim() }),
            },
          })
        }
      >
        <Form.Item name="company_id" label="企业" {...(row.company_id !== null && { extra: `付款单所属：${row.company}` })}>
          <CompanyPicker />
        </Form.Item>
        <Form.Item name="order_no" label="订单号（可不填）">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由' }]}>
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

function One({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const [isMatching, setMatching] = useState(false)
  const deed = useDeed(calls.suspenseDecide, { outdates: [calls.suspense] })
  const reason = useReason(deed.problem)
  const canDecide = may('suspense.decide') && row.status === 'open'
  const sendBack = (command: 'return' | 'sent') =>
    reason.ask({
      title: command === 'return' ? '原路退回' : '已汇回付款人',
      what: (
        <>
          {row.no}：<Money yuan={row.amount} strong />
          {command === 'return' ? ' 由支付渠道退回付款账户。' : ' 已从本公司账户汇回付款人。'}不能撤回。
        </>
      ),
      ok: command === 'return' ? '退回' : '确认已汇回',
      danger: command === 'return',
      run: (text) => deed.run({ params: { no: row.no, command }, body: { reason: text } }),
    })
  return (
    <SideDrawer
      title={row.company || '付款企业不明'}
      note={row.no}
      onClose={onClose}
      foot={
        canDecide && (
          <>
            {row.can_return === 1 && <Button onClick={() => sendBack('return')}>原路退回…</Button>}
            <Button onClick={() => sendBack('sent')}>已汇回…</Button>
            <Button type="primary" className="grow" onClick={() => setMatching(true)}>
              入账…
            </Button>
          </>
        )
      }
    >
      <Section title="款项">
        <Facts
          flat
          items={[
            [
              '状态',
              <StateTag key="state" tone={TONES[row.status] ?? 'closed'}>
                {row.status_name}
              </StateTag>,
            ],
            ['金额', <Money key="amount" yuan={row.amount} strong />],
            ['为何待查', row.reason],
            ['付款人与附言', row.payer],
            ['企业', row.company],
            ['订单', row.order_no],
            ['渠道', row.channel],
            ['付款单', row.payment_no],
            ['渠道流水', row.gateway_no],
            ['到账', <When key="at" at={row.at} />],
            ['处理人', row.decided_by],
            ['处理说明', row.note],
          ]}
        />
      </Section>
      <Match row={row} open={isMatching} onClose={() => setMatching(false)} />
      {reason.dialog}
    </SideDrawer>
  )
}

/** Money that arrived and pays nothing as it is. */
export default function SuspensePage() {
  return (
    <ListPage
      what="款项"
      list={calls.suspense}
      columns={COLUMNS}
      rowKey={({ no }) => no}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          text: '待处理',
          choices: [
            { value: 'open', text: '待处理' },
            { value: 'all', text: '全部' },
          ],
        },
      ]}
      drawer={(row, close) => <One key={row.no} row={row} onClose={close} />}
      empty="没有待查款项"
    />
  )
}
