import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { StaffReportWire } from '#contract/reports.ts'
import { reportSeen } from '#domain/reports.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './quality.css'
import { StateViews } from '../../parts/StateViews.tsx'
import { ReportDrawer } from './ReportDrawer.tsx'
import { UploadReports } from './UploadReports.tsx'

type Reports = typeof import('#contract/reports.ts')['staffReportList']

const REPORT_TONES: Readonly<Record<StaffReportWire['state'], Tone>> = {
  unmatched: 'waiting',
  checking: 'moving',
  released: 'done',
  refused: 'wrong',
  replaced: 'closed',
  withdrawn: 'closed',
}

const COLUMNS: Columns<Reports> = [
  { title: '状态', dataIndex: 'state', render: (_, { state, state_name }) => <StateTag tone={REPORT_TONES[state]}>{state_name}</StateTag> },
  {
    title: '商品',
    dataIndex: 'name',
    ellipsis: true,
    render: (name: string, { spec }) =>
      name ? (
        <>
          <b>{name}</b> <span className="muted">{spec}</span>
        </>
      ) : (
        <span className="w">未匹配</span>
      ),
  },
  { title: '编码', dataIndex: 'code' },
  { title: '批号', dataIndex: 'batch_no' },
  { title: '种类', dataIndex: 'kind_name', responsive: [] },
  {
    title: '索取',
    dataIndex: 'asked',
    align: 'right',
    render: (asked: number) => (asked > 0 ? <b className="w">{asked} 家</b> : <span className="muted">—</span>),
  },
  {
    title: '文件',
    dataIndex: 'file_name',
    ellipsis: true,
    responsive: [],
    render: (name: string, { signature_note }) => (signature_note ? <span className="w">{name}</span> : name),
  },
  { title: '上传', dataIndex: 'uploaded_at', responsive: [], render: (at: string) => <When at={at} short /> },
]

/** Ticked ones of which each can be released now; what cannot is said, and stays. */
function Release({ rows, clear }: { rows: readonly StaffReportWire[]; clear: () => void }) {
  const ready = rows.filter(({ state }) => state === 'checking')
  const noted = ready.filter(({ signature_note }) => signature_note !== '')
  const asked = ready.reduce((sum, one) => sum + one.asked, 0)
  const deed = useDeed(calls.reportRelease, {
    done: ({ released }) => `已放行 ${released} 份`,
    outdates: [calls.reports, calls.requests],
    onDone: clear,
  })
  const confirm = useReason(deed.problem)
  const ask = () =>
    confirm.ask({
      title: '放行检验报告',
      bare: true,
      ok: `放行 ${ready.length} 份`,
      what: (
        <>
          <p>
            {ready.length} 份报告随即可供客户下载{asked > 0 && `，其中有 ${asked} 家在等`}：
            {ready
              .slice(0, 8)
              .map(({ name, batch_no }) => `${name} ${batch_no}`)
              .join('、')}
            {ready.length > 8 && ' 等'}。
          </p>
          {rows.length > ready.length && <p className="w">另有 {rows.length - ready.length} 份不是“待质量放行”，不在其内。</p>}
          {noted.length > 0 && (
            <p className="bad">
              {noted.length} 份须先核对签名：{noted.map(({ file_name }) => file_name).join('、')}
            </p>
          )}
        </>
      ),
      run: () => deed.run({ body: { ids: ready.map(({ id }) => id), seen: ready.map(reportSeen) } }),
    })
  useKeys([{ key: 'Shift+Enter', what: '放行所选报告', run: ask, when: ready.length > 0 }])
  return (
    <>
      <Button type="primary" size="small" disabled={ready.length === 0} onClick={ask}>
        {ready.length === 0 ? '所选都不能放行' : `放行 ${ready.length} 份…`} <Kbd of="Shift+Enter" />
      </Button>
      {confirm.dialog}
    </>
  )
}

export default function ReportsPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const canUpload = may('reports.upload')
  const upload = (open: boolean): void => {
    const next = new URLSearchParams(params)
    if (open) next.set('upload', '1')
    else next.delete('upload')
    setParams(next, { replace: true })
  }
  useKeys([{ key: 'N', what: '上传检验报告', run: () => upload(true), when: canUpload }])
  const state = params.get('state') ?? ''
  return (
    <>
      <ListPage
        what="报告"
        list={calls.reports}
        columns={COLUMNS}
        cursor="before"
        fixed={state ? { state } : {}}
        empty={state ? '没有这种状态的报告' : '还没有报告'}
        filters={[{ kind: 'search', name: 'keyword', text: '批号、编码、商品、文件名', width: 260 }]}
        top={({ counts }) => (
          <StateViews
            name="state"
            otherwise=""
            views={[{ value: '', text: '全部' }, ...counts.map((one) => ({ value: one.state, text: one.name, count: one.count }))]}
          />
        )}
        actions={
          canUpload && (
            <Button type="primary" icon={<UploadOutlined />} onClick={() => upload(true)}>
              上传报告 <Kbd of="N" />
            </Button>
          )
        }
        drawer={(report, close) => <ReportDrawer key={`${report.id} ${report.state}`} report={report} onClose={close} />}
        {...(may('reports.release') && {
          bulk: (rows: readonly StaffReportWire[], clear: () => void) => <Release rows={rows} clear={clear} />,
        })}
      />
      <UploadReports open={canUpload && params.get('upload') === '1'} onClose={() => upload(false)} />
    </>
  )
}
