import { Alert, Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { AvailabilityWire } from '#contract/availability.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Section } from '../../parts/Section.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { bodyOf, draftOf, linesOf, NEW_RULE, type RuleDraft, saidOf, withEntry, withoutEntry } from './availability-draft.ts'
import { calls } from './calls.ts'
import { EntryAdd } from './EntryAdd.tsx'
import './goods.css'

const NAMES = { name: '名称', controlled: '控销', entries: '卖给' }
const OUTDATES = [calls.availabilities, calls.availability, calls.choices, calls.why]

function RuleHead({ draft, onChange, disabled }: { draft: RuleDraft; onChange: (draft: RuleDraft) => void; disabled: boolean }) {
  return (
    <Form layout="vertical" className="rule-head" disabled={disabled}>
      <Form.Item label="名称" extra="商品资料里按它选择">
        <Input
          aria-label="名称"
          maxLength={60}
          value={draft.name}
          placeholder="如：控销：授权药店"
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
      </Form.Item>
      <Form.Item
        label="种类"
        extra={draft.controlled === 1 ? '名单以外的客户看不到价格，被告知“未获授权”' : '范围以外的客户被告知“不在您所在的地区销售”'}
      >
        <Radio.Group
          value={draft.controlled}
          options={[
            { value: 1, label: '控销：只卖给授权的客户' },
            { value: 0, label: '区域：只卖给这些地区或类型' },
          ]}
          onChange={({ target }) => onChange({ ...draft, controlled: target.value as 0 | 1 })}
        />
      </Form.Item>
    </Form>
  )
}

function EntryRows({ draft, onChange, can }: { draft: RuleDraft; onChange: (draft: RuleDraft) => void; can: boolean }) {
  if (draft.entries.length === 0) return <p className="bad">还没有任何客户：这样保存，用它的商品谁也买不到。</p>
  return (
    <ul className="rule-entries" aria-label="卖给">
      {draft.entries.map((entry) => (
        <li key={JSON.stringify(entry)}>
          <span className="grow">{entry.text}</span>
          {can && (
            <Button size="small" type="text" aria-label={`移除${entry.text}`} onClick={() => onChange(withoutEntry(draft, entry))}>
              移除
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface FormProps {
  /** null: one that is still to be made. */
  rule: AvailabilityWire | null
  /** The rule as it stands now. */
  readAgain?: () => Promise<AvailabilityWire | undefined>
}

function RuleForm({ rule, readAgain }: FormProps) {
  const may = useMay()
  const navigate = useNavigate()
  const can = may('availability.change')
  const stands = rule === null ? NEW_RULE : draftOf(rule)
  const [draft, setDraft] = useState(stands)
  const [version, setVersion] = useState(rule?.version ?? 0)
  const [pasted, setPasted] = useState('')
  const take = (saved: AvailabilityWire): void => {
    setDraft(draftOf(saved))
    setVersion(saved.version)
    setPasted('')
  }
  const add = useDeed(calls.availabilityAdd, {
    done: '可售范围已建立，在商品资料里选用',
    outdates: OUTDATES,
    onDone: ({ id }) => void navigate(`/goods/availability/${id}`, { replace: true }),
  })
  const save = useDeed(calls.availabilitySave, { done: '可售范围已保存，客户随即按它购买', outdates: OUTDATES, onDone: take })
  const remove = useDeed(calls.availabilityRemove, {
    done: '可售范围已删除',
    outdates: OUTDATES,
    onDone: () => void navigate('/goods/availability', { replace: true }),
  })
  const reason = useReason(remove.problem)
  const deed = rule === null ? add : save
  const isChanged = pasted.trim() !== '' || JSON.stringify(draft) !== JSON.stringify(stands)
  const send = (): void => {
    if (rule === null) void add.run({ body: bodyOf(draft, pasted) })
    else void save.run({ params: { id: rule.id }, body: { ...bodyOf(draft, pasted), version } })
  }
  useKeys([{ key: 'Ctrl+S', what: '保存可售范围', run: send, when: can && isChanged }])
  const lines = linesOf(pasted).length
  return (
    <div className="record">
      <InHead>
        <h1 className="ell">{rule?.name ?? '新建可售范围'}</h1>
        {rule !== null && (
          <Link className="link s12" to={`/goods/list?availability=${rule.id}`}>
            {rule.goods} 种商品，在售 {rule.on_shelf} 种
          </Link>
        )}
      </InHead>
      <div className="record-body">
        <MeanwhileNotice
          of={save}
          names={NAMES}
          mine={saidOf(draft)}
          onTakeTheirs={() => void readAgain?.().then((now) => now && take(now))}
        />
        {deed.problem && (
          <Alert type="error" showIcon className="trouble" title={deed.faults.map(({ message }) => message).join('；') || deed.problem} />
        )}
        <Section title="可售范围">
          <RuleHead draft={draft} onChange={setDraft} disabled={!can} />
        </Section>
        <Section
          title="卖给"
          note={`${draft.entries.length} 项，符合一项就能买`}
          action={rule !== null && <ExportButton kind="availability_entries" query={{ rule: rule.id }} />}
        >
          <EntryRows draft={draft} onChange={setDraft} can={can} />
          {can && <EntryAdd onAdd={(entry) => setDraft(withEntry(draft, entry))} />}
        </Section>
        {can && (
          <Section title="从表格加入客户" note="把 Excel 里客户编码或全名的一列粘贴进来，一行一家">
            <Input.TextArea
              aria-label="粘贴客户"
              rows={4}
              value={pasted}
              placeholder={'KH0001\nKH0002'}
              onChange={({ target }) => setPasted(target.value)}
            />
            {lines > 0 && <p className="muted s12">{lines} 家，保存时核对；有一家认不出就都不加。</p>}
          </Section>
        )}
        {reason.dialog}
      </div>
      {can && (
        <footer className="foot">
          {rule !== null && (
            <Button
              danger
              onClick={() =>
                reason.ask({
                  title: `删除“${rule.name}”`,
                  what: '没有商品用着它才能删除。',
                  ok: '删除',
                  danger: true,
                  run: (text) => remove.run({ params: { id: rule.id }, body: { reason: text } }),
                })
              }
            >
              删除…
            </Button>
          )}
          <span className="grow" />
          <Button type="primary" disabled={!isChanged} loading={deed.isBusy} onClick={send}>
            {rule === null ? '建立' : isChanged ? '保存' : '没有改动'} {isChanged && <Kbd of="Ctrl+S" />}
          </Button>
        </footer>
      )}
    </div>
  )
}

function Known({ id }: { id: number }) {
  const answer = useAsk(calls.availability, { params: { id } })
  const readAgain = async () => (await answer.refetch()).data
  return <Loaded of={answer}>{(rule) => <RuleForm key={rule.id} rule={rule} readAgain={readAgain} />}</Loaded>
}

export default function AvailabilityRecord() {
  const { id = '' } = useParams()
  return id === 'new' ? <RuleForm rule={null} /> : <Known id={Number(id)} />
}
