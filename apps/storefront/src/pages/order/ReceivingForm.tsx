import { useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ReceivingFormWire } from '#contract/receiving.ts'
import { useApi } from '../../api/context.tsx'
import { receivingApi } from '../../api/receiving-calls.ts'
import { useQueryClient } from '../../api/useQuery.ts'
import { Block } from '../../parts/Block.tsx'
import { Button } from '../../parts/Button.tsx'
import columns from '../../parts/columns.module.css'
import { FORM_HANDLES, type Problems, useSubmit } from '../../parts/credentials/form.ts'
import { Field } from '../../parts/Field.tsx'
import { FileUpload, type UploadedFile } from '../../parts/FileUpload.tsx'
import { TextArea } from '../../parts/TextArea.tsx'
import { toast } from '../../parts/Toast.tsx'
import { paths } from '../../paths.ts'
import { AccountShell } from '../account/AccountShell.tsx'
import { useSendKey } from '../quick/useSendKey.ts'
import { CountTable } from './CountTable.tsx'
import { countedOf, type Draft, KINDS, linesOf, photosWanted, sumsOf } from './count.ts'
import css from './receiving.module.css'
import { beijingTime } from './times.ts'

const PHOTOS = [
  ['damaged', 'damaged_files', '破损照片', '请拍清外箱、批号和破损处'],
  ['wrong', 'wrong_files', '错货照片', '请拍清收到的品名与批号'],
  ['quality', 'quality_files', '拒收照片', '温度异常请拍下温度记录仪'],
] as const
type PhotoField = (typeof PHOTOS)[number][1]
const WORDS = ['received_by', 'inspected_by', 'arrived_on', 'temperature', 'remark'] as const
type Word = (typeof WORDS)[number]
const PHOTOS_MAX = 9

