import { useSearchParams } from 'react-router'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Records = typeof import('#contract/deal-desk.ts')['staffDrawRecords']

const COLUMNS: Columns<Records> = [
  { title: '时间', dataIndex: 'at', width: 150, render: (at: string) => <When at={at} /> },
  { title: '抽奖', dataIndex: 'draw', ellipsis: true, width: 200 },
  { title: '企业', dataIndex: 'company', ellipsis: true },
  { title: '结果', dataIndex: 'prize', width: 200, render: (prize: string, { won }) => (won === 1 ? <b>{prize}</b> : prize) },
  { title: '随机数', dataIndex: 'value', align: 'right', width: 110 },
  { title: '范围', dataIndex: 'range', align: 'right', width: 110 },
]

/** Every draw that was made, with the value that decided it. */
export default function DrawRecordsPage() {
  const [params] = useSearchParams()
  const plan = Number(params.get('plan_id'))
  return (
    <ListPage
      what="抽奖记录"
      list={calls.drawRecords}
      columns={COLUMNS}
      {...(plan > 0 && { fixed: { plan_id: plan } })}
      filters={[
        { kind: 'search', name: 'keywords', text: '企业、奖品', width: 220 },
        { kind: 'choice', name: 'won', text: '结果', choices: [{ value: '1', text: '中奖的' }] },
      ]}
      empty="还没有人抽过"
    />
  )
}
