import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { newKey } from '#api-client/new-key.ts'
import { folded } from '#domain/folding.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { FileUpload } from '../../parts/FileUpload.tsx'
import css from './wanted.module.css'
import { bodyOf, emptyItem, errorsOf, ITEMS_MAX, type ItemErrors, refusedFields, type WantedItem } from './wanted-form.ts'

/** A list of quick purchase brings what it did not find. */
export async function loader({ url }: PageArgs) {
  const number = url.searchParams.get('number') ?? ''
  return { name: (url.searchParams.get('name') ?? '').slice(0, 60), number: /^\d{1,6}$/.test(number) ? number : '' }
}

/** /pzqg/add: one request or several at once. */
export default function WantedAddPage() {
  const given = usePageData<typeof loader>()
  const client = useApi()
  const navigate = useNavigate()
  const [items, setItems] = useState<readonly WantedItem[]>([emptyItem(0, given)])
  const [errors, setErrors] = useState<readonly ItemErrors[]>([])
  const [busy, setBusy] = useState(false)
  const [loading, setLoading] = useState<ReadonlySet<number>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const nextKey = useRef(1)
  // The same for as long as the form stands: pressed twice it is one sending.
  const key = useRef('')

  const change = (at: number, part: Partial<WantedItem>) => {
    setItems(items.map((item, index) => (index === at ? { ...item, ...part } : item)))
    // What is being mended is not complained of any longer.
    setErrors(
      errors.map((one, index) => (index === at ? Object.fromEntries(Object.entries(one).filter(([field]) => !(field in part))) : one)),
    )
    key.current = ''
  }
  const show = (found: readonly ItemErrors[]) => {
    setErrors(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = errorsOf(items)
    if (found.some((one) => Object.keys(one).length > 0)) return show(found)
    setErrors([])
    setBusy(true)
    key.current ||= newKey()
    try {
      const { data, message } = await client.ask(memberApi.wantedAdd, { body: bodyOf(items, key.current) })
      toast({ text: message, tone: 'success' })
      const [only] = data.ids
      void navigate(data.ids.length === 1 && only ? memberPaths.wantedInfo(only) : memberPaths.wanted())
    } catch (error) {
      const refused = refusedFields(error, items.length)
      if (refused) show(refused)
    } finally {
      setBusy(false)
    }
  }
  const append = () => {
    setItems([...items, emptyItem(nextKey.current++)])
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('section:last-of-type input')?.focus())
  }
  const setFilesBusy = (itemKey: number, isBusy: boolean) =>
    setLoading((old) => {
      const next = new Set(old)
      if (isBusy) next.add(itemKey)
      else next.delete(itemKey)
      return next
    })

  return (
    <AccountShell title="新增求购">
      <p className="note note-info">
        <Icon name="info" />
        写得越具体找得越快：厂家、规格、每月大约用量都可以写上。采购部一般在 1 个工作日内答复，结果会发消息给您。
      </p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {items.map((item, at) => (
          <section key={item.key} className={`panel ${css.item}`} aria-label={`第 ${at + 1} 种`}>
            <header>
              <h2>第 {at + 1} 种</h2>
              {items.length > 1 && (
                <Button
                  kind="ghost"
                  size="sm"
                  aria-label={`移除第 ${at + 1} 种`}
                  onClick={() => {
                    setItems(items.filter((one) => one !== item))
                    setErrors(errors.filter((_, index) => index !== at))
                  }}
                >
                  移除
                </Button>
              )}
            </header>
            <ItemFields
              item={item}
              errors={errors[at] ?? {}}
              onChange={(part) => change(at, part)}
              onBusy={(is) => setFilesBusy(item.key, is)}
            />
          </section>
        ))}
        <div className={css.foot}>
          <Button disabled={items.length >= ITEMS_MAX} onClick={append}>
            <Icon name="plus" />
            再加一种
          </Button>
          <span className={css.grow} />
          <ButtonLink to={memberPaths.wanted()}>取消</ButtonLink>
          <Button kind="primary" size="lg" type="submit" disabled={busy || loading.size > 0}>
            {busy ? '正在提交…' : loading.size > 0 ? '图片上传中…' : items.length > 1 ? `提交 ${items.length} 条求购` : '提交求购'}
          </Button>
        </div>
      </form>
    </AccountShell>
  )
}

interface ItemProps {
  item: WantedItem
  errors: ItemErrors
  onChange: (part: Partial<WantedItem>) => void
  onBusy: (busy: boolean) => void
}

function ItemFields({ item, errors, onChange, onBusy }: ItemProps) {
  return (
    <div className={css.fields}>
      <Field
        className={css.two}
        label="商品名称（必填）"
        required
        maxLength={60}
        value={item.name}
        error={errors.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Field
        label="规格"
        placeholder="0.25g*24粒"
        maxLength={60}
        value={item.spec}
        onChange={({ target }) => onChange({ spec: target.value })}
      />
      <Field
        label="生产厂家"
        maxLength={60}
        value={item.manufacturer}
        onChange={({ target }) => onChange({ manufacturer: target.value })}
      />
      <Field
        label="数量（必填）"
        required
        inputMode="numeric"
        maxLength={6}
        value={item.number}
        error={errors.number}
        onChange={({ target }) => onChange({ number: folded(target.value).replace(/\D/g, '') })}
      />
      <Field label="单位" maxLength={8} value={item.unit} onChange={({ target }) => onChange({ unit: target.value })} />
      <Field
        label="期望单价（元，可不填）"
        inputMode="decimal"
        maxLength={10}
        value={item.expected_price}
        error={errors.expected_price}
        onChange={({ target }) => onChange({ expected_price: target.value })}
      />
      <TextArea
        className={css.full}
        label="备注"
        rows={2}
        maxLength={500}
        placeholder="每月用量、可替代的厂家、急不急用"
        value={item.note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
      <div className={css.full}>
        <FileUpload
          purpose="wanted"
          accept="image"
          label="图片（包装、说明书、竞品单据）"
          max={6}
          files={item.files}
          error={errors.files}
          onChange={(files) => onChange({ files })}
          onBusy={onBusy}
        />
      </div>
    </div>
  )
}
