import { Button, Form } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SettingsWire, SettingWire } from '#contract/settings.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { SettingField } from './SettingField.tsx'
import { SettingHistory } from './SettingHistory.tsx'
import { changedSettings, sentValue } from './setting-draft.ts'
import './settings.css'

type Group = SettingsWire['groups'][number]
type Typed = Record<string, unknown>

const within = (changed: unknown, path: readonly (string | number)[]): boolean =>
  path.reduce<unknown>((value, name) => (value as Record<string | number, unknown> | undefined)?.[name], changed) !== undefined

function One({
  setting,
  changed,
  canChange,
  onHistory,
}: {
  setting: SettingWire
  changed: boolean
  canChange: boolean
  onHistory: () => void
}) {
  const { key, title, text, usual, field, value, changed_at, changed_by } = setting
  return (
    <section className={changed ? 'setting is-changed' : 'setting'} aria-label={title}>
      <header>
        <h2>
          {title} {changed && <span className="chip chip-warn">未保存</span>}
        </h2>
        <p className="muted">{text}</p>
        <p className="muted s12">
          {value === null ? `没有设：${usual}` : changed_at === '' ? '建店时写入' : ''}
          {changed_at !== '' && (
            <>
              {changed_by} <When at={changed_at} short />
            </>
          )}{' '}
          <Button type="link" size="small" onClick={onHistory}>
            历史
          </Button>
        </p>
      </header>
      <fieldset disabled={!canChange} className="setting-field">
        <SettingField field={field} path={[key]} usual={usual} />
      </fieldset>
    </section>
  )
}

function GroupForm({ group, version, canChange }: { group: Group; version: number; canChange: boolean }) {
  const [form] = Form.useForm<Typed>()
  const kept = Object.fromEntries(group.list.map(({ key, value }) => [key, value]))
  const [typed, setTyped] = useState<Typed>({})
  // As it was read when the typing began: a later answer must not pass for what was seen.
  const [began, setBegan] = useState<{ version: number; list: readonly SettingWire[] } | null>(null)
  const [history, setHistory] = useState<SettingWire | null>(null)
  const list = began?.list ?? group.list
  const changed = changedSettings(list, typed)
  const settle = (): void => {
    setTyped({})
    setBegan(null)
  }
  const save = useDeed(calls.settingSave, {
    done: '已保存，随即生效',
    form,
    outdates: [calls.settings, calls.opening],
    onDone: settle,
    onSubmitted: () => drop(),
  })
  const reason = useReason(save.problem)
  const drop = (): void => {
    settle()
    save.dismiss()
    form.setFieldsValue(kept)
    form.setFields(group.list.map(({ key }) => ({ name: key, errors: [] })))
  }
  const ask = (): void => {
    if (changed.length === 0) return
    reason.ask({
      title: `保存 ${changed.length} 项设置`,
      what: `${changed.map(({ title }) => title).join('、')}：随即对全部买家和员工生效。`,
      ok: '保存',
      usual: ['开业准备', '资料变更', '规则调整'],
      // What is wrong stands at its field, under the dialog: it closes, and nothing typed is lost.
      run: async (text) => {
        await save.run({
          body: {
            changes: changed.map(({ key }) => ({ key, value: sentValue(typed[key]) })),
            reason: text,
            version: began?.version ?? version,
          },
        })
        return true
      },
    })
  }
  useKeys([{ key: 'Ctrl+S', what: '保存设置', run: ask, when: canChange && changed.length > 0 }])
  const titles = Object.fromEntries(list.map(({ key, title }) => [key, title]))
  return (
    <>
      <MeanwhileNotice
        of={save}
        mine={Object.fromEntries(changed.map(({ key }) => [key, '您填写的']))}
        names={titles}
        onTakeTheirs={drop}
      />
      <div className="record-body settings">
        <p className="muted">{group.text}</p>
        <Form<Typed>
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={kept}
          onValuesChange={(now: unknown, all) => {
            // What was wrong at a field is not said of what is typed there now.
            form.setFields(
              form
                .getFieldsError()
                .filter(({ name, errors }) => errors.length > 0 && within(now, name))
                .map(({ name }) => ({ name: name as never, errors: [] })),
            )
            setBegan((before) => before ?? { version, list: group.list })
            setTyped(all)
          }}
        >
          {group.list.map((setting) => (
            <One
              key={setting.key}
              setting={setting}
              changed={changed.some(({ key }) => key === setting.key)}
              canChange={canChange}
              onHistory={() => setHistory(setting)}
            />
          ))}
        </Form>
      </div>
      {changed.length > 0 && (
        <footer className="bar bar-warn">
          <b>{changed.length} 项未保存</b>
          <span className="grow ell">{changed.map(({ title }) => title).join('、')}</span>
          {save.problem && <span className="bad">{save.problem}</span>}
          <Button size="small" onClick={drop}>
            放弃
          </Button>
          <Button size="small" type="primary" loading={save.isBusy} onClick={ask}>
            保存 <Kbd of="Ctrl+S" />
          </Button>
        </footer>
      )}
      {reason.dialog}
      {history && <SettingHistory of={history.key} title={history.title} onClose={() => setHistory(null)} />}
    </>
  )
}

export default function SettingsPage() {
  const canChange = useMay()('settings.change')
  const [params, setParams] = useSearchParams()
  const answer = useAsk(calls.settings, {})
  return (
    <Loaded of={answer}>
      {({ groups, version }) => {
        const open = groups.find(({ key }) => key === params.get('tab')) ?? groups[0]
        return (
          <div className="record">
            <nav className="bar bar-tabs" aria-label="设置的各组">
              <div className="views tabs">
                {groups.map(({ key, title, list }) => (
                  <button
                    key={key}
                    type="button"
                    className={key === open?.key ? 'is-on' : ''}
                    aria-pressed={key === open?.key}
                    onClick={() => setParams({ tab: key }, { replace: true })}
                  >
                    {title} <small>{list.length}</small>
                  </button>
                ))}
              </div>
            </nav>
            {open && <GroupForm key={open.key} group={open} version={version} canChange={canChange} />}
          </div>
        )
      }}
    </Loaded>
  )
}
