import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useSendKey } from '#api-client/useSendKey.ts'
import { folded } from '#domain/folding.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, type Problems, useSubmit } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { FileUpload } from '../../parts/FileUpload.tsx'
import css from './wanted.module.css'
import { emptyItem, fieldAt, fieldsOf, ITEMS_MAX, listOf, problemsIn, type WantedField, type WantedItem } from './wanted-form.ts'

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
  const [loading, setLoading] = useState<ReadonlySet<number>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const nextKey = useRef(1)
  const keyOf = useSendKey()
  const { problems, busy, submit, mend } = useSubmit({ form, fields: fieldsOf(items), otherwise: fieldAt(0, 'name') })

  const change = (at: number, part: Partial<WantedItem>) => {
    setItems(items.map((item, index) => (index === at ? { ...item, ...part } : item)))
    if (part.files) mend(fieldAt(at, 'files'))
  }
  const remove = (at: number) => {
    setItems(items.filter((_, index) => index !== at))
    // What was said stands at places that others take now.
    for (const field of fieldsOf(items, at)) mend(field)
  }
  const send = async () => {
    const list = listOf(items)
    const { data, message } = await client.ask(memberApi.wantedAdd, { body: { key: keyOf(list), list }, handles: FORM_HANDLES })
    toast({ text: message, tone: 'success' })
    const [only] = data.ids
    await navigate(data.ids.length === 1 && only ? memberPaths.wantedInfo(only) : memberPaths.wanted())
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
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(() => problemsIn(items), send)
        }}
      >
        {items.map((item, at) => (
          <section key={item.key} className={`panel ${css.item}`} aria-label={`第 ${at + 1} 种`}>
            <header>
              <h2>第 {at + 1} 种</h2>
              {items.length > 1 && (
                <Button kind="ghost" size="sm" aria-label={`移除第 ${at + 1} 种`} onClick={() => remove(at)}>
                  移除
                </Button>
              )}
            </header>
            <ItemFields
              item={item}
              at={at}
              problems={problems}
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
  at: number
  problems: Problems
  onChange: (part: Partial<WantedItem>) => void
  onBusy: (busy: boolean) => void
}

function ItemFields({ item, at, problems, onChange, onBusy }: ItemProps) {
  const named = (field: WantedField) => ({ name: fieldAt(at, field), error: problems[fieldAt(at, field)] })
  return (
    <div className={css.fields}>
      <Field
        className={css.two}
        label="商品名称（必填）"
        required
        maxLength={60}
        value={item.name}
        {...named('name')}
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
        {...named('number')}
        onChange={({ target }) => onChange({ number: folded(target.value).replace(/\D/g, '') })}
      />
      <Field label="单位" maxLength={8} value={item.unit} onChange={({ target }) => onChange({ unit: target.value })} />
      <Field
        label="期望单价（元，可不填）"
        inputMode="decimal"
        maxLength={10}
        value={item.expected_price}
        {...named('expected_price')}
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
          {...named('files')}
          onChange={(files) => onChange({ files })}
          onBusy={onBusy}
        />
      </div>
    </div>
  )
}
