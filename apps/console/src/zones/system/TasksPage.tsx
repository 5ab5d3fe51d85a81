import { Alert, Button, Popover } from 'antd'
import { useSearchParams } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { ExportJobWire } from '#contract/export-jobs.ts'
import { shared } from '../../api/shared-calls.ts'
import { useMay } from '../../app/me.ts'
import { BulkProgress } from '../../parts/BulkProgress.tsx'
import { exportFileUrl, isUnderWay } from '../../parts/exports.ts'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { withChange } from '../../parts/list-state.ts'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { Views } from '../../parts/Views.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Exports = typeof import('#contract/export-jobs.ts')['staffExports']
type Bulks = typeof import('#contract/bulk.ts')['staffBulkJobs']
type Jobs = typeof import('#contract/background.ts')['staffJobs']

const EXPORT_TONES = { waiting: 'waiting', running: 'moving', done: 'done', failed: 'wrong', cancelled: 'closed', gone: 'closed' } as const
const MEGABYTE = 1_048_576
const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`
const EVERY_MS = 2_000

function ExportDeeds({ job }: { job: ExportJobWire }) {
  const cancel = useDeed(shared.exportCancel, {
    done: job.state === 'done' ? '文件已删除' : '导出已取消',
    outdates: [shared.exports],
  })
  const drop = () => void cancel.run({ params: { id: job.id }, body: {} })
  if (isUnderWay(job))
    return (
      <Button size="small" loading={cancel.isBusy} onClick={drop}>
        取消
      </Button>
    )
  if (job.state !== 'done') return null
  return (
    <span className="row">
      <Button size="small" type="primary" href={exportFileUrl(job.id)}>
        下载
      </Button>
      <Button size="small" loading={cancel.isBusy} onClick={drop}>
        删除文件
      </Button>
    </span>
  )
}

const EXPORT_COLUMNS: Columns<Exports> = [
  { title: '导出', dataIndex: 'title', render: (title: string) => <b>{title}</b> },
  {
    title: '状态',
    dataIndex: 'state',
    render: (_, { state, state_name }) => <StateTag tone={EXPORT_TONES[state]}>{state_name}</StateTag>,
  },
  { title: '筛选', dataIndex: 'filter', ellipsis: true, width: 260, render: (text: string) => text || <span className="muted">全部</span> },
  { title: '行数', dataIndex: 'rows', align: 'right', render: numberText },
  { title: '大小', dataIndex: 'bytes', align: 'right', render: (bytes: number) => (bytes > 0 ? sizeText(bytes) : '—') },
  { title: '提交', dataIndex: 'asked_at', render: (at: string) => <When at={at} short /> },
  { title: '保留至', dataIndex: 'kept_until', render: (at: string | null) => (at === null ? '—' : <When at={at} short />) },
  { title: '说明', dataIndex: 'note', ellipsis: true, width: 220 },
  { title: '', key: 'deeds', render: (_, job) => <ExportDeeds job={job} /> },
]

const JOB_TONES = { failed: 'wrong', running: 'moving', waiting: 'waiting' } as const
const JOB_NAMES = { failed: '失败', running: '执行中', waiting: '等待' } as const
const JOB_COLUMNS: Columns<Jobs> = [
  { title: '编号', dataIndex: 'id', align: 'right', width: 90 },
  { title: '任务', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  { title: '状态', dataIndex: 'state', render: (_, { state }) => <StateTag tone={JOB_TONES[state]}>{JOB_NAMES[state]}</StateTag> },
  { title: '已试', dataIndex: 'attempts', align: 'right', render: (_, job) => `${job.attempts} / ${job.max_attempts}` },
  { title: '错误', dataIndex: 'error', ellipsis: true, width: 340 },
  {
    title: '下次执行',
    dataIndex: 'run_at',
    render: (at: string, { is_given_up }) => (is_given_up === 1 ? <span className="bad">不再自动重试</span> : <When at={at} short />),
  },
  { title: '提交', dataIndex: 'created_at', render: (at: string) => <When at={at} short /> },
]

function Job({ job, onClose }: { job: RowOf<Jobs>; onClose: () => void }) {
  const may = useMay()
  const deed = useDeed(calls.jobDeed, { done: '已办妥', outdates: [calls.jobs], onDone: onClose })
  const reason = useReason(deed.problem)
  const canAct = may('jobs.retry') && job.state !== 'running'
  const drop = () =>
    reason.ask({
      title: `删除任务 ${job.name}`,
      what: `任务 ${job.id} 不再执行，它要做的事不会发生。`,
      ok: '删除任务',
      danger: true,
      run: (text) => deed.run({ params: { id: job.id, command: 'delete' }, body: { reason: text } }),
    })
  return (
    <SideDrawer
      title={job.name}
      note={`任务 ${job.id}`}
      onClose={onClose}
      foot={
        canAct && (
          <>
            <Button danger onClick={drop}>
              删除…
            </Button>
            <Button
              type="primary"
              loading={deed.isBusy}
              onClick={() => void deed.run({ params: { id: job.id, command: 'retry' }, body: {} })}
            >
              立即重试
            </Button>
          </>
        )
      }
    >
      <Section title="任务">
        <Facts
          items={[
            ['名称', job.task],
            ['状态', JOB_NAMES[job.state]],
            ['已试', `${job.attempts} / ${job.max_attempts}`],
            ['提交', <When key="c" at={job.created_at} />],
            ['下次执行', <When key="r" at={job.run_at} />],
          ]}
        />
      </Section>
      {job.error && (
        <Section title="错误">
          <Alert type="error" title={job.error} />
        </Section>
      )}
      {reason.dialog}
    </SideDrawer>
  )
}

function Daily({ of }: { of: DataOf<Jobs>['daily'] }) {
  return (
    <div className="columns">
      <table className="tb tb-in">
        <thead>
          <tr>
            <th>定时任务</th>
            <th>上次开始</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ task, name, last_at }) => (
            <tr key={task}>
              <td>{name}</td>
              <td className="nowrap">
                <When at={last_at} short empty="尚未" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Queue() {
  return (
    <ListPage
      what="后台任务"
      list={calls.jobs}
      columns={JOB_COLUMNS}
      every={EVERY_MS}
      filters={[
        { kind: 'search', name: 'task', text: '任务名称' },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: Object.entries(JOB_NAMES).map(([value, text]) => ({ value, text })),
        },
        { kind: 'choice', name: 'channels', text: '范围', choices: [{ value: '1', text: '问外部渠道的' }] },
      ]}
      top={({ counts, daily }) => (
        <div className="bar bar-soft s12">
          <span>
            失败 <b>{counts.failed}</b> · 执行中 <b>{counts.running}</b> · 等待 <b>{counts.waiting}</b>
          </span>
          <Popover trigger="click" placement="bottomLeft" content={<Daily of={daily} />}>
            <button type="button" className="link">
              定时任务 {daily.length} 个
            </button>
          </Popover>
        </div>
      )}
      rowTone={({ state }) => (state === 'failed' ? 'is-bad' : '')}
      drawer={(job, close) => <Job key={job.id} job={job} onClose={close} />}
      empty="队列里没有任务"
    />
  )
}

const BULK_TONES = {
  weighing: 'moving',
  weighed: 'waiting',
  running: 'moving',
  done: 'done',
  cancelled: 'closed',
  failed: 'wrong',
} as const
const BULK_COLUMNS: Columns<Bulks> = [
  { title: '批量办理', dataIndex: 'title', render: (title: string) => <b>{title}</b> },
  {
    title: '状态',
    dataIndex: 'state',
    width: 100,
    render: (_, { state, state_name }) => <StateTag tone={BULK_TONES[state]}>{state_name}</StateTag>,
  },
  { title: '共', dataIndex: 'total', align: 'right', width: 80 },
  { title: '已办', key: 'done', align: 'right', width: 80, render: (_, { counts }) => counts.done },
  { title: '已提交批准', key: 'submitted', align: 'right', width: 100, render: (_, { counts }) => counts.submitted },
  { title: '未办', key: 'refused', align: 'right', width: 80, render: (_, { counts }) => counts.refused },
  { title: '原因', dataIndex: 'reason', ellipsis: true },
  { title: '提交', dataIndex: 'asked_at', width: 120, render: (at: string) => <When at={at} short /> },
]

function Bulks() {
  return (
    <ListPage
      what="批量办理"
      list={shared.bulkJobs}
      columns={BULK_COLUMNS}
      every={EVERY_MS}
      drawer={(job, close) => (
        <SideDrawer key={job.id} title={job.title} note={job.reason} onClose={close}>
          <BulkProgress id={job.id} danger={job.kind === 'company.freeze'} outdates={[]} />
        </SideDrawer>
      )}
      empty="还没有批量办理。在商品、企业的列表里勾选几行，再点要办的事。"
    />
  )
}

const TABS = [
  ['mine', '我的导出'],
  ['bulk', '我的批量办理'],
  ['queue', '后台任务'],
] as const

/** What was asked for and takes its time: one's own exports, and for those who look after the shop all of the queue. */
export default function TasksPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const seesQueue = may('jobs.view')
  const asked = params.get('tab')
  const tab = asked === 'bulk' || (asked === 'queue' && seesQueue) ? asked : 'mine'
  return (
    <>
      <Views
        label="任务"
        views={TABS.filter(([key]) => seesQueue || key !== 'queue').map(([key, text]) => ({ key, text }))}
        open={tab}
        onOpen={(key) => setParams(withChange(new URLSearchParams(), { tab: key === 'mine' ? '' : key }))}
      />
      {tab === 'queue' && <Queue />}
      {tab === 'bulk' && <Bulks />}
      {tab === 'mine' && (
        <ListPage
          what="导出"
          list={shared.exports}
          columns={EXPORT_COLUMNS}
          every={EVERY_MS}
          empty="还没有导出。在订单、企业、批号、商品、操作记录的列表里点“导出”。"
        />
      )}
    </>
  )
}
