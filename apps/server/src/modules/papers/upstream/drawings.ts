import { type Drawing, type DrawingFrame, type Drawings, versionText } from '../documents/public.ts'
import type { UpstreamSnapshot } from './facts.ts'

const approvalForm =
  (title: string) =>
  (snapshot: UpstreamSnapshot, frame: DrawingFrame): Drawing => ({
    write: (paper) => {
      paper.heading(title, `编号 ${frame.no}${versionText(frame)}`)
      paper.facts(snapshot.facts.map(([name, value]) => [name, value] as const))
      paper.section('资料')
      paper.table(
        [
          { title: '材料', share: 4 },
          { title: '编号', share: 4 },
          { title: '有效期至', share: 2 },
        ],
        snapshot.papers.map((one) => [one.name, one.number, one.expiresOn ?? '长期']),
      )
      paper.section('审批')
      paper.facts(
        snapshot.steps.map(([name, value]) => [name, value] as const),
        1,
      )
    },
  })

export const UPSTREAM_DRAWINGS: Drawings = {
  supplier_approval: approvalForm('首营企业审批表'),
  goods_approval: approvalForm('首营品种审批表'),
}
