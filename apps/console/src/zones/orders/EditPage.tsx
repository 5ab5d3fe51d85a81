import { Alert, Button, Input, InputNumber, Radio, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { staffOrderEditForm } from '#contract/order-edit.ts'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { ChangedSince, NotNow } from './desk-parts.tsx'
import { EditPreview } from './EditPreview.tsx'
import { changeOf, type Draft, EMPTY_DRAFT, isChanged, previewQuery, setLeft, setSwap } from './edit-draft.ts'
import './orders.css'
import { numberText } from '../../parts/numbers.ts'

type Form = DataOf<typeof staffOrderEditForm>

function Items({ form, draft, onChange }: { form: Form; draft: Draft; onChange: (draft: Draft) => void }) {
  return (
    <table className="tb">
      <thead>
        <tr>
          <th>商品</th>
          <th>批号</th>
          <th className="num">下单</th>
          <th className="num">改为</th>
          <th className="num">现在应付</th>
        </tr>
      </thead>
      <tbody>
        {form.items.map((item) => {
          const left = Math.min(draft.left[item.id] ?? item.number, item.number)
          return (
            <tr key={item.id} className={left === item.number ? '' : 'dirty'}>
              <td>
                <b>{item.name}</b> {item.tag && <span className="chip chip-info">{item.tag}</span>}{' '}
                <small className="muted">{[item.spec, item.maker].filter(Boolean).join(' · ')}</small>
              </td>
              <td>
                {item.batches.map((piece) =>
                  piece.others.length === 0 ? (
                    <span key={piece.piece_id} className="nowrap">
                      {piece.batch_no} ×{numberText(piece.number)}{' '}
                    </span>
                  ) : (
                    <Select
                      key={piece.piece_id}
                      size="small"
                      aria-label={`${item.name} ${piece.batch_no} 换批号`}
                      style={{ width: 220 }}
                      value={draft.swaps[piece.piece_id]?.batch_id ?? 0}
                      onChange={(batch) => onChange(setSwap(draft, piece.piece_id, batch, piece.number))}
                      options={[
                        { value: 0, label: `${piece.batch_no} ×${numberText(piece.number)}（${piece.expiry_date}）` },
                        ...piece.others
                          .filter((other) => other.available >= piece.number)
                          .map((other) => ({ value: other.batch_id, label: `换 ${other.batch_no}（${other.expiry_date}）` })),
                      ]}
                    />
                  ),
                )}
              </td>
              <td className="num">
                {numberText(item.number)} {item.unit}
              </td>
              <td className="num">
                <InputNumber
                  size="small"
                  aria-label={`${item.name} 改为`}
                  min={0}
                  max={item.number}
                  step={item.step}
                  precision={0}
                  value={left}
                  onChange={(value) => onChange(setLeft(draft, item.id, value, item.number))}
                />
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

function Edit({ form, readAgain }: { form: Form; readAgain: () => void }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const changed = isChanged(draft, form)
  const preview = useAsk(
    calls.editPreview,
    { params: { id: form.id }, query: previewQuery(draft, form) },
    { enabled: changed && form.why === '', keepFormer: true },
  )
  const deed = useDeed(calls.edit, {
    done: '订单已修改，客户已收到消息',
    outdates: [calls.one, calls.list, calls.counts, calls.editForm, calls.editPreview],
    onDone: () => void navigate(`/orders/${form.id}`),
  })
  const shown = changed && !preview.isError && !preview.isPlaceholderData ? preview.data : undefined
  const missing = !changed ? '还没有改动' : draft.reason.trim().length < 2 ? '请写明原因' : shown === undefined ? '正在试算' : ''
  const save = (): void => {
    if (missing !== '' || shown === undefined || deed.isBusy) return
    const body = { ...changeOf(draft, form), stamp: shown.stamp, reason: draft.reason.trim() }
    void deed.run({ params: { id: form.id }, body })
  }
  useKeys([
    { key: 'Ctrl+Enter', what: '确认修改', run: save },
    { key: 'Esc', what: '回到订单', run: () => void navigate(`/orders/${form.id}`) },
  ])
  const head = (
    <InHead>
      <h1 className="ell">改单 {form.no}</h1>
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
          <Items form={form} draft={draft} onChange={setDraft} />
          <Section title="谁的原因">
            <Radio.Group
              size="small"
              optionType="button"
              value={draft.cause}
              onChange={({ target }) => setDraft({ ...draft, cause: target.value })}
              options={[
                { value: 'buyer', label: '客户要求' },
                { value: 'shop', label: '我方原因（赠品、包邮照旧）' },
              ]}
            />
            <Input
              aria-label="原因"
              placeholder="原因（客户看得到）"
              maxLength={200}
              value={draft.reason}
              onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
            />
          </Section>
          <Section title="收货与备注" note="只能送到该企业审核过的地址">
            <Select
              aria-label="收货地址"
              style={{ width: '100%' }}
              value={draft.addressId || form.address_id || null}
              placeholder={form.receiver}
              onChange={(addressId) =>
                setDraft({ ...draft, addressId: addressId === null || addressId === form.address_id ? 0 : addressId })
              }
              options={form.addresses.map((one) => ({
                value: one.id,
                label: one.open ? one.text : `${one.text}（${one.why}）`,
                disabled: !one.open,
              }))}
            />
            <Input
              aria-label="客户备注"
              placeholder="客户备注"
              maxLength={200}
              value={draft.remark ?? form.remark}
              onChange={({ target }) => setDraft({ ...draft, remark: target.value })}
            />
          </Section>
        </div>
        <aside>
          {preview.isError && changed && <Alert type="error" title={preview.error.message} />}
          {shown ? (
            <EditPreview preview={shown} />
          ) : (
            <p className="sec muted">{changed ? '正在试算…' : '改少数量、换批号或地址，这里先看每一元。'}</p>
          )}
          <div className="row sec">
            <Button type="primary" loading={deed.isBusy} disabled={missing !== ''} onClick={save}>
              {missing || `确认修改，退 ¥${shown?.back_total ?? ''}`} <Kbd of="Ctrl+Enter" />
            </Button>
            <Button onClick={() => void navigate(`/orders/${form.id}`)}>不改了</Button>
          </div>
        </aside>
      </div>
    </div>
  )
}

export default function OrderEditPage() {
  const id = Number(useParams().id)
  const form = useAsk(calls.editForm, { params: { id } })
  return <Loaded of={form}>{(data) => <Edit form={data} readAgain={() => void form.refetch()} />}</Loaded>
}
