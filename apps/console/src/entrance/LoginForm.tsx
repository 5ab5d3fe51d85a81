import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { StaffMeWire } from '#contract/console.ts'
import { entrance } from '../api/calls.ts'
import { sentenceOf } from '../parts/outcome.ts'

interface Fields {
  username: string
  password: string
  captcha?: string
}

/** Whether the next try needs the picture of characters. */
function asksCaptcha(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { data } = error
  const said = typeof data === 'object' && data !== null && 'captcha' in data && data.captcha === 1
  return said || error.fieldErrors.some(({ field }) => field === 'captcha')
}

export function LoginForm({ onEnter }: { onEnter: (me: StaffMeWire) => void }) {
  const api = useApi()
  const [form] = Form.useForm<Fields>()
  const [picture, setPicture] = useState<{ id: string; image: string } | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function draw(): Promise<void> {
    try {
      setPicture((await api.ask(entrance.captcha, {})).data)
      form.setFieldValue('captcha', '')
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  async function submit({ captcha, ...fields }: Fields): Promise<void> {
    setBusy(true)
    setProblem('')
    try {
      const { data } = await api.ask(entrance.login, {
        body: { ...fields, ...(picture && { captcha_id: picture.id, captcha: captcha ?? '' }) },
      })
      onEnter(data)
    } catch (error) {
      setProblem(sentenceOf(error))
      if (picture || asksCaptcha(error)) await draw()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields) => void submit(fields)}>
      <h1>员工登录</h1>
      {problem && <Alert type="error" showIcon title={problem} className="trouble" />}
      <Form.Item name="username" label="账号" rules={[{ required: true, message: '请填写账号' }]}>
        <Input size="large" autoFocus autoComplete="username" maxLength={60} />
      </Form.Item>
      <Form.Item name="password" label="密码" rules={[{ required: true, message: '请填写密码' }]}>
        <Input.Password size="large" autoComplete="current-password" maxLength={200} />
      </Form.Item>
      {picture && (
        <Form.Item label="图形验证码" required>
          <div className="row">
            <Form.Item name="captcha" noStyle rules={[{ required: true, message: '请填写图中字符' }]}>
              <Input size="large" autoComplete="off" maxLength={12} aria-label="图形验证码" />
            </Form.Item>
            <button type="button" title="换一张" aria-label="换一张图形验证码" onClick={() => void draw()}>
              <img className="captcha" src={picture.image} alt="验证码图片" />
            </button>
          </div>
        </Form.Item>
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        登录
      </Button>
    </Form>
  )
}
