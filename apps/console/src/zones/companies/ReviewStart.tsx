import { Navigate, useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { NotHere } from '../../parts/NotHere.tsx'
import { calls } from './calls.ts'

/** The company that has waited longest. */
export default function ReviewStart() {
  const [params] = useSearchParams()
  const queue = params.get('queue') === 'certificate' ? 'certificate' : 'new'
  const answer = useAsk(calls.companies, { query: { queue, per_page: 1 } }, { anew: true })
  if (!answer.isFetchedAfterMount && !answer.error) return <Loading />
  return (
    <Loaded of={answer}>
      {({ list: [first] }) =>
        first ? <Navigate to={`/companies/review/${first.id}?queue=${queue}`} replace /> : <NotHere title="没有在等审核的企业" words={[]} />
      }
    </Loaded>
  )
}
