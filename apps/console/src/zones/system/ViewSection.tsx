import { Alert, Button, Form, Select } from 'antd'
import { useState } from 'react'
import type { StaffPersonWire, StaffViewWire } from '#contract/staff-people.ts'
import { useAsk } from '../../api/ask.ts'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((one) => b.includes(one))

/** What of his roles' view a person keeps; nothing chosen: all of it. */
export function ViewSection({ person }: { person: StaffPersonWire }) {
  const choices = useAsk(calls.viewChoices, {})
  const [base, setBase] = useState(person)
  const [view, setView] = useState<StaffViewWire>(person.view)
  const take = (newer: StaffPersonWire): void => {
    setBase(newer)
    setView(newer.view)
  }
  const deed = useDeed(calls.personView, { done: '查看范围已变更，随即生效', outdates: [calls.people], onDone: take })
  const reason = useReason(deed.problem)
  const isChanged =
    !same(view.warehouses, base.view.warehouses) || !same(view.provinces, base.view.provinces) || !same(view.managers, base.view.managers)
  if (!isChanged && base.version !== person.version) take(person)
  const warehouses = choices.data?.warehouses ?? []
  const inWords = (said: StaffViewWire): string =>
    [
      said.warehouses.length > 0 && `仓库 ${said.warehouses.map((id) => warehouses.find((one) => one.id === id)?.name ?? id).join('、')}`,
      said.provinces.length > 0 && `地区 ${said.provinces.join('、')}`,
      said.managers.length > 0 && `客户经理 ${said.managers.join('、')}`,
    ]
      .filter(Boolean)
      .join('；') || '不限'
  const ask = () =>
    reason.ask({
      title: '变更查看范围',
      what: (
        <>
          {person.name}：<s>{inWords(base.view)}</s> → <b>{inWords(view)}</b>
        </>
      ),
      ok: '变更范围',
      run: async (text) => (await deed.run({ params: { id: person.id }, body: { view, reason: text, version: base.version } })) || true,
    })
  const textOptions = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
  return (
    <Section title="查看范围" note="不选为不限">
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <MeanwhileNotice of={deed} mine={{ view: inWords(view) }} names={{ view: '查看范围' }} onTakeTheirs={() => take(person)} />
      <div className={isChanged ? 'dirty' : ''}>
        <Form layout="vertical" component={false}>
          <Form.Item label="仓库">
            <Select
              mode="multiple"
              aria-label="仓库"
              placeholder="全部仓库"
              value={view.warehouses}
              onChange={(chosen) => setView({ ...view, warehouses: chosen })}
              options={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          <Form.Item label="地区">
            <Select
              mode="multiple"
              aria-label="地区"
              placeholder="全部地区"
              value={view.provinces}
              onChange={(chosen) => setView({ ...view, provinces: chosen })}
              options={textOptions(choices.data?.provinces ?? [])}
            />
          </Form.Item>
          <Form.Item label="客户（按客户经理）">
            <Select
              mode="multiple"
              aria-label="客户经理"
              placeholder="全部客户"
              value={view.managers}
              onChange={(chosen) => setView({ ...view, managers: chosen })}
              options={textOptions(choices.data?.managers ?? [])}
            />
          </Form.Item>
        </Form>
      </div>
      {isChanged && (
        <div className="row">
          <Button size="small" onClick={() => setView(base.view)}>
            放弃
          </Button>
          <Button size="small" type="primary" onClick={ask}>
            变更范围…
          </Button>
        </div>
      )}
      {reason.dialog}
    </Section>
  )
}
