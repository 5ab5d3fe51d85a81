import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { useSendKey } from '#api-client/useSendKey.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { FORM_HANDLES, type Problems, useSubmit } from '#ui/form.ts'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { FileUpload, type UploadedFile } from '../../parts/FileUpload.tsx'
import { afterSaleLink } from '../../parts/orders/after-sale-links.ts'
import { paths } from '../../paths.ts'
import css from './aftersales.module.css'
import { LinePicker } from './LinePicker.tsx'
import { QuoteBlock } from './QuoteBlock.tsx'
import { KindChoice, ReasonChoice } from './ReasonChoice.tsx'
import { useQuote } from './useQuote.ts'
import { EMPTY_DRAFT, type Form, kindsOf, wishOf, withKind, withReason } from './wish.ts'

const FIELDS = ['reason', 'kind', 'lines', 'description', 'file_ids'] as const
const PHOTOS_MAX = 9

export function ApplyForm({ form }: { form: Form }) {
  const client = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const box = useRef<HTMLFormElement>(null)
  const keyOf = useSendKey()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [description, setDescription] = useState('')
  const [photos, setPhotos] = useState<UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const { problems, busy, submit } = useSubmit({ form: box, fields: FIELDS, otherwise: 'lines' })
  const wish = wishOf(form, draft)
  const state = useQuote(wish)
  const needsPhoto = form.reasons.find((one) => one.code === draft.reason)?.needs_photo ?? false

  const check = (): Problems => ({
    ...(draft.reason === null && { reason: '请选择售后原因' }),
    ...(draft.reason !== null && Object.keys(draft.numbers).length === 0 && { lines: '请选择要申请的批次和数量' }),
    ...(needsPhoto && photos.length === 0 && { file_ids: '请至少上传一张照片' }),
    ...(uploading && { file_ids: '照片还在上传，请稍候' }),
  })
  const send = async (): Promise<void> => {
    if (wish === null) return
    const said = { ...wish, description, file_ids: photos.map((photo) => photo.id) }
    const body = { ...said, key: keyOf(said) }
    const { data, message } = await client.ask(memberApi.afterSaleApply, { body, handles: FORM_HANDLES })
    toast({ text: message, tone: 'success' })
    void queries.invalidateQueries({ queryKey: ['user'] })
    await navigate(afterSaleLink(data), { replace: true })
  }

  return (
    <AccountShell title="申请售后">
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
            title="售后原因"
            head={
              <p className="muted">
                订单{' '}
                <Link className="link" to={paths.order(form.order_id)}>
                  {form.order_no}
                </Link>
              </p>
            }
          >
            <ReasonChoice
              reasons={form.reasons}
              chosen={draft.reason}
              error={problems.reason}
              onChoose={(reason) => setDraft(withReason(form, draft, reason))}
            />
            {draft.reason !== null && (
              <KindChoice
                kinds={kindsOf(form, draft.reason)}
                chosen={draft.kind}
                onChoose={(kind) => setDraft(withKind(form, draft, kind))}
              />
            )}
          </Block>
          <Block title="商品与批次" head={<p className="muted">按批号选择，数量不超过收到而未退的</p>}>
            <LinePicker form={form} draft={draft} onChange={setDraft} error={problems.lines} />
          </Block>
          <Block title="说明与照片">
            <div className={css.told}>
              <TextArea
                label="问题说明"
                name="description"
                maxLength={500}
                value={description}
                error={problems.description}
                hint="例如：外箱完好，内盒压损 2 盒，附开箱照片"
                onChange={({ target }) => setDescription(target.value)}
              />
              <FileUpload
                purpose="after_sale"
                label="照片"
                name="file_ids"
                hint={needsPhoto ? '请拍清批号和问题部位' : '可不上传'}
                accept="image"
                max={PHOTOS_MAX}
                files={photos}
                required={needsPhoto}
                error={problems.file_ids}
                onChange={setPhotos}
                onBusy={setUploading}
              />
            </div>
          </Block>
        </div>
        <aside className={`${columns.column} ${css.side}`}>
          <QuoteBlock state={state} ready={wish !== null}>
            <Button kind="primary" size="lg" block type="submit" disabled={busy}>
              {busy ? '正在提交…' : '提交申请'}
            </Button>
          </QuoteBlock>
          <Block title="须知">
            <ul className={css.notes}>
              {form.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Block>
        </aside>
      </form>
    </AccountShell>
  )
}
