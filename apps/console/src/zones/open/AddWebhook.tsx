import { Checkbox, Form, Input, Modal, Switch } from 'antd'
import { WEBHOOK_GROUPS, WEBHOOK_TYPES } from '#contract/constants.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { Refused } from './Refused.tsx'
import { atLeastOne, NAMED, REASONED } from './rules.ts'
import './open.css'

interface Fields {
  name: string
  url: string
  types: string[]
  in_order: boolean
  reason: string
}

/** 订单, 退货…: each with its events. */
const GROUPS = [
  ...Map.groupBy(Object.entries(WEBHOOK_TYPES), ([type]) => WEBHOOK_GROUPS[type.split('.')[0] as keyof typeof WEBHOOK_GROUPS]),
]
const START: Partial<Fields> = { types: [], in_order: false }

/** Who is told of what: said here, agreed to by a second person, and then given its signing secret. */
export function AddWebhook({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const word = useSecondPerson('integration.webhook')
  const close = (): void => {
    form.resetFields()
    onClose()
  }
  const deed = useDeed(calls.webhookAdd, {
    done: '已新建，请打开它领取签名密钥',
    form,
    outdates: [calls.webhooks],
    onDone: close,
    onSubmitted: close,
  })
  const send = ({ in_order: inOrder, ...body }: Fields) => deed.run({ body: { ...body, in_order: inOrder ? 1 : 0 } })
  return (
    <Modal
      open={open}
      title="新建事件推送"
      okText={word('新建')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={640}
      style={{ top: 40 }}
    >
      <Form form={form} layout="vertical" requiredMark={false} initialValues={START} onFinish={(fields) => void send(fields)}>
        <Refused of={deed} />
        <Form.Item name="name" label="哪个系统" rules={[NAMED]}>
          <Input autoFocus maxLength={40} autoComplete="off" placeholder="金蝶 ERP" />
        </Form.Item>
        <Form.Item
          name="url"
          label="推送到"
          rules={[{ required: true, whitespace: true, message: '请填写地址' }]}
          extra="公网的 https 地址；内部网络由运维开放"
        >
          <Input maxLength={300} autoComplete="off" placeholder="https://erp.example.com/hooks/shop" />
        </Form.Item>
        <Form.Item name="types" label="事件" rules={[atLeastOne('种事件')]}>
          <Checkbox.Group className="open-types">
            {GROUPS.map(([group, types]) => (
              <fieldset key={group}>
                <legend className="muted s12">{group}</legend>
                {types.map(([type, name]) => (
                  <Checkbox key={type} value={type}>
                    {name} <span className="muted s12">{type}</span>
                  </Checkbox>
                ))}
              </fieldset>
            ))}
          </Checkbox.Group>
        </Form.Item>
        <Form.Item name="in_order" label="按发生的先后" valuePropName="checked" extra="前一条没有送到，后面的等着">
          <Switch />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={[REASONED]}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} placeholder="记入操作记录，事后可查" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
