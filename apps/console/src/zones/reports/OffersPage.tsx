import { calls } from './calls.ts'
import { ReportView } from './ReportView.tsx'

const GROUPS = [
  { value: 'offer', text: '按活动' },
  { value: 'day', text: '按日' },
  { value: 'month', text: '按月' },
]
const KINDS = [
  { value: 'promotion', text: '满减、赠品、换购、返现' },
  { value: 'coupon', text: '优惠券' },
  { value: 'bundle', text: '组合' },
]

export default function OffersPage() {
  return (
    <ReportView
      name="offers"
      title="营销活动报表"
      call={calls.offers}
      groups={GROUPS}
      filters={[{ kind: 'choice', name: 'kind', text: '种类', choices: KINDS }]}
      note="秒杀、特价等活动价的销售在销售报表里按“价格与专区”看；它们比原价便宜多少，订单没有记，这里不算。"
    />
  )
}
