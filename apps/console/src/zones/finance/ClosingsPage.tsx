import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useNavigate } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Closings = typeof import('#contract/closings.ts')['staffClosings']

const COLUMNS: Columns<Closings> = [
  {
    title: '日期',
    dataIndex: 'day',
    render: (day: string, { from_day }) => <b>{from_day === day ? day : `${from_day} 至 ${day}`}</b>,
  },
  { title: '收款', dataIndex: 'in', align: 'right', render: (amount: string) => <Money yuan={amount} strong /> },
  { title: '退款', dataIndex: 'out', align: 'right', render: (amount: string) => <Money yuan={amount} /> },
  { title: '差异', dataIndex: 'problems', align: 'right', render: (count: number) => (count > 0 ? <span className="w">{count}</span> : 0) },
  { title: '说明', dataIndex: 'note', ellipsis: true, width: 260 },
  { title: '提交人', dataIndex: 'asked_by' },
  { title: '批准人', dataIndex: 'approved_by', render: (name: string) => name || <span className="w">应急授权</span> },
  { title: '结账', dataIndex: 'closed_at', render: (at: string) => <When at={at} short /> },
  {
    title: '之后补记',
    dataIndex: 'after',
    align: 'right',
    render: (count: number) => (count > 0 ? <span className="w">{count >= 1_000 ? '1,000+' : count} 笔</span> : '—'),
  },
]

/** The days that are closed, and the one that is next. */
export default function ClosingsPage() {
  const navigate = useNavigate()
  const { next, last = '' } = useAsk(calls.closings, { query: { per_page: 1 } }).data ?? {}
  const open = (): void => void (next && navigate(`/finance/closings/${next}`))
  useKeys([{ key: 'D', what: '打开待结的一天', run: open, when: next !== undefined }])
  return (
    <ListPage
      what="日结"
      list={calls.closings}
      columns={COLUMNS}
      rowKey={({ day }) => day}
      open={({ day }) => `finance/closings/${day}`}
      actions={
        next !== undefined && (
          <>
            <DatePicker
              aria-label="结到哪一天"
              placeholder="结到哪一天"
              maxDate={dayjs()}
              {...(last && { minDate: dayjs(last).add(1, 'day') })}
              onChange={(at) => at && navigate(`/finance/closings/${at.format('YYYY-MM-DD')}`)}
            />
            <Button type="primary" onClick={open}>
              日结 {next} <Kbd of="D" />
            </Button>
          </>
        )
      }
      empty="还没有日结过"
    />
  )
}
