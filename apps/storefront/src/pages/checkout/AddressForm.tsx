import { type FormEvent, useId, useRef, useState } from 'react'
import type { AddressWire } from '#contract/cart.ts'
import { api } from '../../api/calls.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { type AddressDraft, type AddressField, addressBody, addressErrors, EMPTY_ADDRESS, PROVINCES } from './address.ts'
import css from './checkout.module.css'
import { failureText, SHOWN_HERE } from './failure.ts'

interface Props {
  onDone: (addresses: AddressWire[]) => void
  /** null: there is no address yet, so there is nothing to go back to. */
  onCancel: (() => void) | null
}

const INPUTS: readonly { field: AddressField; label: string; autoComplete: string; hint?: string; className?: string | undefined }[] = [
  { field: 'receiver', label: '收货人', autoComplete: 'name' },
  { field: 'phone', label: '联系电话', autoComplete: 'tel', hint: '手机号，或区号-座机号' },
  { field: 'province', label: '省份', autoComplete: 'address-level1', className: css.third },
  { field: 'city', label: '城市', autoComplete: 'address-level2', className: css.third },
  { field: 'district', label: '区县', autoComplete: 'address-level3', className: css.third },
  { field: 'detail', label: '街道和门牌号', autoComplete: 'street-address', className: css.whole },
]

export function AddressForm({ onDone, onCancel }: Props) {
  const client = useApi()
  const provinces = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<AddressDraft>(EMPTY_ADDRESS)
  const [isDefault, setDefault] = useState(false)
  const [errors, setErrors] = useState<Partial<Record<AddressField, string>>>({})
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const found = addressErrors(draft)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    setSending(true)
    setProblem('')
    try {
      const { data } = await client.ask(api.addressAdd, { body: addressBody(draft, isDefault), handles: SHOWN_HERE })
      onDone(data.list)
    } catch (error) {
      setSending(false)
      setProblem(failureText(error) ?? '')
    }
  }

  return (
    <form ref={form} className={css.form} onSubmit={(event) => void send(event)} noValidate aria-label="新增收货地址">
      {INPUTS.map(({ field, label, autoComplete, hint, className }) => (
        <Field
          key={field}
          className={className}
          label={label}
          name={field}
          type={field === 'phone' ? 'tel' : 'text'}
          autoComplete={autoComplete}
          {...(field === 'province' && { list: provinces })}
          {...(hint && { hint })}
          error={errors[field]}
          value={draft[field]}
          onChange={({ target }) => {
            setDraft((old) => ({ ...old, [field]: target.value }))
            setErrors(({ [field]: _, ...others }) => others)
          }}
        />
      ))}
      <datalist id={provinces}>
        {PROVINCES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={`${css.formActs} ${css.whole}`}>
        <label className="check">
          <input type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
          设为默认地址
        </label>
        {problem && (
          <span role="alert" className={css.bad}>
            {problem}
          </span>
        )}
        {onCancel && <Button onClick={onCancel}>取消</Button>}
        <Button kind="primary" type="submit" disabled={sending}>
          {sending ? '正在保存…' : '保存并使用'}
        </Button>
      </div>
    </form>
  )
}