export function ReceivingForm({ form }: { form: ReceivingFormWire }) {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const box = useRef<HTMLFormElement>(null)
  const keyOf = useSendKey()
  const [draft, setDraft] = useState<Draft>({})
  const [words, setWords] = useState<Record<Word, string>>({
    received_by: form.person,
    inspected_by: form.person,
    arrived_on: form.today,
    temperature: '',
    remark: '',
  })
  const [photos, setPhotos] = useState<Record<PhotoField, UploadedFile[]>>({ damaged_files: [], wrong_files: [], quality_files: [] })
  const [uploading, setUploading] = useState(false)
  const [sendBack, setSendBack] = useState(true)
  const fields = [
    ...form.lines.flatMap((_line, at) => ['accepted', ...KINDS.map(([kind]) => kind), 'note'].map((name) => `lines.${at}.${name}`)),
    'lines',
    ...PHOTOS.map(([, field]) => field),
    ...WORDS,
  ]
  const { problems, busy, submit, mend } = useSubmit({ form: box, fields, otherwise: 'lines' })
  const wanted = photosWanted(form.lines, draft)
  const sums = sumsOf(form.lines, draft)

  /** Lines that have nothing to count are not sent: what the server says of a line is of those that are. */
  const due = form.lines.filter((line) => line.due > 0)
  const check = (): Problems => {
    const found: Record<string, string> = {}
    for (const [at, line] of due.entries()) {
      const counted = countedOf(draft, line)
      if (counted.refused > 0 && counted.refusedFor === 'other' && counted.note.trim() === '')
        found[`lines.${at}.note`] = '请写明拒收的原因'
    }
    for (const [kind, field] of PHOTOS) if (wanted[kind] && photos[field].length === 0) found[field] = '请至少上传一张照片'
    if (uploading) found.lines = '照片还在上传，请稍候'
    if (words.received_by.trim().length < 2) found.received_by = '请填写收货人姓名'
    if (words.inspected_by.trim().length < 2) found.inspected_by = '请填写验收员姓名'
    if (words.arrived_on === '') found.arrived_on = '请填写到货日期'
    if (form.cold_chain === 1 && words.temperature === '') found.temperature = '冷链商品请填写到货时的温度'
    else if (words.temperature !== '' && !/^-?\d{1,2}(\.\d)?$/.test(words.temperature)) found.temperature = '请填写温度，如 5.2'
    return found
  }
  const send = async (): Promise<void> => {
    const said = {
      ...words,
      lines: linesOf(form.lines, draft),
      send_back: sendBack ? 1 : 0,
      ...Object.fromEntries(PHOTOS.filter(([kind]) => wanted[kind]).map(([, field]) => [field, photos[field].map((photo) => photo.id)])),
    }
    const { message } = await client.ask(receivingApi.submit, {
      params: { id: form.order_id },
      body: { ...said, key: keyOf(said) },
      handles: FORM_HANDLES,
    })
    toast({ text: message, tone: 'success' })
    void queries.invalidateQueries({ queryKey: ['user'] })
    await revalidate()
  }
  const word = (name: Word, label: string, more: { hint?: string; type?: string; max?: number } = {}) => (
    <Field
      label={label}
      name={name}
      type={more.type ?? 'text'}
      hint={more.hint}
      maxLength={more.max ?? 20}
      autoComplete="off"
      value={words[name]}
      error={problems[name]}
      onChange={({ target }) => setWords((old) => ({ ...old, [name]: target.value }))}
    />
  )

  return (
    <AccountShell title="收货登记">
      <form
        ref={box}
        className={columns.grid}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(check, send)
        }}
      >
        <div className={columns.column}>
          <Block
            title="逐批核对"
            head={
              <p className="muted">
                订单{' '}
                <Link className="link" to={paths.order(form.order_id)}>
                  {form.order_no}
                </Link>
              </p>
            }
          >
            {form.shipped_at && (
              <p className={css.note}>
                {beijingTime(form.shipped_at)} 由{form.carrier}发出，运单 {form.waybill}
                。请对照随货同行单逐批核对品名、批号和数量，没有差异的不用填写。
              </p>
            )}
            <CountTable lines={form.lines} due={due} draft={draft} problems={problems} onChange={setDraft} onMend={mend} />
          </Block>
          {(wanted.damaged || wanted.wrong || wanted.quality) && (
            <Block title="差异照片">
              {PHOTOS.filter(([kind]) => wanted[kind]).map(([, field, label, hint]) => (
                <FileUpload
                  key={field}
                  purpose="after_sale"
                  label={label}
                  name={field}
                  hint={hint}
                  accept="image"
                  max={PHOTOS_MAX}
                  files={photos[field]}
                  required
                  error={problems[field]}
                  onChange={(files) => {
                    setPhotos((old) => ({ ...old, [field]: files }))
                    mend(field)
                  }}
                  onBusy={setUploading}
                />
              ))}
              <label className="check">
                <input type="checkbox" checked={!sendBack} onChange={({ target }) => setSendBack(!target.checked)} />
                <span>这些商品无法寄回，申请仅退款</span>
              </label>
            </Block>
          )}
          <Block title="收货与验收">
            <div className={css.facts}>
              {word('received_by', '收货人')}
              {word('inspected_by', '验收员', { hint: '印在验收记录上' })}
              {word('arrived_on', '到货日期', { type: 'date' })}
              {word('temperature', form.cold_chain === 1 ? '到货温度（℃，必填）' : '到货温度（℃）', {
                hint: '冷链商品按记录仪填写',
                max: 5,
              })}
            </div>
            <TextArea
              label="备注"
              name="remark"
              maxLength={200}
              rows={2}
              value={words.remark}
              error={problems.remark}
              onChange={({ target }) => setWords((old) => ({ ...old, remark: target.value }))}
            />
          </Block>
        </div>
        <aside className={`${columns.column} ${columns.side}`}>
          <Block title="登记结果">
            <dl className={css.sums} aria-live="polite">
              <dt>合格</dt>
              <dd>{sums.accepted}</dd>
              {KINDS.filter(([kind]) => sums[kind] > 0).map(([kind, name]) => (
                <Sum key={kind} name={name} number={sums[kind]} />
              ))}
            </dl>
            <p className={css.note}>
              {sums.claims === 0
                ? '没有差异：登记后订单转为已收货，并生成验收记录。'
                : `登记后订单转为已收货，差异同时提交 ${sums.claims} 张售后单，并生成验收记录。`}
            </p>
            <Button kind="primary" size="lg" block type="submit" disabled={busy}>
              {busy ? '正在登记…' : '登记收货'}
            </Button>
          </Block>
        </aside>
      </form>
    </AccountShell>
  )
}

const Sum = ({ name, number }: { name: string; number: number }) => (
  <>
    <dt>{name}</dt>
    <dd className={css.bad}>{number}</dd>
  </>
)
