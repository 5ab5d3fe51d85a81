import type { AfterSaleStatusWire } from '#contract/aftersales.ts'
import type { Tone } from '../../parts/StateTag.tsx'
import type { AfterSale } from './after-sale.ts'

type AfterSaleKind = AfterSale['kind']

export const STATUS_TONES: Readonly<Record<AfterSaleStatusWire, Tone>> = {
  reviewing: 'waiting',
  sending: 'moving',
  inspecting: 'waiting',
  refunding: 'moving',
  refunded: 'done',
  rejected: 'closed',
  cancelled: 'closed',
}

const NEXT: Readonly<Record<AfterSaleStatusWire, string>> = {
  reviewing: '等待审核：通过后客户得知寄回地址，或写明原因驳回',
  sending: '等待客户寄回商品并填写运单',
  inspecting: '等待仓库验收：按实收数量退款',
  refunding: '退款中：渠道退回或财务汇出后办结',
  refunded: '已退款，办结',
  rejected: '已驳回',
  cancelled: '客户已撤销',
}

/** What is the matter with an application that stands so; one for money alone sends nothing back. */
export function nextStep(status: AfterSaleStatusWire, kind: AfterSaleKind): string {
  if (kind === 'return') return NEXT[status]
  if (status === 'reviewing') return '等待审核：通过后由仓库核实并退款，商品不寄回；或写明原因驳回'
  return status === 'inspecting' ? '等待仓库核实：按核实的数量退款' : NEXT[status]
}
