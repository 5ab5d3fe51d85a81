import { useParams, useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { calls } from './calls.ts'
import { OfferRecord } from './OfferRecord.tsx'
import { draftOf, newOffer, withTerms } from './offer-draft.ts'

function Known({ id }: { id: number }) {
  const answer = useAsk(calls.offer, { params: { id } })
  const readAgain = async () => (await answer.refetch()).data
  return <Loaded of={answer}>{(offer) => <OfferRecord key={offer.id} offer={offer} begin={draftOf(offer)} readAgain={readAgain} />}</Loaded>
}

/** Begun from another one: its terms from now on, under a name of its own. */
function CopyOf({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.offer, { params: { id } })}>
      {(offer) => {
        const { starts_at, ends_at } = newOffer(new Date()).terms
        return <OfferRecord offer={null} begin={withTerms(draftOf(offer), { name: '', starts_at, ends_at })} />
      }}
    </Loaded>
  )
}

export default function OfferPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const from = Number(params.get('from'))
  if (id !== 'new') return <Known id={Number(id)} />
  return from > 0 ? <CopyOf id={from} /> : <OfferRecord offer={null} begin={newOffer(new Date())} />
}
