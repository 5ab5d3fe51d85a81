import type { BulkChoice } from '../../parts/BulkBar.tsx'

/** What is done to many orders at once. */
export const ORDERS_MANY: readonly BulkChoice[] = [
  { kind: 'order.note', needs: 'orders.note', text: '内部备注', reason: '备注', effect: '每张记同一条，只有员工看得到。' },
  {
    kind: 'order.hold',
    needs: 'orders.hold',
    text: '暂停',
    reason: '暂停的原因（买家看得到）',
    effect: '不再拣货、发货，直到恢复；买家会收到消息。',
    danger: true,
  },
  {
    kind: 'order.resume',
    needs: 'orders.hold',
    text: '恢复',
    reason: '恢复的原因（买家看得到）',
    effect: '继续拣货、发货；买家会收到消息。',
  },
  {
    kind: 'order.release',
    needs: 'orders.release',
    text: '解除暂停',
    reason: '解除的原因（买家看得到）',
    effect: '质量与系统暂停的继续处理；买家会收到消息。',
  },
]

/** As one text: the address of a request for two hundred orders stays short. */
export const idsQuery = (ids: readonly number[]): { ids: number[] } => ({ ids: ids.join(',') as never })
