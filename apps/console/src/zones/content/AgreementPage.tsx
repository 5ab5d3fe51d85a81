import { Alert, Button, Checkbox, DatePicker, Form, Input } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { AgreementDraftWire, StaffAgreementWire } from '#contract/agreements.ts'
import { beijingMinute } from '#domain/dates.ts'
import { approvals } from '../../api/approvals.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { MomentField } from '../../parts/MomentField.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { AgreementVersions } from './AgreementVersions.tsx'
import { BodyField } from './BodyField.tsx'
import { calls } from './calls.ts'
import { Preview } from './Preview.tsx'
import './content.css'

type Fields = Omit<AgreementDraftWire, 'at_registration' | 'demanded'> & { at_registration: boolean; demanded: boolean }

const NAMES = {
  body: '正文',
  changes: '改了什么',
  planned_at: '生效时间',
  at_registration: '注册时同意',
  demanded: '要求现有企业同意',
  blocks_on: '未同意不能下单',
}
const fieldsOf = ({ draft }: StaffAgreementWire): Fields => ({
  ...draft,
  at_registration: draft.at_registration === 1,
  demanded: draft.demanded === 1,
})
const bodyOf = ({ at_registration: register, demanded, blocks_on: day, ...rest }: Fields): AgreementDraftWire => ({
  ...rest,
  at_registration: register ? 1 : 0,
  demanded: demanded ? 1 : 0,
  blocks_on: demanded ? day : '',
})

const yes = (is: boolean): string => (is ? '是' : '否')
/** As the server says what somebody else saved. */
const saidOf = ({ planned_at: at, at_registration: register, demanded, blocks_on: day, body, changes }: Fields) => ({
  body,
  changes,
  planned_at: at === '' ? '批准后就生效' : beijingMinute(new Date(at)),
  at_registration: yes(register),
  demanded: yes(demanded),
  blocks_on: demanded && day !== '' ? day : '不限制下单',
})

function DayField({ value = '', onChange }: { value?: string; onChange?: (day: string) => void }) {
  return (
    <div className="row">
      <DatePicker
        aria-label="从哪天起未同意不能下单"
        placeholder="不限制"
        allowClear={false}
        value={value === '' ? null : dayjs(value)}
        onChange={(day) => onChange?.(day === null ? '' : day.format('YYYY-MM-DD'))}
      />
      {value !== '' && (
        <Button size="small" onClick={() => onChange?.('')}>
          不限制
        </Button>
      )}
    </div>
  )
}

/** What this version demands, and from when on. */
function Terms({ isFirst, demanded, disabled }: { isFirst: boolean; demanded: boolean; disabled: boolean }) {
  return (
    <>
      <Form.Item name="changes" label="这一版改了什么（买家会看到）" hidden={isFirst}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
      </Form.Item>
      <div className="row article-facts">
        <Form.Item name="planned_at" label="生效时间">
          <MomentField label="生效时间" value="" onChange={() => undefined} mayBeOpen="批准后就生效" disabled={disabled} />
        </Form.Item>
        <Form.Item name="blocks_on" label="从哪天起未同意不能下单" hidden={!demanded}>
          <DayField />
        </Form.Item>
      </div>
      <div className="row article-facts">
        <Form.Item name="at_registration" valuePropName="checked">
          <Checkbox>注册时要同意</Checkbox>
        </Form.Item>
        <Form.Item name="demanded" valuePropName="checked">
          <Checkbox>要求现有企业同意</Checkbox>
        </Form.Item>
      </div>
    </>
  )
}

