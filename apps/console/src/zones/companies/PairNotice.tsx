import { Alert } from 'antd'
import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'

/** On the page of a company that may be there twice. */
export function PairNotice({ id }: { id: number }) {
  const pairs = useAsk(calls.pairs, { query: { company_id: id } }).data?.list ?? []
  return pairs.map((pair) => {
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
}
