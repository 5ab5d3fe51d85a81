import { useState } from 'react'
import type { StoresWire } from '#contract/stores.ts'
import { Button } from '#ui/Button.tsx'
import { CHOICE_CARDS, ChoiceCard } from '#ui/ChoiceCards.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import css from './stores.module.css'

interface Props {
  invitation: StoresWire['received'][number]
  onClose: () => void
  onAgree: (companyId: number) => void
}

/** Says what the other side may do afterwards, before it may. */
export function ConsentDialog({ invitation, onClose, onAgree }: Props) {
  const { stores, from_company: company, from_name: name } = invitation
  const [chosen, setChosen] = useState<number | null>(stores.length === 1 ? (stores[0]?.company_id ?? null) : null)
  return (
    <Dialog
      title="同意绑定门店"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" disabled={chosen === null} onClick={() => chosen !== null && onAgree(chosen)}>
            同意绑定
          </Button>
        </>
      }
    >
      <p>
        <b>{company}</b>（{name}）绑定后，可以切换到您的门店，查看并操作：
      </p>
      <ul className={css.means}>
        <li>采购价格、购物车、订单与售后</li>
        <li>余额、账期、优惠券与积分</li>
        <li>资质证件、地址与消息</li>
      </ul>
      <p>请先与对方核实身份。您可以随时在本页解除绑定。</p>
      {stores.length > 1 && (
        <fieldset className={`${CHOICE_CARDS} ${css.choose}`}>
          <legend>选择要绑定的门店</legend>
          {stores.map((store) => (
            <ChoiceCard
              key={store.company_id}
              name="store"
              chosen={store.company_id === chosen}
              onChoose={() => setChosen(store.company_id)}
            >
              {store.name}
            </ChoiceCard>
          ))}
        </fieldset>
      )}
      {stores.length === 1 && (
        <p className="note">
          要绑定的门店：<b>{stores[0]?.name}</b>
        </p>
      )}
    </Dialog>
  )
}
