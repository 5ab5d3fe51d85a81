import { useParams, useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { CouponRecord } from './CouponRecord.tsx'
import { calls } from './calls.ts'
import { NEW_COUPON } from './coupon-draft.ts'
import { draftOf, withTerms } from './offer-draft.ts'

function Known({ id }: { id: number }) {
  const answer = useAsk(calls.coupon, { params: { id } })
  const readAgain = async () => (await answer.refetch()).data
  return (
    <Loaded of={answer}>
      {(coupon) => <CouponRecord key={coupon.id} coupon={coupon} begin={draftOf(coupon)} readAgain={readAgain} />}
    </Loaded>
  )
}

/** Begun from another one: its terms under a name of its own, given out from now on. */
function CopyOf({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.coupon, { params: { id } })}>
      {(coupon) => <CouponRecord coupon={null} begin={withTerms(draftOf(coupon), { name: '', take_from: '', take_until: '' })} />}
    </Loaded>
  )
}

export default function CouponPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const from = Number(params.get('from'))
  if (id !== 'new') return <Known id={Number(id)} />
  return from > 0 ? <CopyOf id={from} /> : <CouponRecord coupon={null} begin={NEW_COUPON} />
}
