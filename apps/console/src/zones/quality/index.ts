import { QUALITY_COMPLAINT } from '#contract/constants.ts'
import { type Needs, type Piece, piecesOf, type Queue, type Zone } from '../../zone.ts'
import { calls } from './calls.ts'

const countOf = (state: string) => (data: unknown) =>
  (data as { counts: { state: string; count: number }[] }).counts.find((one) => one.state === state)?.count ?? 0

const reports = (state: 'checking' | 'unmatched') =>
  piecesOf(calls.reports, (row) => ({
    id: row.id,
    who: row.name ? `${row.name} ${row.spec}` : row.file_name,
    what: row.batch_no ? `批号 ${row.batch_no} ${row.manufacturer}` : '文件名里没有认出批号',
    since: row.uploaded_at,
    to: `quality/reports?state=${state}&look=${row.id}`,
  }))

/** What waits for one step of a first trade upstream. */
const upstreamQueue = (text: string, needs: Needs, pieces: Pick<Queue, 'list' | 'piece'>, page: string, state: string): Queue => ({
  text,
  area: 'quality',
  needs,
  ...pieces,
  query: { state },
  to: `${page}?tab=${state}`,
})
interface Applied {
  applied_by: string
  applied_at: string | null
}
const applied = ({ applied_by, applied_at }: Applied): Pick<Piece, 'since'> & { by: string } => ({
  by: `${applied_by} 申请`,
  since: applied_at ?? '',
})
const suppliers = piecesOf(calls.suppliers, (row) => {
  const { by, since } = applied(row)
  return { id: row.id, who: row.name, what: `${row.kind_name} ${by}`, since, to: `quality/suppliers/${row.id}` }
})
const firstGoods = piecesOf(calls.firstGoods, (row) => {
  const { by, since } = applied(row)
  return {
    id: row.goods_id,
    who: `${row.name} ${row.spec}`,
    what: `${row.manufacturer} ${by}`,
    since,
    to: `quality/first-goods/${row.goods_id}`,
  }
})
const unqualified = (state: string) =>
  piecesOf(calls.unqualified, (row) => ({
    id: row.id,
    who: `${row.name} ${row.spec}`,
    what: `批号 ${row.batch_no} ×${row.number}${row.unit} ${row.reason}`,
    since: row.judged_at ?? row.found_at,
    to: `quality/unqualified?state=${state}&look=${row.id}`,
  }))

