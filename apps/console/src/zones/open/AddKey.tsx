import { Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd'
import { OPEN_KEY_ADDRESSES_MAX, OPEN_KEY_DAYS_MAX } from '#contract/constants.ts'
import { useAsk } from '../../api/ask.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { Refused } from './Refused.tsx'
import { atLeastOne, NAMED, REASONED } from './rules.ts'
import './open.css'

interface Fields {
  name: string
  scopes: string[]
  addresses: string[]
  signs: boolean
  days: number
  reason: string
}

const START: Partial<Fields> = { scopes: [], addresses: [], days: 365 }

/** What another system may do, until when and from where: said here, agreed to by a second person, and then issued. */
export function AddKey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const word = useSecondPerson('integration.key')
  const { data } = useAsk(calls.scopes, {}, { enabled: open })
  const close = (): void => {
    form.resetFields()
    onClose()
  }
  const deed = useDeed(calls.keyAdd, { done: '已新建，请打开它领取密钥', form, outdates: [calls.keys], onDone: close, onSubmitted: close })
  return (
    <Modal
      open={open}
      title="新建接口密钥"
      okText={word('新建')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={560}
      style={{ top: 40 }}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={START}
        onFinish={({ signs, ...body }) => void deed.run({ body: { ...body, signs: signs ? 1 : 0 } })}
      >
        <Refused of={deed} />
        <Form.Item name="name" label="哪个系统" rules={[NAMED]}>
          <Input autoFocus maxLength={40} autoComplete="off" placeholder="金蝶 ERP" />
        </Form.Item>
        <Form.Item name="scopes" label="权限：只给用得着的" rules={[atLeastOne('项权限')]}>
          <Checkbox.Group className="open-scopes">
            {data?.list.map((scope) => (
              <Checkbox key={scope.word} value={scope.word}>
                {scope.name}
                {scope.calls.map((one) => (
                  <div key={one} className="muted s12">
                    {one}
                  </div>
                ))}
              </Checkbox>
            ))}
          </Checkbox.Group>
        </Form.Item>
        <Form.Item name="signs" valuePropName="checked" extra="密钥不随请求传送，没有 TLS 的线路上也不会泄露；对方系统要会算签名">
          <Checkbox>只收签名的请求</Checkbox>
        </Form.Item>
        <Form.Item name="addresses" label="只能从这些地址来" extra="IP 或网段，回车分开；不填：不限">
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[' ', ',', '，', '、']}
            maxCount={OPEN_KEY_ADDRESSES_MAX}
            placeholder="203.0.113.5、10.20.0.0/16"
          />
        </Form.Item>
        <Form.Item name="days" label="用多久（天）" rules={[{ required: true, message: '请写明用多久' }]}>
          <InputNumber min={1} max={OPEN_KEY_DAYS_MAX} precision={0} />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={[REASONED]}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} placeholder="记入操作记录，事后可查" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
