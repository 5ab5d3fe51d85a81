import { MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Input, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'
import { NameRole } from './NameRole.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'
import { changesOf, clashOf, type Draft, type PermissionRow, type Role, type RoleChange, rebased, toggled } from './roles-draft.ts'

function Matrix({ roles, permissions }: { roles: readonly Role[]; permissions: readonly PermissionRow[] }) {
  const canChange = useMay()('roles.change')
  const [params, setParams] = useSearchParams()
  const [draft, setDraft] = useState<Draft>(new Map())
  // Roles as they were when their change began: a save over someone else's is refused, whatever is read meanwhile.
  const [base, setBase] = useState<ReadonlyMap<string, Role>>(new Map())
  const [text, setText] = useState('')
  const [area, setArea] = useState<string | null>(null)
  const [named, setNamed] = useState<Role | null>(null)
  const save = useDeed(calls.roleSave, {
    done: (role) => `岗位“${role.name}”已保存，其中的人须重新登录`,
    outdates: [calls.roles, calls.people],
  })
  const remove = useDeed(calls.roleRemove, { done: '岗位已删除', outdates: [calls.roles] })
  const reason = useReason(save.problem || remove.problem)
  const shownRoles = roles.map((role) => base.get(role.key) ?? role)
  const changes = changesOf(draft, shownRoles)
  const nameOf = (word: string) => permissions.find((one) => one.word === word)?.name ?? word
  const clashes = changes.flatMap(({ role, words }) => {
    const sides = clashOf(words, permissions)
    return sides.length > 0 ? [{ role, sides }] : []
  })
  const toggle = (role: Role, word: string): void => {
    setBase((now) => (now.has(role.key) ? now : new Map(now).set(role.key, role)))
    setDraft(toggled(draft, role, word))
  }
  const forget = (keys: readonly string[]): void => {
    const without = <T,>(of: ReadonlyMap<string, T>) => new Map([...of].filter(([key]) => !keys.includes(key)))
    setDraft(without)
    setBase(without)
  }
  const cells = changes.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0)
  const people = changes.reduce((sum, { role }) => sum + role.people, 0)
  const said = (added: readonly string[], removed: readonly string[]) =>
    [...added.map((word) => `加 ${nameOf(word)}`), ...removed.map((word) => `去 ${nameOf(word)}`)].join('，')
  const summary = changes.map(({ role, added, removed }) => `${role.name}：${said(added, removed)}`)
  /** Beside what the role was when its change began. */
  const inWords = (role: Role) => (field: string, theirs: string) => {
    if (field !== 'permissions') return theirs
    const words = theirs.split(' ')
    const text = said(
      words.filter((word) => !role.permissions.includes(word)),
      role.permissions.filter((word) => !words.includes(word)),
    )
    return text || '没有改'
  }
  const merge = (change: RoleChange): void => {
    const theirs = save.meanwhile?.changes.find(({ field }) => field === 'permissions')?.theirs ?? ''
    const next = rebased(change, theirs.split(' ').filter(Boolean), save.meanwhile?.version ?? change.role.version)
    setBase((now) => new Map(now).set(next.role.key, next.role))
    setDraft((now) => new Map(now).set(next.role.key, next.words))
    save.dismiss()
  }
  const ask = (): void => {
    if (changes.length === 0 || clashes.length > 0) return
    reason.ask({
      title: `保存 ${changes.length} 个岗位的 ${cells} 处变更`,
      what: (
        <>
          {summary.map((one) => (
            <p key={one}>{one}</p>
          ))}
          <p className="muted">影响 {people} 人，他们须重新登录。</p>
        </>
      ),
      ok: '保存',
      run: async (text) => {
        for (const { role, words } of changes) {
          const isDone = await save.run({
            body: { key: role.key, name: role.name, permissions: [...words], reason: text, version: role.version },
          })
          // What came of it stands over the matrix; roles saved before it are saved.
          if (!isDone) return true
          forget([role.key])
        }
        return true
      },
    })
  }
  useKeys([{ key: 'Ctrl+S', what: '保存岗位变更', run: ask, when: changes.length > 0 }])
  const naming = canChange && (named !== null || params.get('new') === '1')
  const stopNaming = (): void => {
    setNamed(null)
    const next = new URLSearchParams(params)
    next.delete('new')
    setParams(next, { replace: true })
  }
  const areas = [...new Set(permissions.map((one) => one.area))]
  const found = permissions.filter(
    (one) => (area === null || one.area === area) && `${one.word} ${one.name} ${one.area}`.includes(text.trim()),
  )
  const conflicting = changes[0]
  return (
    <div className="list">
      <div className="bar">
        <Input
          allowClear
          placeholder="权限"
          aria-label="权限"
          style={{ width: 220 }}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Select
          allowClear
          aria-label="模块"
          placeholder="全部模块"
          style={{ width: 120 }}
          value={area}
          options={areas.map((one) => ({ value: one, label: one }))}
          onChange={(one: string | undefined) => setArea(one ?? null)}
        />
        <span className="muted s12">
          <span className="chip chip-warn">双人</span> 须另一人批准，或超过设定时须批准　<span className="chip chip-info">质量</span> 与{' '}
          <span className="chip chip-info">购销与仓储</span> 的决定权不能在同一岗位或同一人手里
        </span>
        <span className="grow" />
        {canChange && (
          <Button
            icon={<PlusOutlined />}
            onClick={() => {
              const next = new URLSearchParams(params)
              next.set('new', '1')
              setParams(next, { replace: true })
            }}
          >
            新岗位
          </Button>
        )}
      </div>
      {save.problem && <Alert banner type="error" title={save.problem} closable onClose={save.dismiss} />}
      {save.meanwhile && conflicting && (
        <MeanwhileNotice
          of={save}
          mine={{ permissions: said(conflicting.added, conflicting.removed), name: conflicting.role.name }}
          inWords={inWords(conflicting.role)}
          onMerge={() => merge(conflicting)}
          names={{ permissions: '权限', name: '名称' }}
          onKeepMine={() => void save.keepMine().then((isDone) => isDone && forget([conflicting.role.key]))}
          onTakeTheirs={() => forget([conflicting.role.key])}
        />
      )}
      {clashes.map(({ role, sides }) => (
        <Alert
          key={role.key}
          banner
          type="error"
          title={`岗位“${role.name}”同时有${sides.map(({ side, names }) => `${side}的决定权（${names.join('、')}）`).join('和')}：质量须独立于它所审查的工作，去掉其中一方才能保存`}
        />
      ))}
      <div className="list-body">
        <RoleMatrix
          roles={shownRoles}
          permissions={found}
          draft={draft}
          canChange={canChange}
          onToggle={toggle}
          menu={(role) =>
            canChange && (
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    { key: 'name', label: '改名…' },
                    {
                      key: 'remove',
                      label: role.people > 0 ? `删除（还有 ${role.people} 人）` : '删除…',
                      danger: true,
                      disabled: role.builtin === 1 || role.people > 0,
                    },
                  ],
                  onClick: ({ key }) =>
                    key === 'name'
                      ? setNamed(role)
                      : reason.ask({
                          title: `删除岗位“${role.name}”`,
                          what: `${role.permissions.length} 项权限的岗位，没有人在用。`,
                          ok: '删除',
                          danger: true,
                          bare: true,
                          run: () => remove.run({ params: { key: role.key } }),
                        }),
                }}
              >
                <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`岗位 ${role.name} 的操作`} />
              </Dropdown>
            )
          }
        />
      </div>
      {changes.length > 0 && (
        <footer className="bar bar-warn">
          <b>{cells} 格未保存</b>
          <span className="grow ell">{summary.join('；')}</span>
          <Button size="small" onClick={() => forget(changes.map(({ role }) => role.key))}>
            放弃
          </Button>
          <Button size="small" type="primary" disabled={clashes.length > 0} loading={save.isBusy} onClick={ask}>
            {clashes.length > 0 ? '先去掉一方的决定权' : '保存'} {clashes.length === 0 && <Kbd of="Ctrl+S" />}
          </Button>
        </footer>
      )}
      {naming && <NameRole role={named} roles={roles} onClose={stopNaming} />}
      {reason.dialog}
    </div>
  )
}

export default function RolesPage() {
  return <Loaded of={useAsk(calls.roles, {})}>{({ list, permissions }) => <Matrix roles={list} permissions={permissions} />}</Loaded>
}
