import { Button } from 'antd'
import { useState } from 'react'
import type { CompanyPersonWire } from '#contract/company-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { Recover } from './Recover.tsx'

function Person({ id, person }: { id: number; person: CompanyPersonWire }) {
  const may = useMay()
  const deed = useDeed(calls.person, { outdates: [calls.people] })
  const reason = useReason(deed.problem)
  const ask = (command: 'sessions' | 'unlock' | 'unrecover', title: string, what: string): void =>
    reason.ask({
      title: `${title}：${person.name}`,
      what,
      ok: title,
      danger: command === 'sessions',
      usual: ['客户来电要求', '账号疑似被盗'],
      run: (text) => deed.run({ params: { id, account: person.id, command }, body: { reason: text } }),
    })
  const canAct = may('companies.people')
  const [isRecovering, setRecovering] = useState(false)
  return (
    <Section
      title={person.name}
      note={`${person.username} · ${person.is_owner === 1 ? '本企业账号' : '受邀采购'}${person.has_wechat === 1 ? ' · 已绑微信' : ''}`}
      action={
        canAct && (
          <span className="row">
            {(person.is_locked === 1 || person.failures > 0) && (
              <Button size="small" onClick={() => ask('unlock', '解除登录锁定', `清掉 ${person.failures} 次失败，可以马上再登录。`)}>
                解除登录锁定…
              </Button>
            )}
            <Button size="small" onClick={() => setRecovering(true)}>
              发找回链接…
            </Button>
            {person.logins.length > 0 && (
              <Button
                size="small"
                danger
                onClick={() => ask('sessions', '结束全部登录', `${person.logins.length} 处登录随即结束，须重新登录。`)}
              >
                结束全部登录…
              </Button>
            )}
          </span>
        )
      }
    >
      {person.is_locked === 1 ? (
        <StateTag tone="wrong">{`登录锁定中，失败 ${person.failures} 次`}</StateTag>
      ) : (
        person.failures > 0 && <p className="w">近 15 分钟登录失败 {person.failures} 次</p>
      )}
      {person.recovery && (
        <p className="row">
          <span className="w">
            {person.recovery.by}于 <When at={person.recovery.at} /> 发出找回链接，有效至 <When at={person.recovery.expires_at} />
          </span>
          {canAct && (
            <Button size="small" danger onClick={() => ask('unrecover', '作废找回链接', '发出的链接随即失效，账号的密码和登录不变。')}>
              作废…
            </Button>
          )}
        </p>
      )}
      <Rows
        rows={person.logins}
        id={(one) => one.id}
        empty="没有在登录"
        columns={[
          ['设备', (one) => one.device],
          ['地点', (one) => one.place],
          ['地址', (one) => one.ip],
          ['登录于', (one) => <When at={one.created_at} />],
          ['最近使用', (one) => <When at={one.last_seen_at} />],
        ]}
      />
      {reason.dialog}
      {isRecovering && <Recover id={id} person={person} onClose={() => setRecovering(false)} />}
    </Section>
  )
}

export function PeopleTab({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.people, { params: { id } })}>
      {({ list }) =>
        list.length === 0 ? (
          <p className="alone muted">还没有账号</p>
        ) : (
          list.map((person) => <Person key={person.id} id={id} person={person} />)
        )
      }
    </Loaded>
  )
}
