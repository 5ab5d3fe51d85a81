import { calls } from './calls.ts'
import { ReportView } from './ReportView.tsx'

const GROUPS = [
  { value: 'warehouse', text: '按仓库' },
  { value: 'category', text: '按分类' },
  { value: 'day', text: '按日' },
  { value: 'month', text: '按月' },
]

export default function StockPage() {
  return (
    <ReportView
      name="stock"
      title="库存周转与损失"
      call={calls.stock}
      groups={GROUPS}
      note="库存从开始记录之日起每天一个数；没有记录的日子不算在平均里，销售成本也只取有记录的日子。"
    />
  )
}
