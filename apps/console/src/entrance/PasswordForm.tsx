import { Alert, Button, Form, Input } from 'antd'
import type { StaffMeWire } from '#contract/console.ts'
import { entrance } from '../api/calls.ts'
import { useDeed } from '../parts/useDeed.ts'

interface Fields {
  current: string
  password: string
  again: string
}

/** Sets a new password of one's own; asks for the present one. */
export function PasswordForm({ current, done, onDone }: { current: string; done: string; onDone: (me: StaffMeWire) => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(entrance.password, {
    done,
    form,
    onDone: (me) => {
      form.resetFields()
      onDone(me)
    },
  })
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(fields) => void deed.run({ body: { current: fields.current, password: fields.password } })}
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form.Item name="current" label={current} rules={[{ required: true, message: `请填写${current}` }]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <Form.Item name="password" label="新密码" rules={[{ required: true, message: '请填写新密码' }]}>
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="again"
        label="再填一次新密码"
        dependencies={['password']}
        rules={[
          { required: true, message: '请再填一次新密码' },
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              !value || value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error('两次填写的不一样')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={deed.isBusy}>
        设为我的密码
      </Button>
    </Form>
  )
}
