import { Link, useSearchParams } from 'react-router'
import type { BroadcastCompanyState } from '#contract/broadcasts.ts'
import { BROADCAST_COMPANY_STATES } from '#contract/constants.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Results = typeof import('#contract/broadcasts.ts')['staffBroadcastCompanies']

const TONES = { waiting: 'moving', sent: 'done', often: 'waiting', refused: 'wrong' } as const
const moment = (at: string | null) => (at === null ? <span className="muted">—</span> : <When at={at} short />)

const COLUMNS: Columns<Results> = [
  { title: '编码', dataIndex: 'code', ellipsis: true, width: 180 },
  { title: '企业', dataIndex: 'company', ellipsis: true },
  {
    title: '群发',
    dataIndex: 'title',
    ellipsis: true,
    render: (title: string, { broadcast }) => (
      <Link className="link" to={`/marketing/broadcasts/${broadcast}`} onClick={(event) => event.stopPropagation()}>
        {title}
      </Link>
    ),
  },
  {
    title: '结果',
    dataIndex: 'state',
    width: 220,
    render: (state: BroadcastCompanyState) => <StateTag tone={TONES[state]}>{BROADCAST_COMPANY_STATES[state]}</StateTag>,
  },
  { title: '时间', dataIndex: 'at', width: 120, render: moment },
  { title: '已读', dataIndex: 'read_at', width: 120, render: moment },
  { title: '点开链接', dataIndex: 'opened_at', width: 120, render: moment },
]

/** Company by company: who had it, who read it, who followed its link. */
export default function BroadcastResultsPage() {
  const [params] = useSearchParams()
  const broadcast = Number(params.get('broadcast'))
  return (
    <ListPage
      what="群发结果"
      list={calls.broadcastCompanies}
      columns={COLUMNS}
      {...(broadcast > 0 && { fixed: { broadcast } })}
      filters={[
        { kind: 'search', name: 'keywords', text: '企业名称、编码', width: 220 },
        {
          kind: 'choice',
          name: 'state',
          text: '结果',
          choices: Object.entries(BROADCAST_COMPANY_STATES).map(([value, text]) => ({ value, text })),
        },
      ]}
      rowKey={({ broadcast: of, id }) => `${of}-${id}`}
      open={({ id }) => `companies/${id}`}
      empty="还没有发出过"
    />
  )
}
