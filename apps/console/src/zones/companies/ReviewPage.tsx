import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { useWork } from '../../parts/useWork.tsx'
import { calls } from './calls.ts'
import { NothingToJudge } from './NothingToJudge.tsx'
import { ReviewDesk } from './ReviewDesk.tsx'
import { nextCompany, waitingOf } from './review-state.ts'
import './companies.css'

/** As many of the queue as are looked ahead. */
const AHEAD = 100

export default function ReviewPage() {
  const id = Number(useParams().id)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const queue = params.get('queue') === 'certificate' ? 'certificate' : 'new'
  const dossier = useAsk(calls.company, { params: { id } }, { anew: true })
  const line = useAsk(calls.companies, { query: { queue, per_page: AHEAD } })
  const work = useWork('company', id, dossier.data !== undefined && waitingOf(dossier.data).length > 0)
  const next = nextCompany(line.data?.list ?? [], id)
  const nextRow = line.data?.list.find((one) => one.id === next)
  const go = (): void => void (next === null ? navigate('/companies') : navigate(`/companies/review/${next}?queue=${queue}`))
  useKeys([{ key: 'N', what: '下一家企业', run: go }])
  // Judged is what is there now, not what was read when it was looked at before.
  if (!dossier.isFetchedAfterMount && !dossier.error) return <Loading />
  const foot = { waiting: line.data?.total ?? 0, next: nextRow ?? null, go }
  return (
    <Loaded of={dossier}>
      {(data) =>
        waitingOf(data).length === 0 ? (
          <NothingToJudge dossier={data} foot={foot} />
        ) : (
          <ReviewDesk key={`${data.id}:${data.submitted_at}`} dossier={data} foot={foot} bar={work.bar} />
        )
      }
    </Loaded>
  )
}
