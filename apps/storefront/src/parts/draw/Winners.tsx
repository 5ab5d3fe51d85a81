import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { api } from '../../api/calls.ts'
import css from './DrawPopup.module.css'

/** Who won lately, names half hidden; nothing where nobody has. */
export function Winners({ drawId }: { drawId: number }) {
  const client = useApi()
  const { data: list = [] } = useQuery({
    queryKey: ['draw', drawId, 'winners'],
    queryFn: async ({ signal }) => (await client.ask(api.drawNewRecord, { query: { id: drawId }, signal, handles: 'all' })).data.list,
  })
  if (list.length === 0) return null
  return (
    <ul className={css.winners} aria-label="最新中奖">
      {list.slice(0, 4).map((record) => (
        <li key={record.id}>
          <span className="ell">{record.company}</span>
          <b className="ell">{record.name}</b>
        </li>
      ))}
    </ul>
  )
}
