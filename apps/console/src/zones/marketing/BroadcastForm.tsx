import { Alert, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { BroadcastDraftWire } from '#contract/broadcasts.ts'
import { linkProblem } from '#domain/front-links.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { MomentField } from '../../parts/MomentField.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'
import { BroadcastPreview } from './BroadcastPreview.tsx'
import { calls } from './calls.ts'
import { FormRow } from './FormRow.tsx'
import { manyOf } from './many-choices.ts'
import { useSettled } from './useSettled.ts'

interface Props {
  draft: BroadcastDraftWire
  onChange: (draft: BroadcastDraftWire) => void
  disabled: boolean
  isNew: boolean
  /** Chosen before, whether or not they are among those that can be chosen now. */
  names: readonly { id: number; name: string }[]
  /** By its field. */
  faultOf: (field: string) => string
}

const SEGMENTS_MOST = 100
const DRAFT_MOST = 8000
const TEXT_MOST = 300

function Fault({ text }: { text: string }) {
  return text === '' ? null : (
    <p className="bad s12" role="alert">
      {text}
    </p>
  )
}

function AudienceFields({ draft, onChange, disabled, names, faultOf }: Props) {
  const list = useAsk(calls.segments, { query: { per_page: SEGMENTS_MOST } }).data?.list ?? []
  const known = new Map([...names, ...list].map(({ id, name }) => [id, name]))
  return (
    <FormRow title="发给" note={draft.all === 0 && '几项都写的合在一起发，一家只发一次；客群在发送那一刻重新点名'}>
      <Radio.Group
        aria-label="发给"
        disabled={disabled}
        value={draft.all}
        options={[
          { value: 0, label: '客群、指定的企业' },
          { value: 1, label: '全部企业' },
        ]}
        onChange={({ target }) => onChange({ ...draft, all: target.value as number })}
      />
      {draft.all === 0 && (
        <>
          <Select
            {...manyOf(disabled)('客群', 260)}
            showSearch={{ optionFilterProp: 'label' }}
            value={draft.segments}
            options={[...known].map(([value, label]) => ({ value, label }))}
            onChange={(segments: number[]) => onChange({ ...draft, segments })}
          />
          <Fault text={faultOf('segments')} />
          <Input.TextArea
            aria-label="企业编码"
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={6000}
            disabled={disabled}
            value={draft.codes}
            placeholder="粘贴企业编码或统一社会信用代码，一行一个（可不写）"
            onChange={({ target }) => onChange({ ...draft, codes: target.value })}
          />
          <Fault text={faultOf('codes')} />
        </>
      )}
    </FormRow>
  )
}

function TimeField({ draft, onChange, disabled, faultOf }: Props) {
  const [isLater, setLater] = useState(draft.at !== '')
  return (
    <FormRow title="发送">
      <div className="row offer-wrap">
        <Radio.Group
          aria-label="什么时候发"
          disabled={disabled}
          value={isLater}
          options={[
            { value: false, label: '批准后就发' },
            { value: true, label: '到时间再发' },
          ]}
          onChange={({ target }) => {
            setLater(target.value as boolean)
            if (target.value === false) onChange({ ...draft, at: '' })
          }}
        />
        {isLater && <MomentField label="发送时间" disabled={disabled} value={draft.at} onChange={(at) => onChange({ ...draft, at })} />}
      </div>
      <Fault text={faultOf('at')} />
    </FormRow>
  )
}

/** At the left what is written, at the right how it looks and who gets it. */
export function BroadcastForm(props: Props) {
  const { draft, onChange, disabled, isNew, faultOf } = props
  return (
    <div className="offer-sides">
      <form className="offer-form" aria-label="群发消息" onSubmit={(event) => event.preventDefault()}>
        <FormRow title="标题">
          <Input
            aria-label="标题"
            maxLength={40}
            showCount
            disabled={disabled}
            autoFocus={isNew}
            value={draft.title}
            placeholder="元旦放假与发货安排"
            onChange={({ target }) => onChange({ ...draft, title: target.value })}
          />
          <Fault text={faultOf('title')} />
        </FormRow>
        <FormRow title="内容" note={`${draft.text.length} / ${TEXT_MOST} 字`}>
          <Input.TextArea
            aria-label="内容"
            maxLength={TEXT_MOST}
            autoSize={{ minRows: 4, maxRows: 10 }}
            disabled={disabled}
            value={draft.text}
            onChange={({ target }) => onChange({ ...draft, text: target.value })}
          />
          <Fault text={faultOf('text')} />
        </FormRow>
        <FormRow title="链接" note="点标题打开的商城页面，以 / 开头，如 /yx；可不写">
          <Input
            aria-label="链接"
            maxLength={300}
            disabled={disabled}
            value={draft.url}
            placeholder="/yx"
            onChange={({ target }) => onChange({ ...draft, url: target.value })}
          />
          <Fault text={linkProblem(draft.url.trim(), true) ?? ''} />
        </FormRow>
        <AudienceFields {...props} />
        <TimeField {...props} />
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
      <section className="offer-side" aria-label="客户看到的与名单" tabIndex={0}>
        <BroadcastPreview title={draft.title} text={draft.text} url={draft.url} />
        {!disabled && <Look draft={draft} />}
      </section>
    </div>
  )
}

function Look({ draft: { all, segments, codes, at } }: { draft: BroadcastDraftWire }) {
  const draft = useSettled(JSON.stringify({ title: '', text: '', url: '', all, segments, codes, at }))
  const isSomebody = all === 1 || segments.length > 0 || codes.trim() !== ''
  const isAsked = isSomebody && draft.length <= DRAFT_MOST
  const answer = useAsk(calls.broadcastLook, { query: { draft } }, { enabled: isAsked, keepFormer: true })
  if (!isSomebody) return <p className="muted offer-none">选好发给谁，这里就显示多少家、是哪些、什么时候发。</p>
  return (
    <Loaded of={answer}>
      {(look) => (
        <>
          <Section title="什么时候发" note={`免打扰：${look.quiet}`}>
            <p>
              {at === '' && look.is_put_off === 0 ? (
                '批准后就发'
              ) : (
                <>
                  <When at={look.send_at} /> 起发
                </>
              )}
            </p>
            {look.is_put_off === 1 && <Alert type="warning" showIcon title="这个时间在免打扰时段，顺延到时段过去再发。" />}
          </Section>
          <Section title="名单" note={look.text}>
            <p role="status">
              <b className="offer-hit">{numberText(look.companies)}</b> 家
              {look.some.length < look.companies && <span className="muted s12">　先看 {look.some.length} 家</span>}
            </p>
            {look.companies === 0 && <p className="bad">现在没有一家企业符合。</p>}
            {look.often > 0 && (
              <p className="w">
                其中 {numberText(look.often)} 家当天已收满 {look.per_day} 条，不发。
              </p>
            )}
            {look.unknown.length > 0 && <p className="bad">找不到、未通过审核或不在您的查看范围：{look.unknown.join('、')}</p>}
            <Rows
              rows={look.some}
              id={({ id }) => id}
              columns={[
                ['编码', ({ code }) => code],
                ['企业', ({ name, often }) => (often === 1 ? `${name}（已收满）` : name)],
                ['地区', ({ region }) => region],
              ]}
            />
          </Section>
        </>
      )}
    </Loaded>
  )
}
