import { Alert, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { StaffMeWire } from '#contract/console.ts'
import { deviceName } from '#domain/devices.ts'
import { entrance } from '../api/calls.ts'
import { FactorProof, type Proof } from './FactorProof.tsx'
import { loadPasskeys, makeOnDevice, passkeySentence } from './passkey-device.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const NAME_MAX = 30

/** Names a passkey, proves who wants it, and has the device make it. Shows the recovery codes where they are the first. */
export function AddPasskey({ me, onDone }: { me: StaffMeWire; onDone: (me: StaffMeWire) => void }) {
  const api = useApi()
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [kept, setKept] = useState<{ codes: readonly string[]; me: StaffMeWire } | null>(null)
  useEffect(loadPasskeys, [])

  async function add(proof: Proof | { password: string }): Promise<void> {
    if (isBusy) return
    if (name.trim() === '') return setProblem('请给它起个名字')
    setBusy(true)
    setProblem('')
    try {
      const { data: asked } = await api.ask(entrance.passkeyBegin, { body: proof })
      const made = await makeOnDevice(asked)
      const { data } = await api.ask(entrance.passkeyAdd, { body: { name: name.trim(), passkey: made } })
      if (data.recovery_codes.length > 0) setKept({ codes: data.recovery_codes, me: data.me })
      else onDone(data.me)
    } catch (error) {
      setProblem(passkeySentence(error))
    } finally {
      setBusy(false)
    }
  }
  if (kept) return <RecoveryCodes codes={kept.codes} onDone={() => onDone(kept.me)} />
  return (
    <>
      <Form layout="vertical" component="div">
        <Form.Item label="名称" htmlFor="passkey-name">
          <Input id="passkey-name" value={name} maxLength={NAME_MAX} onChange={({ target }) => setName(target.value)} />
        </Form.Item>
      </Form>
      {me.factor === 1 ? (
        <>
          <p className="muted">先用现有的方式验证是您本人，随后在设备上添加新的。</p>
          <FactorProof me={me} ok="验证并添加" problem={problem} isBusy={isBusy} onProof={add} />
        </>
      ) : (
        <Form layout="vertical" requiredMark={false} onFinish={({ password }: { password: string }) => void add({ password })}>
          {problem && <Alert type="error" showIcon title={problem} className="trouble" />}
          <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请填写登录密码' }]}>
            <Input.Password autoComplete="current-password" maxLength={200} />
          </Form.Item>
          <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
            添加通行密钥
          </Button>
        </Form>
      )}
    </>
  )
}
