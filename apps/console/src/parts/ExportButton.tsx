import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ExportKind } from '#contract/export-jobs.ts'
import { useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { exportFileUrl, isUnderWay } from './exports.ts'
import { numberText } from './numbers.ts'
import { useDeed } from './useDeed.ts'

const EVERY_MS = 1_000

/** One that was asked for here: how far it is, then the file itself. */
function Watched({ id, onForget }: { id: number; onForget: () => void }) {
  const { data: job } = useAsk(shared.exportState, { params: { id } }, { every: EVERY_MS })
  const cancel = useDeed(shared.exportCancel, { done: '导出已取消', outdates: [shared.exports], onDone: onForget })
  if (job === undefined || isUnderWay(job))
    return (
      <span className="row" role="status">
        <Button size="small" loading>
          导出中 {job ? numberText(job.rows) : 0} 行
        </Button>
        <Button size="small" type="text" onClick={() => void cancel.run({ params: { id }, body: {} })}>
          取消
        </Button>
      </span>
    )
  if (job.state !== 'done')
    return (
      <span className="row" role="status">
        <span className="bad s12">{job.note || job.state_name}</span>
        <Button size="small" type="text" onClick={onForget}>
          知道了
        </Button>
      </span>
    )
  return (
    <span className="row" role="status">
      <Button
        size="small"
        type="primary"
        icon={<DownloadOutlined />}
        href={exportFileUrl(id)}
        onClick={() => setTimeout(onForget, EVERY_MS)}
      >
        下载 {numberText(job.rows)} 行
      </Button>
      <Link className="link s12" to="/system/tasks">
        任务
      </Link>
    </span>
  )
}

/** The list with its filters as a file, made beside the page: one may go on, and finds it among the tasks too. */
export function ExportButton({ kind, query }: { kind: ExportKind; query: Readonly<Record<string, string | number>> }) {
  const [id, setId] = useState(0)
  const ask = useDeed(shared.export, { done: '', outdates: [shared.exports], onDone: (job) => setId(job.id) })
  if (id > 0) return <Watched key={id} id={id} onForget={() => setId(0)} />
  const run = (format: 'xlsx' | 'csv') => void ask.run({ params: { kind }, body: { format, query } })
  return (
    <Dropdown
      trigger={['click']}
      placement="topLeft"
      menu={{
        items: [
          { key: 'xlsx', label: 'Excel' },
          { key: 'csv', label: 'CSV' },
        ],
        onClick: ({ key }) => run(key === 'csv' ? 'csv' : 'xlsx'),
      }}
    >
      <Button size="small" icon={<DownloadOutlined />} loading={ask.isBusy}>
        导出
      </Button>
    </Dropdown>
  )
}
