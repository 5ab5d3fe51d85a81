import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Select } from 'antd'
import { useState } from 'react'
import type { StaffPersonWire, StaffRoleWire } from '#contract/staff-people.ts'
import { useMay, useMe } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { PERSON_DEEDS, type PersonDeed, STATES } from './person-deeds.ts'
import { ViewSection } from './ViewSection.tsx'

interface Props {
  person: StaffPersonWire
  roles: readonly StaffRoleWire[]
  onPassword: (handed: { username: string; password: string }) => void
  onClose: () => void
}

const keysOf = ({ roles }: StaffPersonWire): string[] => roles.map(({ key }) => key)

function RolesSection({ person, roles }: Pick<Props, 'person' | 'roles'>) {
  // As it was when the change began: what is read anew meanwhile neither takes the typed away nor the notice of another's save.
  const [base, setBase] = useState(person)
  const [chosen, setChosen] = useState<string[]>(() => keysOf(person))
  const deed = useDeed(calls.personRoles, {
    done: '岗位已变更，此人须重新登录',
    outdates: [calls.people, calls.roles],
    onDone: (saved) => take(saved),
  })
  const queries = useQueryClient()
  const reason = useReason(deed.problem)
  const nameOf = (keys: readonly string[]) =>
    keys.map((key) => roles.find((role) => role.key === key)?.name ?? key).join('、') || '没有岗位'
  const before = keysOf(base)
  const isChanged = chosen.length !== before.length || chosen.some((key) => !before.includes(key))
  const take = (newer: StaffPersonWire): void => {
    setBase(newer)
    setChosen(keysOf(newer))
  }
  if (!isChanged && base.version !== person.version) take(person)
  const ask = () =>
    reason.ask({
      title: '变更岗位',
      what: (
        <>
          {person.name}：<s>{nameOf(before)}</s> → <b>{nameOf(chosen)}</b>
          {person.sessions > 0 && `，${person.sessions} 处登录随即结束`}
        </>
      ),
      ok: '变更岗位',
      // Somebody's later save is shown beside this one in the drawer, so the dialog has done its part.
      run: async (text) =>
        (await deed.run({ params: { id: person.id }, body: { roles: chosen, reason: text, version: base.version } })) || true,
    })
  return (
    <Section title="岗位">
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <MeanwhileNotice
        of={deed}
        mine={{ roles: nameOf(chosen) }}
        names={{ roles: '岗位' }}
        onTakeTheirs={() => {
          take(person)
          void queries.invalidateQueries({ queryKey: [calls.people.path] })
        }}
      />
      <Form.Item className={isChanged ? 'dirty' : ''}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="岗位"
          value={chosen}
          onChange={setChosen}
          style={{ width: '100%' }}
          options={roles.map(({ key, name }) => ({ value: key, label: name }))}
        />
      </Form.Item>
      {isChanged && (
        <div className="row">
          <Button size="small" onClick={() => setChosen(before)}>
            放弃
          </Button>
          <Button size="small" type="primary" disabled={chosen.length === 0} onClick={ask}>
            {chosen.length === 0 ? '至少一个岗位' : '变更岗位…'}
          </Button>
        </div>
      )}
      {reason.dialog}
    </Section>
  )
}

/** One person: facts, roles, and what an administrator may do to the account. */
export function PersonDrawer({ person, roles, onPassword, onClose }: Props) {
  const may = useMay()
  const me = useMe()
  const canManage = may('staff.manage') && person.id !== me.id
  const deed = useDeed(calls.personCommand, {
    outdates: [calls.people],
    onDone: ({ password }) => password && onPassword({ username: person.username, password }),
  })
  const reason = useReason(deed.problem)
  const ask = ({ command, text, effect, danger = false }: PersonDeed) =>
    reason.ask({
      title: `${text}：${person.name}`,
      what: `${person.name}（${person.username}）${effect(person)}。`,
      ok: text,
      danger,
      run: (said) => deed.run({ params: { id: person.id, command }, body: { reason: said } }),
    })
  const { text, tone } = STATES[person.state]
  return (
    <SideDrawer title={person.name} note={person.username} onClose={onClose}>
      <Section title="账号">
        <Facts
          items={[
            [
              '状态',
              <StateTag key="state" tone={tone}>
                {text}
              </StateTag>,
            ],
            ['二次验证', person.factor === 1 ? '已设置' : '未设置'],
            ['登录中', `${person.sessions} 处`],
            ['最近使用', <When key="seen" at={person.last_seen_at} empty="从未登录" />],
            ['建立于', <When key="made" at={person.created_at} />],
          ]}
        />
      </Section>
      {canManage && person.state !== 'left' ? (
        <RolesSection key={person.id} person={person} roles={roles} />
      ) : (
        <Section title="岗位">
          <div className="chips">
            {person.roles.map(({ key, name }) => (
              <span key={key} className="chip">
                {name}
              </span>
            ))}
          </div>
          {person.id === me.id && <p className="muted s12">自己的岗位由另一位管理员变更。</p>}
        </Section>
      )}
      {canManage && person.state !== 'left' && <ViewSection key={`view-${person.id}`} person={person} />}
      {canManage && (
        <Section title="操作">
          <div className="chips">
            {PERSON_DEEDS.filter(({ when }) => when(person)).map((one) => (
              <Button key={one.command} size="small" danger={one.danger ?? false} onClick={() => ask(one)}>
                {one.text}…
              </Button>
            ))}
          </div>
        </Section>
      )}
      {reason.dialog}
    </SideDrawer>
  )
}