export const quality: Zone = {
  pages: [
    {
      path: 'quality/recalls',
      title: '召回',
      words: 'zh',
      area: 'quality',
      needs: 'recalls.view',
      load: () => import('./RecallsPage.tsx'),
    },
    { path: 'quality/recalls/:id', title: '召回', area: 'quality', needs: 'recalls.view', load: () => import('./RecallPage.tsx') },
    // Of the batch with this number; 0: one that is still to be found.
    {
      path: 'quality/recalls/start/:batch',
      title: '启动召回',
      area: 'quality',
      needs: 'recalls.run',
      load: () => import('./StartRecallPage.tsx'),
    },
    {
      path: 'quality/batches',
      title: '批号',
      words: 'ph',
      area: 'quality',
      needs: 'batches.view',
      load: () => import('./BatchesPage.tsx'),
    },
    {
      path: 'quality/reports',
      title: '检验报告',
      words: 'jybg',
      area: 'quality',
      needs: 'reports.view',
      load: () => import('./ReportsPage.tsx'),
    },
    {
      path: 'quality/requests',
      title: '索取报告',
      words: 'sqbg',
      area: 'quality',
      needs: 'reports.view',
      load: () => import('./RequestsPage.tsx'),
    },
    {
      path: 'quality/receipts',
      title: '含麻回执',
      words: 'hmhz',
      area: 'quality',
      needs: 'receipts.view',
      load: () => import('./ReceiptsPage.tsx'),
    },
    {
      path: 'quality/acceptance',
      title: '验收记录',
      words: 'ysjl',
      area: 'quality',
      needs: 'registers.view',
      load: () => import('./AcceptancePage.tsx'),
    },
    {
      path: 'quality/care',
      title: '养护记录',
      words: 'yhjl',
      area: 'quality',
      needs: 'registers.view',
      load: () => import('./CareRegisterPage.tsx'),
    },
    {
      path: 'quality/key-goods',
      title: '重点养护品种',
      words: 'zdyhpz',
      area: 'quality',
      needs: 'registers.view',
      load: () => import('./KeyGoodsPage.tsx'),
    },
    {
      path: 'quality/climate',
      title: '温湿度记录',
      words: 'wsdjl',
      area: 'quality',
      needs: 'registers.view',
      load: () => import('./ClimateRegisterPage.tsx'),
    },
    {
      path: 'quality/recheck',
      title: '出库复核记录',
      words: 'ckfhjl',
      area: 'quality',
      needs: 'registers.view',
      load: () => import('./RecheckPage.tsx'),
    },
    {
      path: 'quality/unqualified',
      title: '不合格药品',
      words: 'bhgyp',
      area: 'quality',
      needs: 'registers.view',
      load: () => import('./UnqualifiedPage.tsx'),
    },
    { path: 'quality/law', title: '禁售目录', words: 'jsml', area: 'quality', needs: 'law.view', load: () => import('./LawPage.tsx') },
    {
      path: 'quality/suppliers',
      title: '供货单位',
      words: 'ghdw',
      area: 'quality',
      needs: 'suppliers.view',
      load: () => import('./SuppliersPage.tsx'),
    },
    {
      path: 'quality/suppliers/:id',
      title: '供货单位',
      area: 'quality',
      needs: 'suppliers.view',
      load: () => import('./SupplierPage.tsx'),
    },
    {
      path: 'quality/first-goods',
      title: '首营品种',
      words: 'sypz',
      area: 'quality',
      needs: 'suppliers.view',
      load: () => import('./FirstGoodsPage.tsx'),
    },
    {
      path: 'quality/first-goods/:id',
      title: '首营品种',
      area: 'quality',
      needs: 'suppliers.view',
      load: () => import('./FirstGoodsRecord.tsx'),
    },
    {
      path: 'quality/papers',
      title: '供货资料',
      words: 'ghzl',
      area: 'quality',
      needs: 'trade_papers.view',
      load: () => import('./PapersPage.tsx'),
    },
    {
      path: 'quality/law-versions',
      title: '禁售目录版本',
      words: 'jsmlbb',
      area: 'quality',
      needs: 'law.view',
      load: () => import('./LawVersionsPage.tsx'),
    },
    {
      path: 'quality/special-limits',
      title: '特殊复方限购',
      words: 'tsffxg',
      area: 'quality',
      needs: 'receipts.view',
      load: () => import('./SpecialLimitsPage.tsx'),
    },
  ],
  commands: [
    { text: '启动召回', words: 'qdzh 批号 召回', needs: 'recalls.run', to: 'quality/recalls/start/0' },
    { text: '上传检验报告', words: 'scjybg', needs: 'reports.upload', to: 'quality/reports?upload=1' },
    { text: '修改特殊复方限购', words: 'xgxg 含麻 每月', needs: 'special_limits.change', to: 'quality/special-limits' },
    { text: '新建供货单位', words: 'xjghdw 首营企业', needs: 'suppliers.change', to: 'quality/suppliers?new=1' },
    { text: '登记不合格药品', words: 'djbhgyp 批号', needs: 'unqualified.report', to: 'warehouse/batches?there=1' },
    { text: '登记供货或品种资料', words: 'djzl 首营', needs: 'trade_papers.change', to: 'quality/papers?new=1' },
  ],
  queues: [
    upstreamQueue('供货单位首营待审核', 'first_trade.check', suppliers, 'quality/suppliers', 'applied'),
    upstreamQueue('供货单位首营待审批', 'first_trade.approve', suppliers, 'quality/suppliers', 'checked'),
    upstreamQueue('首营品种待审核', 'first_trade.check', firstGoods, 'quality/first-goods', 'applied'),
    upstreamQueue('首营品种待审批', 'first_trade.approve', firstGoods, 'quality/first-goods', 'checked'),
    {
      text: '进行中的召回',
      area: 'quality',
      needs: 'recalls.view',
      ...piecesOf(calls.recalls, (row) => ({
        id: row.id,
        who: `${row.name} ${row.spec}`,
        what: `${row.level_name} 批号 ${row.batch_no} ${row.reason}`,
        since: row.started_at,
        to: `quality/recalls/${row.id}`,
      })),
      newestFirst: true,
      query: { state: 'open' },
      to: 'quality/recalls',
    },
    {
      text: '待确认的重点养护品种',
      area: 'quality',
      needs: 'care.confirm',
      list: calls.keyGoods,
      query: { state: 'proposed' },
      to: 'quality/key-goods',
    },
    {
      text: '待判定的不合格药品',
      area: 'quality',
      needs: 'unqualified.judge',
      ...unqualified('found'),
      newestFirst: true,
      query: { state: 'found' },
      to: 'quality/unqualified?state=found',
    },
    {
      text: '待销毁、退回的不合格药品',
      area: 'warehouse',
      needs: 'unqualified.dispose',
      ...unqualified('bad'),
      newestFirst: true,
      query: { state: 'bad' },
      to: 'quality/unqualified?state=bad',
    },
    {
      text: '待放行的检验报告',
      area: 'quality',
      needs: 'reports.release',
      ...reports('checking'),
      count: countOf('checking'),
      query: { state: 'checking', oldest: 1 },
      to: 'quality/reports?state=checking',
    },
    {
      text: '待匹配的检验报告',
      area: 'quality',
      needs: 'reports.upload',
      ...reports('unmatched'),
      count: countOf('unmatched'),
      query: { state: 'unmatched', oldest: 1 },
      to: 'quality/reports?state=unmatched',
    },
    {
      text: '质量投诉',
      area: 'quality',
      needs: 'recalls.run',
      // One by one they stand among the feedback, which the same people see.
      list: calls.complaints,
      query: { kind: 'complaint', topic: QUALITY_COMPLAINT, state: 'open' },
      to: `service/feedback?kind=complaint&topic=${encodeURIComponent(QUALITY_COMPLAINT)}&state=open`,
    },
    {
      text: '客户索取的检验报告',
      area: 'quality',
      needs: 'reports.upload',
      ...piecesOf(calls.requests, (row) => ({
        id: row.id,
        who: row.company,
        what: `${row.name} ${row.spec} 批号 ${row.batch_no} ${row.manufacturer}`,
        since: row.asked_at,
        to: `quality/requests?look=${row.id}`,
      })),
      query: { oldest: 1 },
      to: 'quality/requests',
    },
    {
      text: '待审核的含麻回执',
      area: 'quality',
      needs: 'receipts.view',
      ...piecesOf(calls.receipts, (row) => ({
        id: row.order_id,
        who: row.company,
        what: `订单 ${row.no}，期限 ${row.due_on}`,
        since: row.submitted_at ?? '',
        to: `quality/receipts?look=${row.order_id}`,
      })),
      to: 'quality/receipts',
    },
    {
      text: '禁售目录待审核的商品',
      area: 'quality',
      needs: 'law.view',
      list: calls.lawGoods,
      query: { state: 'doubtful' },
      to: 'quality/law',
    },
  ],
  alarms: [
    {
      text: '今天该养护、还没有查的批号',
      area: 'quality',
      needs: 'care.confirm',
      list: calls.careDue,
      query: { state: 'due' },
      to: 'warehouse/care',
    },
    {
      text: '60 天内首营到期的供货单位',
      area: 'quality',
      needs: 'suppliers.view',
      list: calls.suppliers,
      query: { soon: 1 },
      to: 'quality/suppliers?tab=soon',
    },
    {
      text: '首营已过期的供货单位',
      area: 'quality',
      needs: 'suppliers.view',
      list: calls.suppliers,
      query: { state: 'ended' },
      to: 'quality/suppliers?tab=ended',
    },
    {
      text: '60 天内首营到期的品种',
      area: 'quality',
      needs: 'suppliers.view',
      list: calls.firstGoods,
      query: { soon: 1 },
      to: 'quality/first-goods?tab=soon',
    },
  ],
}
