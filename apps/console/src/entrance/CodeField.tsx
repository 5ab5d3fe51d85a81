import { Alert, Button, Form, Input } from 'antd'

interface Props {
  label: string
  ok: string
  problem: string
  isBusy: boolean
  /** There is another way before it. */
  isSecond?: boolean
  onCode: (code: string) => void
}

/** One code to type, of an authenticator or a recovery code. */
export function CodeField({ label, ok, problem, isBusy, isSecond = false, onCode }: Props) {
  return (
    <Form layout="vertical" requiredMark={false} onFinish={({ code }: { code: string }) => onCode(code.replace(/\s/g, ''))}>
      {problem && <Alert type="error" showIcon title={problem} className="trouble" />}
      <Form.Item name="code" label={label} rules={[{ required: true, whitespace: true, message: '请填写口令' }]}>
        <Input size="large" autoFocus={!isSecond} autoComplete="one-time-code" maxLength={20} />
      </Form.Item>
      <Button type={isSecond ? 'default' : 'primary'} size="large" block htmlType="submit" loading={isBusy}>
        {ok}
      </Button>
    </Form>
  )
}
