import { useLayoutEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CheckoutSheetWire } from '#contract/cart.ts'
import { api } from '../../api/calls.ts'
import { ApiError } from '../../api/client.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AlreadyPlaced } from './AlreadyPlaced.tsx'
import { CheckoutRefused } from './CheckoutRefused.tsx'
import { CheckoutSheet } from './CheckoutSheet.tsx'
import { chosenIds } from './chosen.ts'
import css from './checkout.module.css'
import { type Refusal, refusalOf, SHOWN_HERE } from './failure.ts'
import { StepBanner } from './StepBanner.tsx'
import { type Submission, submissionOf } from './submission.ts'
import { Unanswered } from './Unanswered.tsx'

interface CheckoutData {
  ids: number[]
  sheet: CheckoutSheetWire | null
  /** Why there is no sheet: a line cannot be bought any more, the company may not buy, or nothing was chosen. */
  refusal: Refusal | null
}

export async function loader({ api: client, url, signal }: PageArgs): Promise<CheckoutData> {
  const ids = chosenIds(url.searchParams)
  if (ids.length === 0) return { ids, sheet: null, refusal: { message: '还没有选择要结算的商品', reasons: [] } }
  try {
    const { data } = await client.ask(api.cartCheckout, { body: { ids, new: 1 }, signal, handles: SHOWN_HERE })
    return { ids, sheet: data, refusal: null }
  } catch (error) {
    const refusal = error instanceof ApiError ? refusalOf(error) : null
    if (!refusal) throw error
    return { ids, sheet: null, refusal }
  }
}

/** Step 2. A choice that this tab has ordered already (the back button) shows its orders instead of ordering again. */
export default function Step2Page() {
  const { ids, sheet, refusal } = usePageData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [submission, setSubmission] = useState<Submission | null>(null)
  const [refused, setRefused] = useState('')
  const key = ids.join()
  // Known in the browser only; before the first paint, so that no button is seen that must not be pressed.
  useLayoutEffect(() => setSubmission(submissionOf(sessionStorage, key.split(',').map(Number))), [key])
  const askAgain = (message: string): void => {
    setSubmission(null)
    setRefused(message)
    void revalidate()
  }

  return (
    <div className={`wrap ${css.page}`}>
      <header className={css.head}>
        <h1>核对订单</h1>
        <StepBanner step={2} />
      </header>
      {submission && submission.orders.length > 0 ? (
        <AlreadyPlaced orders={submission.orders} />
      ) : submission ? (
        <Unanswered body={submission.body} onRefused={askAgain} />
      ) : sheet ? (
        <CheckoutSheet key={sheet.checkout_key} ids={ids} first={sheet} refused={refused} onUnanswered={(body) => setSubmission({ body, orders: [] })} />
      ) : (
        refusal && <CheckoutRefused refusal={refused ? { ...refusal, message: refused } : refusal} />
      )}
    </div>
  )
}
