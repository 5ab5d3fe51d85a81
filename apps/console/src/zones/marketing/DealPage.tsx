import { useParams, useSearchParams } from 'react-router'
import { DEAL_KINDS } from '#contract/constants.ts'
import type { DealKind } from '#contract/deal-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { calls } from './calls.ts'
import { DealRecord } from './DealRecord.tsx'
import { dealDraftOf, newDeal, withDeal } from './deal-draft.ts'

function Known({ id }: { id: number }) {
  const answer = useAsk(calls.deal, { params: { id } })
  const readAgain = async () => (await answer.refetch()).data
  return <Loaded of={answer}>{(deal) => <DealRecord key={deal.id} deal={deal} begin={dealDraftOf(deal)} readAgain={readAgain} />}</Loaded>
}

/** Begun from another one: its terms from now on, under a name of its own. */
function CopyOf({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.deal, { params: { id } })}>
      {(deal) => {
        const { starts_at, ends_at } = newDeal(deal.kind, new Date()).terms
        return <DealRecord deal={null} begin={withDeal(dealDraftOf(deal), { name: '', starts_at, ends_at })} />
      }}
    </Loaded>
  )
}

const isKind = (text: string): text is DealKind => text in DEAL_KINDS

export default function DealPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const from = Number(params.get('from'))
  const kind = params.get('kind') ?? ''
  const at = new Date(params.get('at') ?? '')
  if (id !== 'new') return <Known id={Number(id)} />
  if (from > 0) return <CopyOf id={from} />
  const begin = newDeal(isKind(kind) ? kind : 'flash', new Date())
  const dated = Number.isNaN(at.getTime())
    ? begin
    : withDeal(begin, { starts_at: at.toISOString(), ends_at: new Date(at.getTime() + 2 * 3_600_000).toISOString() })
  return <DealRecord key={`${kind} ${params.get('at')}`} deal={null} begin={dated} />
}
