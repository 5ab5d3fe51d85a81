import { calls } from './calls.ts'
import { ReportView } from './ReportView.tsx'

const GROUPS = [
  { value: 'what', text: '按事项' },
  { value: 'bucket', text: '按用时' },
  { value: 'day', text: '按日' },
  { value: 'month', text: '按月' },
]
const KINDS = [
  { value: 'ship', text: '付款到发货' },
  { value: 'answer', text: '会话首次答复' },
  { value: 'after_sale', text: '售后申请到退款' },
]

export default function ServicePage() {
  return (
    <ReportView
      name="service"
      title="服务时效"
      call={calls.service}
      groups={GROUPS}
      filters={[{ kind: 'choice', name: 'what', text: '事项（默认发货）', choices: KINDS }]}
    />
  )
}
