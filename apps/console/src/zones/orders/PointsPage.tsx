import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Points = typeof import('#contract/staff-orders.ts')['staffPointsOrders']
type Row = RowOf<Points>

const TONES: Readonly<Record<Row['status'], Tone>> = { placed: 'waiting', shipped: 'moving', completed: 'done', cancelled: 'closed' }
const STATES = [
  { value: 'placed', text: '待发货' },
  { value: 'shipped', text: '待收货' },
  { value: 'completed', text: '已完成' },
  { value: 'cancelled', text: '已取消' },
]

export default function PointsPage() {
  const [sent, setSent] = useState<Row | null>(null)
  const [form] = Form.useForm<{ carrier?: string; waybill?: string }>()
  const deed = useDeed(calls.pointsDeed, { outdates: [calls.points], onDone: () => setSent(null) })
  const reason = useReason(deed.problem)
  const ask = (row: Row, command: 'complete' | 'cancel', title: string): void =>
    reason.ask({
      title: `${title} ${row.no}`,
      what: `${row.company}：${row.name} ×${numberText(row.number)}，${numberText(row.points)} 积分${command === 'cancel' ? '，积分退回客户' : ''}`,
      ok: title,
      danger: command === 'cancel',
      bare: true,
      run: () => deed.run({ params: { id: row.id, command }, body: {} }),
    })
  const columns: Columns<Points> = [
    { title: '单号', dataIndex: 'no', width: 150 },
    { title: '时间', dataIndex: 'created_at', width: 150, render: (at: string) => <When at={at} /> },
    { title: '状态', dataIndex: 'status', width: 90, render: (_, row) => <StateTag tone={TONES[row.status]}>{row.status_name}</StateTag> },
    { title: '企业', dataIndex: 'company', ellipsis: true },
    { title: '兑换', dataIndex: 'name', render: (name: string, { number }) => `${name} ×${numberText(number)}` },
    { title: '积分', dataIndex: 'points', align: 'right', width: 80 },
    { title: '收货', dataIndex: 'receiver', ellipsis: true },
    { title: '运单', dataIndex: 'waybill' },
    {
      title: '',
      key: 'do',
      width: 150,
      render: (_, row) => (
        <span className="row">
          {row.status === 'placed' && row.kind === 'goods' && (
            <Button size="small" onClick={() => setSent(row)}>
              发货
            </Button>
          )}
          {row.status === 'shipped' && (
            <Button size="small" onClick={() => ask(row, 'complete', '完成')}>
              完成
            </Button>
          )}
          {row.status === 'placed' && row.kind === 'goods' && (
            <Button size="small" danger onClick={() => ask(row, 'cancel', '取消兑换')}>
              取消
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <ListPage
        what="积分订单"
        list={calls.points}
        columns={columns}
        filters={[
          { kind: 'search', name: 'no', text: '单号开头' },
          { kind: 'choice', name: 'status', text: '状态', choices: STATES },
        ]}
      />
      <Modal
        open={sent !== null}
        title={`发货 ${sent?.no ?? ''}`}
        okText="发货"
        onOk={form.submit}
        onCancel={() => setSent(null)}
        confirmLoading={deed.isBusy}
        width={420}
        destroyOnHidden
      >
        <Form form={form} layout="vertical" onFinish={(body) => sent && void deed.run({ params: { id: sent.id, command: 'ship' }, body })}>
          <p className="reason-what">
            {sent?.name} ×{sent?.number}，寄 {sent?.receiver}
          </p>
          <Form.Item name="carrier" label="承运">
            <Input maxLength={30} placeholder="不填：本公司配送" />
          </Form.Item>
          <Form.Item name="waybill" label="运单号">
            <Input maxLength={40} />
          </Form.Item>
        </Form>
      </Modal>
      {reason.dialog}
    </>
  )
}
