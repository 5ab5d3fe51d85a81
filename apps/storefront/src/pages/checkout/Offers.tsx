import { Block } from '#ui/Block.tsx'
import { CouponChoice } from '../../parts/CouponChoice.tsx'
import { GiftChoice } from '../../parts/GiftChoice.tsx'
import { giftsHere } from '../../parts/gifts-here.ts'
import { chosenCoupons, giftsNow, savedByCoupons } from '../../parts/offer-choice.ts'
import css from './checkout.module.css'
import { Purse } from './Purse.tsx'
import type { Checkout } from './useCheckout.ts'

/** Gifts, coupons, cash vouchers and balance: each can still be chosen otherwise, and the sheet is computed anew. */
export function Offers({ checkout }: { checkout: Checkout }) {
  const { sheet, ask, phase, change } = checkout
  const busy = phase !== 'idle'
  const giving = sheet.activities.filter((activity) => giftsNow(activity).length > 0)
  const gifts = giftsHere(sheet.activities, { wished: ask, pending: busy, choose: (part) => void change(part) })
  return (
    <>
      {giving.length > 0 && (
        <Block title="赠品">
          <ul className={css.gifts}>
            {giving.map((activity) => (
              <li key={activity.id}>
                <p>{activity.name}</p>
                <GiftChoice activity={activity} gifts={gifts} />
              </li>
            ))}
          </ul>
        </Block>
      )}
      <CouponChoice
        coupons={sheet.coupons}
        chosen={new Set(busy && ask.coupons ? ask.coupons : chosenCoupons(sheet.coupons))}
        automatic={ask.coupons === null}
        busy={busy}
        saved={busy ? '' : savedByCoupons(sheet.rows)}
        onChoose={(coupons) => void change({ coupons })}
      />
      <Purses checkout={checkout} />
    </>
  )
}

function Purses({ checkout: { sheet, ask, phase, change } }: { checkout: Checkout }) {
  const disabled = phase !== 'idle'
  const hasVoucher = sheet.voucher !== '0.00'
  const hasBalance = sheet.balance !== '0.00'
  if (!hasVoucher && !hasBalance) return null
  return (
    <Block title={hasVoucher && hasBalance ? '现金券与余额' : hasVoucher ? '现金券抵扣' : '余额抵扣'}>
      {hasVoucher && (
        <Purse
          name="现金券"
          available={sheet.voucher}
          used={ask.voucher}
          disabled={disabled}
          onUse={(voucher) => void change({ voucher })}
        />
      )}
      {hasBalance && (
        <Purse name="余额" available={sheet.balance} used={ask.balance} disabled={disabled} onUse={(balance) => void change({ balance })} />
      )}
    </Block>
  )
}
