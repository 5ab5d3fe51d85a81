import { Alert } from 'antd'
import { Link } from 'react-router'
import { endpoint } from '#api-client/endpoint.ts'
import { useAsk } from '../api/ask.ts'
import { useMay } from '../app/me.ts'

const opening = endpoint<typeof import('#contract/settings.ts')['staffOpening']>('GET', '/api/staff/opening')

/** First on 工作台, until the shop can open: how far it is, and the next step. */
export function OpeningNotice() {
  const may = useMay()('settings.change')
  const { data } = useAsk(opening, {}, { enabled: may })
  if (!data || data.total === 0) return null
  const next = data.steps.find(({ done }) => done === 0)
  return (
    <Alert
      type="info"
      banner
      title={
        <>
          <b>开业准备</b>：{data.steps.length} 步里还有 {data.total} 步{next && `，下一步 ${next.title}，${next.text}`}
        </>
      }
      action={
        <Link className="link" to="/system/opening">
          去办理
        </Link>
      }
    />
  )
}
