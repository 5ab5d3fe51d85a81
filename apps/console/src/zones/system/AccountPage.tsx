import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { StaffMeWire } from '#contract/console.ts'
import { keyOf, useAsk } from '../../api/ask.ts'
import { entrance } from '../../api/calls.ts'
import { useMe } from '../../app/me.ts'
import { Enrol } from '../../entrance/Enrol.tsx'
import { FactorProof, type Proof } from '../../entrance/FactorProof.tsx'
import { PasswordForm } from '../../entrance/PasswordForm.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { Passkeys } from './Passkeys.tsx'

/** Another authenticator, or the first: the second factor that counts must be shown before. */
function Factor({ onMe }: { onMe: (me: StaffMeWire) => void }) {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const [proof, setProof] = useState<Proof | { password: string } | null>(null)
  const stop = (): void => {
    setOpen(false)
    setProof(null)
  }
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{me.totp === 1 ? '更换验证器…' : '设置动态口令…'}</Button>
  const giveUp = (
    <Button type="text" size="small" onClick={stop}>
      放弃
    </Button>
  )
  return (
    <div className="narrow">
      {proof === null ? (
        <>
          {me.factor === 1 ? (
            <FactorProof me={me} ok="继续" problem="" isBusy={false} onProof={async (shown) => setProof(shown)} />
          ) : (
            <Form layout="vertical" requiredMark={false} onFinish={({ password }: { password: string }) => setProof({ password })}>
              <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请填写登录密码' }]}>
                <Input.Password autoFocus autoComplete="current-password" maxLength={200} />
              </Form.Item>
              <Button type="primary" block htmlType="submit">
                继续
              </Button>
            </Form>
          )}
          {giveUp}
        </>
      ) : (
        <Enrol
          proof={proof}
          otherwise={giveUp}
          onDone={(next) => {
            stop()
            onMe(next)
          }}
        />
      )}
    </div>
  )
}

function Sessions() {
  const answer = useAsk(calls.sessions, {})
  const end = useDeed(calls.sessionEnd, { done: '已结束那处登录', outdates: [calls.sessions] })
  return (
    <Loaded of={answer}>
      {({ list }) => (
        <table className="tb tb-in">
          <thead>
            <tr>
              <th>设备</th>
              <th>地点</th>
              <th>地址</th>
              <th>登录于</th>
              <th>最近使用</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <tr key={one.id}>
                <td>{one.device}</td>
                <td>{one.place}</td>
                <td>{one.ip}</td>
                <td>
                  <When at={one.created_at} />
                </td>
                <td>
                  <When at={one.last_seen_at} />
                </td>
                <td className="num">
                  {one.current === 1 ? (
                    <span className="ok">本机</span>
                  ) : (
                    <Button size="small" disabled={end.isBusy} onClick={() => void end.run({ params: { id: one.id } })}>
                      结束
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Loaded>
  )
}

export default function AccountPage() {
  const me = useMe()
  const queries = useQueryClient()
  const know = (next: StaffMeWire): void => void queries.setQueryData(keyOf(entrance.me), next)
  return (
    <div className="scroll page">
      <Section title="本人">
        <Facts
          items={[
            ['姓名', me.name],
            ['账号', me.username],
            ['岗位', me.roles.map(({ name }) => name).join('、')],
          ]}
        />
      </Section>
      <Section title="动态口令" note={me.totp === 1 ? '已设置' : '未设置'}>
        <Factor onMe={know} />
      </Section>
      <Passkeys onMe={know} />
      <Section title="密码" note="改后，别处的登录随即结束">
        <div className="narrow">
          <PasswordForm current="现在的密码" done="密码已修改，别处的登录已结束" onDone={know} />
        </div>
      </Section>
      <Section title="登录中">
        <Sessions />
      </Section>
    </div>
  )
}
