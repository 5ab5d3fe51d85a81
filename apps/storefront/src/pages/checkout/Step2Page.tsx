import { useLayoutEffect, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import columns from '#ui/columns.module.css'
import { PageHead } from '#ui/PageHead.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { choiceIn, choiceSent, type OfferChoice } from '../../parts/offer-choice.ts'
import { type Refusal, refusalOf, SHOWN_HERE } from '../../parts/paying/failure.ts'
import { StepBanner } from '../../parts/steps/StepBanner.tsx'
import { AlreadyPlaced } from './AlreadyPlaced.tsx'
import { CheckoutRefused } from './CheckoutRefused.tsx'
import { CheckoutSheet } from './CheckoutSheet.tsx'
import css from './checkout.module.css'
import { chosenIds } from './chosen.ts'
import { type Submission, submissionOf } from './submission.ts'
import { Unanswered } from './Unanswered.tsx'

const NOTHING_CHOSEN: Refusal = { message: '还没有选择要结算的商品', lines: [], reasons: [] }

export async function loader({ url }: PageArgs): Promise<{ ids: number[]; choice: OfferChoice }> {
  return { ids: chosenIds(url.searchParams), choice: choiceIn(url.searchParams) }
}

/** Step 2. A choice that this tab has ordered already (the back button) shows its orders instead of ordering again. */
export default function Step2Page() {
  const { ids, choice } = usePageData<typeof loader>()
  const [submission, setSubmission] = useState<Submission | null>(null)
  const [refused, setRefused] = useState('')
  const key = ids.join()
  // Known in the browser only; before the first paint, so that no button is seen that must not be pressed.
  useLayoutEffect(() => setSubmission(submissionOf(sessionStorage, key.split(',').map(Number))), [key])

  return (
    <div className={`wrap ${css.page}`}>
      <PageHead title="核对订单">
        <StepBanner step={2} />
      </PageHead>
      {submission && submission.orders.length > 0 ? (
        <AlreadyPlaced orders={submission.orders} />
      ) : submission ? (
        <Unanswered
          body={submission.body}
          onRefused={(message) => {
            setRefused(message)
            setSubmission(null)
          }}
        />
      ) : ids.length === 0 ? (
        <CheckoutRefused refusal={NOTHING_CHOSEN} />
      ) : (
        <FreshSheet key={key} ids={ids} choice={choice} refused={refused} onUnanswered={(body) => setSubmission({ body, orders: [] })} />
      )}
    </div>
  )
}

/** Pricing keeps a quote on the server, so it is asked by the page in use, not by a page being rendered. */
function FreshSheet({
  ids,
  choice,
  refused,
  onUnanswered,
}: {
  ids: readonly number[]
  /** As the cart had it; the sheet then keeps the address in step with its own. */
  choice: OfferChoice
  refused: string
  onUnanswered: (body: Submission['body']) => void
}) {
  const client = useApi()
  const { data, error } = useQuery({
    queryKey: ['checkout', ...ids],
    queryFn: async ({ signal }) =>
      (await client.ask(api.cartCheckout, { body: { ids: [...ids], new: 1, ...choiceSent(choice) }, signal, handles: SHOWN_HERE })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (data) return <CheckoutSheet ids={ids} choice={choice} first={data} refused={refused} onUnanswered={onUnanswered} />
  if (error) return <CheckoutRefused refusal={refusalOf(error)} />
  return (
    <div className={columns.grid} aria-busy="true">
      <p className="said" role="status">
        正在核对价格和库存
      </p>
      <div className={columns.column}>
        <Skeleton height={140} radius={12} />
        <Skeleton height={120} radius={12} />
        <Skeleton height={280} radius={12} />
      </div>
      <Skeleton height={320} radius={12} />
    </div>
  )
}
