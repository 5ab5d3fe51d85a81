import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { DataOf } from '#contract/call.ts'
import type { GoodsDetailWire } from '#contract/goods.ts'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { reportApi } from '../../api/report-calls.ts'
import { AskReport } from '../../parts/reports/AskReport.tsx'
import { ReportLinks } from '../../parts/reports/ReportLinks.tsx'
import css from './tabs.module.css'

type Reports = DataOf<typeof import('#contract/reports.ts').goodsReports>

/** shown: the tab is open. Only then are the reports asked for: few who look at a goods look at its batches. */
export function Batches({ goods, shown }: { goods: GoodsDetailWire; shown: boolean }) {
  const api = useApi()
  const reports = useQuery({
    queryKey: ['goods-reports', goods.id],
    queryFn: async ({ signal }) => (await api.ask(reportApi.goodsReports, { params: { id: goods.id }, signal, handles: 'all' })).data,
    enabled: shown && goods.batches.length > 0,
  })
  if (goods.batches.length === 0) return <p className={css.none}>暂无可售批次。</p>
  return (
    <Table
      columns={['批号', { name: '生产日期', look: css.wide }, '有效期至', { name: '仓库', look: css.wide }, figure('可售库存'), '检验报告']}
      kind="small"
    >
      <tbody>
        {goods.batches.map((batch) => (
          <tr key={`${batch.ck_id}-${batch.batch_no}`}>
            <td>{batch.batch_no}</td>
            <td className={css.wide}>{batch.production_date ?? '—'}</td>
            <td>{batch.near_expiry === 1 ? <span className="chip chip-warn">{batch.expiry_date}</span> : batch.expiry_date}</td>
            <td className={css.wide}>{batch.ck_name}</td>
            <td className={table.figure}>{batch.number?.toLocaleString('zh-CN') ?? '—'}</td>
            <td>
              <Report goods={goods} batchNo={batch.batch_no} reports={reports.data} failed={reports.isError} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface ReportProps {
  goods: GoodsDetailWire
  batchNo: string
  reports: Reports | undefined
  failed: boolean
}

function Report({ goods, batchNo, reports, failed }: ReportProps) {
  if (failed) return <span className="muted">暂时查不到</span>
  if (reports === undefined) return <span className="muted">查询中</span>
  const mayFetch = reports.may_fetch === 1
  const own = reports.list.find((one) => one.batch_no === batchNo)
  if (own && own.reports.length > 0) return <ReportLinks reports={own.reports} of={`批号 ${batchNo}`} mayFetch={mayFetch} />
  if (!mayFetch) return <span className="muted">暂未上传</span>
  return <AskReport goodsId={goods.id} batchNo={batchNo} asked={own?.asked === 1} canAsk={own !== undefined} />
}
