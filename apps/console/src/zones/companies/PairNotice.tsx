import { Alert } from 'antd'
import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { To } from '../../app/places.tsx'
import { calls } from './calls.ts'

/** On the page of a company that may be there twice, or was. */
export function PairNotice({ id }: { id: number }) {
  const pairs = useAsk(calls.pairs, { query: { company_id: id } }).data?.list ?? []
  const merged = useAsk(calls.pairs, { query: { company_id: id, state: 'merged' } }).data?.list ?? []
  const notices = merged.map((pair) => {
    const other = pair.first.id === id ? pair.second : pair.first
    return (
      <Alert
        key={pair.id}
        banner
        type="info"
        title={
          <>
            {pair.kept_id === id ? '已并入本企业的档案：' : '已并入：'}
            <To to={`companies/${other.id}`}>{other.name}</To>
          </>
        }
      />
    )
  })
  const doubts = pairs.map((pair) => {
    const other = pair.first.id === id ? pair.second : pair.first
    return (
      <Alert
        key={pair.id}
        banner
        type="warning"
        title={
          <>
            疑似与 {other.name} 重复：{pair.sign_names.join('、')}。
            <Link className="link" to={`/companies/pairs?look=${pair.id}`}>
              两家对照
            </Link>
          </>
        }
      />
    )
  })
  return [...notices, ...doubts]
}
