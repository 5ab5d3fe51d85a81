import { Alert, Button, Checkbox, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { SplitItemWire, staffOrderSplitForm } from '#contract/order-split.ts'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { SplitPreview } from '../../parts/SplitPreview.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { ChangedSince, NotNow } from './desk-parts.tsx'
import { asPairs, type Moved, movedLines, setMoved } from './split-draft.ts'
import './orders.css'
import { numberText } from '../../parts/numbers.ts'

type Form = DataOf<typeof staffOrderSplitForm>
const STAGE = 'desk'

function Goes({ item, goes, onChange }: { item: SplitItemWire; goes: number; onChange: (value: number | null) => void }) {
  if (item.whole === 1)
    return (
      <Checkbox checked={goes > 0} onChange={({ target }) => onChange(target.checked ? item.number : 0)}>
        整行拆出
      </Checkbox>
    )
  return (
    <InputNumber
      size="small"
      aria-label={`${item.name} 拆出`}
      min={0}
      max={item.number}
      step={item.step}
      precision={0}
      value={goes}
      onChange={onChange}
    />
  )
}

function Items({ form, moved, onChange }: { form: Form; moved: Moved; onChange: (moved: Moved) => void }) {
  return (
    <table className="tb">
      <thead>
        <tr>
          <th>商品</th>
          <th>批号</th>
          <th className="num">下单</th>
          <th className="num">拆出</th>
          <th className="num">留下</th>
          <th className="num">应付</th>
        </tr>
      </thead>
      <tbody>
        {form.items.map((item) => {
          const goes = Math.min(moved[item.id] ?? 0, item.number)
          return (
            <tr key={item.id} className={goes === 0 ? '' : 'dirty'}>
              <td>
                <b>{item.name}</b> {item.tag && <span className="chip chip-info">{item.tag}</span>}{' '}
                <small className="muted">{[item.spec, item.maker].filter(Boolean).join(' · ')}</small>
              </td>
              <td>{item.batches.map((piece) => `${piece.batch_no} ×${numberText(piece.number)}`).join('、')}</td>
              <td className="num">
                {numberText(item.number)} {item.unit}
              </td>
              <td className="num">
                <Goes item={item} goes={goes} onChange={(value) => onChange(setMoved(moved, item, value))} />
              </td>
              <td className="num">
                {item.number - goes} {item.unit}
              </td>
              <td className="num">
                <Money yuan={item.paid} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Split({ form, readAgain }: { form: Form; readAgain: () => void }) {
  const navigate = useNavigate()
  const [moved, setAll] = useState<Moved>({})
  const [reason, setReason] = useState('')
  const params = { id: form.id, stage: STAGE } as const
  const lines = movedLines(moved, form.items)
  const isChosen = lines.length > 0
  const preview = useAsk(
    calls.splitPreview,
    { params, query: { version: form.version, lines: asPairs(lines) } },
    { enabled: isChosen && form.why === '', keepFormer: true },
  )
  const deed = useDeed(calls.split, {
    done: ({ no }) => `已拆出订单 ${no}，客户已收到消息`,
    outdates: [calls.one, calls.list, calls.counts, calls.splitForm, calls.splitPreview],
    onDone: () => void navigate(`/orders/${form.id}`),
  })
  const shown = isChosen && !preview.isError && !preview.isPlaceholderData ? preview.data : undefined
  const missing = !isChosen ? '还没有选择拆出的商品' : reason.trim().length < 2 ? '请写明原因' : shown === undefined ? '正在试算' : ''
  const save = (): void => {
    if (missing !== '' || shown === undefined || deed.isBusy) return
    void deed.run({ params, body: { version: form.version, stamp: shown.stamp, reason: reason.trim(), lines } })
  }
  const back = (): void => void navigate(`/orders/${form.id}`)
  useKeys([
    { key: 'Ctrl+Enter', what: '确认拆单', run: save },
    { key: 'Esc', what: '回到订单', run: back },
  ])
  const head = (
    <InHead>
      <h1 className="ell">拆单 {form.no}</h1>
      <span className="muted">{form.company}</span>
    </InHead>
  )
  if (form.why !== '')
    return (
      <>
        {head}
        <NotNow id={form.id} why={form.why} />
      </>
    )
  return (
    <div className="record">
      {head}
      {deed.meanwhile && (
        <ChangedSince
          meanwhile={deed.meanwhile}
          onAgain={() => {
            deed.dismiss()
            readAgain()
          }}
        />
      )}
      <div className="record-body desk-two">
        <div>
          <Items form={form} moved={moved} onChange={setAll} />
          <Section title="拆单的原因" note="客户看得到">
            <Input
              aria-label="原因"
              placeholder="客户要求分两次送、其中一种到货晚…"
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Section>
        </div>
        <aside>
          {preview.isError && isChosen && <Alert type="error" title={preview.error.message} />}
          {shown ? (
            <SplitPreview preview={shown} />
          ) : (
            <p className="sec muted">{isChosen ? '正在试算…' : '填写拆出的数量，这里先看两张订单的每一元。不收款，不退款。'}</p>
          )}
          <div className="row sec">
            <Button type="primary" loading={deed.isBusy} disabled={missing !== ''} onClick={save}>
              {missing || '确认拆单'} <Kbd of="Ctrl+Enter" />
            </Button>
            <Button onClick={back}>不拆了</Button>
          </div>
        </aside>
      </div>
    </div>
  )
}

export default function OrderSplitPage() {
  const id = Number(useParams().id)
  const form = useAsk(calls.splitForm, { params: { id, stage: STAGE } })
  return <Loaded of={form}>{(data) => <Split form={data} readAgain={() => void form.refetch()} />}</Loaded>
}