function Editor({ agreement }: { agreement: StaffAgreementWire }) {
  const may = useMay()
  const [form] = Form.useForm<Fields>()
  const kept = fieldsOf(agreement)
  const [typed, setTyped] = useState<Fields>(kept)
  // The state that the typing began with, whatever is read meanwhile.
  const [began, setBegan] = useState<number | null>(null)
  const [showsVersions, setShowsVersions] = useState(agreement.version === 0 && agreement.versions.length > 0)
  const { id, title, version, draft_number: number, request, blanks, url } = agreement
  const isOpen = may('articles.change') && request === null
  const isDirty = JSON.stringify(typed) !== JSON.stringify(kept)
  const outdates = [calls.agreements, calls.agreement, calls.agreementCompanies]
  const settle = (next: StaffAgreementWire): void => {
    const fields = fieldsOf(next)
    // With what was said of them before.
    form.setFields(Object.entries(fields).map(([name, value]) => ({ name: name as keyof Fields, value, errors: [] })))
    setTyped(fields)
    setBegan(null)
  }
  const save = useDeed(calls.agreementSave, { done: '草稿已保存', outdates, form, onDone: settle })
  const publish = useDeed(calls.agreementPublish, { done: '已批准生效', outdates, onDone: settle })
  const withdraw = useDeed(calls.agreementWithdraw, { done: '已撤回，这一版不会生效', outdates, onDone: settle })
  const takeBack = useDeed(approvals.decide, { done: '已撤回送审，可以修改', outdates: [approvals.list, ...outdates] })
  const reason = useReason(withdraw.problem)
  const word = useSecondPerson('agreement.publish')('发布') === '发布' ? '发布' : '送审'
  const saveNow = (): Promise<boolean> => save.run({ params: { id }, body: { ...bodyOf(typed), version: began ?? version } })
  const canSend = isOpen && !isDirty && version > 0 && blanks.length === 0
  const send = (): void => void publish.run({ params: { id }, body: { version } })
  useKeys([
    { key: 'Ctrl+S', what: '保存草稿', run: () => void saveNow(), when: isOpen && isDirty },
    { key: 'Ctrl+Enter', what: word, run: send, when: canSend },
    { key: 'H', what: '各版本', run: () => setShowsVersions(true), when: agreement.versions.length > 0 },
  ])
  const drop = (): void => {
    save.dismiss()
    form.setFieldsValue(kept)
    setTyped(kept)
    setBegan(null)
  }
  return (
    <div className="record">
      <InHead>
        <h1 className="ell">{title}</h1>
        <span className="muted s12">
          {agreement.number === null || agreement.in_force_at === null ? (
            '没有生效的版本'
          ) : (
            <>
              第 {agreement.number} 版生效中，
              <When at={agreement.in_force_at} /> 起，{agreement.accepted} 家已同意
            </>
          )}
        </span>
      </InHead>
      <div className="bar">
        <b>{version === 0 ? `起草第 ${number} 版` : `第 ${number} 版草稿`}</b>
        {agreement.saved_at && (
          <span className="muted s12">
            {agreement.saved_by} <When at={agreement.saved_at} /> 保存
          </span>
        )}
        {blanks.length > 0 && (
          <span className="w">
            还有 {blanks.length} 处空白：{blanks.slice(0, 3).join('、')}
          </span>
        )}
        <span className="grow" />
        {agreement.number !== null && (
          <a className="link" href={url} target="_blank" rel="noreferrer">
            看页面
          </a>
        )}
        {may('companies.view') && (
          <Link className="link" to={`/content/agreement_companies?agreement=${id}`}>
            谁同意了
          </Link>
        )}
        {agreement.versions.length > 0 && (
          <Button size="small" onClick={() => setShowsVersions(true)}>
            各版本 <Kbd of="H" />
          </Button>
        )}
        {may('articles.change') && (
          <>
            <Button size="small" disabled={!isOpen || !isDirty} loading={save.isBusy} onClick={() => void saveNow()}>
              保存草稿 <Kbd of="Ctrl+S" />
            </Button>
            <Button size="small" type="primary" disabled={!canSend} loading={publish.isBusy} onClick={send}>
              {word} <Kbd of="Ctrl+Enter" />
            </Button>
          </>
        )}
      </div>
      {request && (
        <Alert
          banner
          type="info"
          title={`${request.asked_by} 已送审，由另一人批准；等待期间不能修改`}
          action={
            request.mine === 1 && (
              <Button size="small" onClick={() => void takeBack.run({ params: { id: request.id, command: 'withdraw' }, body: {} })}>
                撤回送审
              </Button>
            )
          }
        />
      )}
      <MeanwhileNotice of={save} mine={saidOf(typed)} names={NAMES} onTakeTheirs={drop} />
      {[save, publish].map(({ problem }) => problem && <Alert key={problem} type="error" showIcon className="trouble" title={problem} />)}
      <div className="article-sides">
        <Form<Fields>
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={!isOpen}
          initialValues={kept}
          onValuesChange={(_, all) => {
            setBegan((now) => now ?? version)
            setTyped({ ...kept, ...all, planned_at: all.planned_at ?? '' })
          }}
        >
          <Terms isFirst={number === 1} demanded={typed.demanded} disabled={!isOpen} />
          <Form.Item name="body" label="正文">
            <BodyField disabled={!isOpen} />
          </Form.Item>
        </Form>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
        <div className="article-preview" tabIndex={0}>
          <Preview title={title} summary="" body={typed.body} />
        </div>
      </div>
      {showsVersions && (
        <AgreementVersions
          versions={agreement.versions}
          onClose={() => setShowsVersions(false)}
          onWithdraw={
            may('articles.publish')
              ? (one) =>
                  reason.ask({
                    title: `撤回《${title}》第 ${one.number} 版`,
                    what: '这一版还没有生效，撤回后不会生效；生效中的版本不变。',
                    ok: '撤回',
                    danger: true,
                    run: (text) => withdraw.run({ params: { id }, body: { number: one.number, reason: text } }),
                  })
              : null
          }
        />
      )}
      {reason.dialog}
    </div>
  )
}

export default function AgreementPage() {
  const { id = '' } = useParams()
  return (
    <Loaded of={useAsk(calls.agreement, { params: { id: Number(id) } })}>
      {(agreement) => <Editor key={agreement.id} agreement={agreement} />}
    </Loaded>
  )
}
