import { Alert, Button, Form, Input, InputNumber } from 'antd'
import type { RecallDetailWire } from '#contract/recalls.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

interface Props {
  data: RecallDetailWire
  buyer: RecallDetailWire['buyers'][number]
  /** The form for what the company said stands open. */
  answering: boolean
  canAnswer: boolean
  onAnswering: (open: boolean) => void
  onClose: () => void
}

interface Fields {
  kept: number
  note: string
}

function AnswerForm({ data: { recall }, buyer, onDone }: Pick<Props, 'data' | 'buyer'> & { onDone: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.recallAnswer, { done: '答复已登记', outdates: [calls.recall], form, onDone })
  useKeys([{ key: 'Ctrl+S', what: '登记答复', run: form.submit }])
  return (
    <Section title="代企业登记答复" note="电话或书面所说，记入经过">
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ note: '' }}
        onFinish={({ kept, note }) => void deed.run({ params: { id: recall.id }, body: { company_id: buyer.company_id, kept, note } })}
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item
          name="kept"
          label={`尚存（${recall.unit}）`}
          extra={`最多 ${buyer.outside}`}
          rules={[{ required: true, message: '请填写尚存数量，没有填 0' }]}
        >
          <InputNumber autoFocus min={0} max={buyer.outside} precision={0} style={{ width: 140 }} />
        </Form.Item>
        <Form.Item
          name="note"
          label="谁说的、怎么说"
          rules={[{ required: true, whitespace: true, min: 2, message: '请写明谁、以什么方式答复' }]}
        >
          <Input maxLength={200} placeholder="王店长电话：已下架封存" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={deed.isBusy}>
          登记 <Kbd of="Ctrl+S" />
        </Button>
      </Form>
    </Section>
  )
}

export function BuyerDrawer({ data, buyer, answering, canAnswer, onAnswering, onClose }: Props) {
  return (
    <SideDrawer
      title={buyer.company}
      note={buyer.buyer_state_name}
      onClose={onClose}
      foot={
        canAnswer &&
        !answering && (
          <Button type="primary" className="grow" onClick={() => onAnswering(true)}>
            登记答复 <Kbd of="C" />
          </Button>
        )
      }
    >
      {answering && <AnswerForm data={data} buyer={buyer} onDone={() => onAnswering(false)} />}
      <Section title="答复">
        <Facts
          items={[
            ['联系人', buyer.contact],
            [
              '电话',
              buyer.phone && (
                <a className="link" href={`tel:${buyer.phone}`}>
                  {buyer.phone}
                </a>
              ),
            ],
            ['通知', <When key="told" at={buyer.told_at} />],
            ['答复时限', <When key="due" at={buyer.due_at} />],
            ['确认', <When key="said" at={buyer.confirmed_at} empty="未确认" />],
            ['由谁', buyer.confirmed_by],
            ['尚存', buyer.kept === null ? '未报' : `${buyer.kept} ${data.recall.unit}`],
            ['备注', buyer.note],
          ]}
        />
      </Section>
      <Section title="订单" note={`${buyer.orders.length} 张`}>
        <table className="tb tb-in">
          <thead>
            <tr>
              <th>订单</th>
              <th className="num">购入</th>
              <th className="num">途中</th>
              <th className="num">收回</th>
            </tr>
          </thead>
          <tbody>
            {buyer.orders.map((order) => (
              <tr key={order.order_id}>
                <td>
                  <To to={`orders/${order.order_id}`}>{order.order_no}</To>
                  <span className="muted s12"> {order.status_name}</span>
                </td>
                <td className="num">{numberText(order.sold)}</td>
                <td className="num">{order.on_way}</td>
                <td className="num">{order.returned}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </SideDrawer>
  )
}
