import type { OrderBulkDeed } from '#contract/order-bulk.ts'
import type { Needs } from '../../zone.ts'

export interface BulkDeed {
  deed: OrderBulkDeed
  needs: Needs
  /** 暂停, as on the button. */
  text: string
  /** What the text that is typed is called, and who reads it. */
  reason: string
  effect: string
  danger?: boolean
}

/** What is done to several orders at once. */
export const BULK_DEEDS: readonly BulkDeed[] = [
  { deed: 'note', needs: 'orders.note', text: '内部备注', reason: '备注', effect: '每张记同一条，只有员工看得到' },
  {
    deed: 'hold',
    needs: 'orders.hold',
    text: '暂停',
    reason: '暂停的原因（买家看得到）',
    effect: '不再拣货、发货，直到恢复；买家会收到消息',
    danger: true,
  },
  {
    deed: 'resume',
    needs: 'orders.hold',
    text: '恢复',
    reason: '恢复的原因（买家看得到）',
    effect: '继续拣货、发货；买家会收到消息',
  },
  {
    deed: 'release',
    needs: 'orders.release',
    text: '解除暂停',
    reason: '解除的原因（买家看得到）',
    effect: '质量与系统暂停的继续处理；买家会收到消息',
  },
]

/** 可办 3 张，不能办 1 张 */
export function tally(list: readonly { can: number }[]): { can: number; cannot: number } {
  const can = list.filter((one) => one.can === 1).length
  return { can, cannot: list.length - can }
}

/** As one text: the address of a request for two hundred orders stays short. */
export const idsQuery = (ids: readonly number[]): { ids: number[] } => ({ ids: ids.join(',') as never })
