import { Alert, Button, Pagination, Progress } from 'antd'
import { useState } from 'react'
import { urlOf } from '#api-client/request.ts'
import type { BulkJobWire, BulkRowWire } from '#contract/bulk.ts'
import { type Outdated, useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { Loaded } from './Loaded.tsx'
import { Rows } from './Rows.tsx'
import { useDeed } from './useDeed.ts'

const EVERY_MS = 800
const PER_PAGE = 50

const isMoving = ({ state }: Pick<BulkJobWire, 'state'>): boolean => state === 'weighing' || state === 'running'

function sayRow({ state, message }: BulkRowWire) {
  if (state === 'refused') return <span className="w">{message}</span>
  if (state === 'submitted') return <span className="ok">{message || '已提交批准'}</span>
  return <span className={state === 'done' ? 'ok' : 'muted'}>{{ new: '待试算', ready: '可办', done: '已办' }[state]}</span>
}

/** How far it is, in words and as a bar that a screen reader reads. */
function Counts({ job: { state, total, counts, note } }: { job: BulkJobWire }) {
  const handled = state === 'weighing' ? total - counts.new : counts.done + counts.submitted + counts.refused
  if (state === 'failed') return <Alert type="error" showIcon title={note} className="trouble" />
  return (
    <>
      {(state === 'weighing' || state === 'running') && (
        <Progress percent={Math.floor((100 * handled) / Math.max(1, total))} aria-label={state === 'weighing' ? '试算进度' : '办理进度'} />
      )}
      <p role="status">
        {state === 'weighing' && `正在逐条试算，什么也没有改：${handled} / ${total}`}
        {state === 'weighed' && (
          <>
            可办 <b>{counts.ready}</b> 条{counts.refused > 0 && `，不能办 ${counts.refused} 条，原因见下`}。试算时什么也没有改。
          </>
        )}
        {state === 'running' && `正在办理：${handled} / ${total}。可以离开，它会继续；进度在“系统 › 任务”。`}
        {(state === 'done' || state === 'cancelled') && (
          <>
            {state === 'cancelled' && '已停止。'}已办 <b>{counts.done}</b> 条{counts.submitted > 0 && `，已提交批准 ${counts.submitted} 条`}
            {counts.refused > 0 && `，未办 ${counts.refused} 条，原因见下`}
            {counts.ready + counts.new > 0 && `，没有轮到 ${counts.ready + counts.new} 条`}。
          </>
        )}
      </p>
    </>
  )
}

interface Props {
  id: number
  danger?: boolean
  /** Lists that are no longer true when rows were done. */
  outdates: Outdated
}

/** One's bulk job: what it comes to, record by record, to be done or left; then what came of it. */
export function BulkProgress({ id, danger = false, outdates }: Props) {
  const [page, setPage] = useState(1)
  const answer = useAsk(shared.bulkJob, { params: { id }, query: { page, per_page: PER_PAGE } }, { every: EVERY_MS, keepFormer: true })
  const deed = useDeed(shared.bulkDeed, { done: '', outdates: [shared.bulkJob, shared.bulkJobs, ...outdates] })
  const decide = (command: 'run' | 'cancel'): void => void deed.run({ params: { id, command }, body: {} })
  return (
    <Loaded of={answer}>
      {({ job, list, total }) => (
        <>
          <Counts job={job} />
          {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
          <div className="bulk-rows">
            <Rows
              rows={list}
              id={({ seq }) => seq}
              columns={[
                ['编号', ({ key, record_id }) => key || record_id],
                ['名称', ({ name }) => name],
                ['原来', ({ stood }) => stood],
                ['结果', sayRow],
              ]}
            />
          </div>
          <div className="row">
            {total > PER_PAGE && (
              <Pagination size="small" current={page} pageSize={PER_PAGE} total={total} showSizeChanger={false} onChange={setPage} />
            )}
            <span className="grow" />
            {!isMoving(job) && job.counts.refused > 0 && (
              <DownloadButton url={urlOf('/api/staff/bulk_job/:id/file', { params: { id }, query: { failed: 1 } })}>
                下载未办的
              </DownloadButton>
            )}
            {!isMoving(job) && (
              <DownloadButton url={urlOf('/api/staff/bulk_job/:id/file', { params: { id }, query: {} })}>下载全部结果</DownloadButton>
            )}
            {(isMoving(job) || job.state === 'weighed') && (
              <Button loading={deed.isBusy} onClick={() => decide('cancel')}>
                {job.state === 'weighed' ? '不办了' : '停止'}
              </Button>
            )}
            {job.state === 'weighed' && (
              <Button type="primary" danger={danger} disabled={job.counts.ready === 0} loading={deed.isBusy} onClick={() => decide('run')}>
                照办 {job.counts.ready} 条
              </Button>
            )}
          </div>
        </>
      )}
    </Loaded>
  )
}
