import { useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { AddressWire } from '#contract/checkout.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, useSubmit } from '#ui/form.ts'
import { api } from '../api/calls.ts'
import { memberApi } from '../api/member-calls.ts'
import css from './AddressForm.module.css'
import { ADDRESS_FIELDS, type AddressDraft, addressBody, addressErrors, EMPTY_ADDRESS } from './address-draft.ts'
import { RegionField } from './RegionField.tsx'

interface Props {
  /** The address that is changed; without it a new one is made. */
  address?: AddressWire
  save: string
  onDone: (addresses: AddressWire[]) => void
  /** null: there is no address yet, so there is nothing to go back to. */
  onCancel: (() => void) | null
}

/** An address, new or changed. Of the licence's own address only receiver and phone change here. */
export function AddressForm({ address, save, onDone, onCancel }: Props) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<AddressDraft>(address ?? EMPTY_ADDRESS)
  const [isDefault, setDefault] = useState(address?.is_default === 1)
  const { problems, busy, submit } = useSubmit({ form, fields: ADDRESS_FIELDS, otherwise: 'detail' })
  const fixed = address?.is_licence === 1

  const send = async (): Promise<void> => {
    const body = addressBody(draft, isDefault)
    const { data } = address
      ? await client.ask(memberApi.addressEdit, { params: { id: address.id }, body, handles: FORM_HANDLES })
      : await client.ask(api.addressAdd, { body, handles: FORM_HANDLES })
    onDone(data.list)
  }
  const field = (name: 'receiver' | 'phone' | 'detail') => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setDraft((old) => ({ ...old, [name]: target.value })),
  })

  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(() => addressErrors(draft), send)
      }}
      noValidate
      aria-label={address ? '修改收货地址' : '新增收货地址'}
    >
      <Field label="收货人" autoComplete="name" maxLength={30} {...field('receiver')} />
      <Field label="联系电话" type="tel" autoComplete="tel" hint="手机号，或区号-座机号" {...field('phone')} />
      <div className={css.whole}>
        <RegionField
          value={draft}
          disabled={fixed}
          onChange={({ province, city, district }) => setDraft((old) => ({ ...old, province, city, district }))}
          errors={{
            ...(problems.province && { province: problems.province }),
            ...(problems.city && { city: problems.city }),
            ...(problems.district && { district: problems.district }),
          }}
        />
      </div>
      <Field
        className={css.whole}
        label="街道和门牌号"
        autoComplete="street-address"
        maxLength={100}
        readOnly={fixed}
        {...(fixed && { hint: '许可证地址随企业资质变更，这里只能修改收货人和电话' })}
        {...field('detail')}
      />
      <div className={`${css.acts} ${css.whole}`}>
        <label className="check">
          <input
            type="checkbox"
            checked={isDefault}
            disabled={address?.is_default === 1}
            onChange={(event) => setDefault(event.target.checked)}
          />
          设为默认地址
        </label>
        {onCancel && <Button onClick={onCancel}>取消</Button>}
        <Button kind="primary" type="submit" disabled={busy}>
          {busy ? '正在保存…' : save}
        </Button>
      </div>
    </form>
  )
}
