import { useState } from 'react'
import type { AddressWire } from '#contract/checkout.ts'
import { Block } from '#ui/Block.tsx'
import { CHOICE_CARDS, ChoiceCard } from '#ui/ChoiceCards.tsx'
import { AddressForm } from '../../parts/AddressForm.tsx'
import { AddressReview } from '../../parts/AddressReview.tsx'
import css from './checkout.module.css'

interface Props {
  addresses: readonly AddressWire[]
  chosen: number | null
  onChoose: (id: number) => void
  onAdded: (addresses: AddressWire[]) => void
}

/** Where it goes: the company's addresses, and one more when none fits. */
export function Addresses({ addresses, chosen, onChoose, onAdded }: Props) {
  const [adding, setAdding] = useState(addresses.length === 0)
  return (
    <Block
      title="收货信息"
      head={
        !adding && (
          <button type="button" className={`link ${css.end}`} onClick={() => setAdding(true)}>
            新增地址
          </button>
        )
      }
    >
      {addresses.length > 0 && (
        <div className={`${CHOICE_CARDS} ${css.addresses}`} role="radiogroup" aria-label="收货地址">
          {addresses.map((address) => (
            <ChoiceCard key={address.id} name="address" chosen={address.id === chosen} onChoose={() => onChoose(address.id)}>
              <b>{address.receiver}</b> {address.phone} {address.is_default === 1 && <span className="chip chip-ok">默认</span>}{' '}
              <AddressReview address={address} />
              <small>
                {address.province}
                {address.city}
                {address.district}
                {address.detail}
              </small>
            </ChoiceCard>
          ))}
        </div>
      )}
      {adding && (
        <div className={css.adding}>
          <AddressForm
            save="保存并使用"
            onDone={(list) => {
              onAdded(list)
              setAdding(false)
            }}
            onCancel={addresses.length > 0 ? () => setAdding(false) : null}
          />
        </div>
      )}
    </Block>
  )
}
