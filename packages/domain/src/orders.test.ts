import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buyerActions,
  DEFAULT_DEADLINES,
  decide,
  type OrderActor,
  type OrderCommand,
  type OrderStatus,
  orderSteps,
  payBefore,
} from './orders.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const LATER = new Date('2026-11-22T02:00:00Z')
const ALL: readonly OrderStatus[] = ['pending_payment', 'paid', 'picking', 'shipped', 'received', 'completed', 'cancelled']
const COMMANDS: readonly OrderCommand[] = [
  { type: 'settle', channelName: '在线支付' },
  { type: 'cancel', reason: '' },
  { type: 'expire' },
  { type: 'pick' },
  { type: 'ship' },
  { type: 'receive' },
  { type: 'complete' },
]
const actor = (kind: OrderActor['kind']): OrderActor => ({ kind, name: kind })
const by: Readonly<Record<OrderCommand['type'], OrderActor>> = {
  settle: actor('system'),
  cancel: actor('buyer'),
  expire: actor('system'),
  pick: actor('staff'),
  ship: actor('staff'),
  receive: actor('buyer'),
  complete: actor('staff'),
}

/** →state: moves there; 再: replay; 退: the money goes back; 否: refused. */
const TABLE: Readonly<Record<OrderStatus, readonly string[]>> = {
  //                settle    cancel        expire        pick        ship        receive      complete
  pending_payment: ['→paid', '→cancelled', '→cancelled', '否', '否', '否', '否'],
  paid: ['退', '→cancelled', '再', '→picking', '否', '否', '否'],
  picking: ['退', '否', '再', '再', '→shipped', '否', '否'],
  shipped: ['退', '否', '再', '再', '再', '→received', '否'],
  received: ['退', '否', '再', '再', '再', '再', '→completed'],
  completed: ['退', '否', '再', '再', '再', '再', '再'],
  cancelled: ['退', '再', '再', '否', '否', '否', '否'],
}

describe('订单状态', () => {
  it.each(ALL)('%s 的每一种操作', (status) => {
    const answers = COMMANDS.map((command) => {
      const decision = decide({ status, payBefore: LATER }, command, by[command.type], LATER)
      if (decision.kind === 'move') return `→${decision.to}`
      return { replay: '再', surplus: '退', refuse: '否' }[decision.kind]
    })
    expect(answers).toEqual(TABLE[status])
  })

  it('没到支付期限不会因超时取消', () => {
    expect(decide({ status: 'pending_payment', payBefore: LATER }, { type: 'expire' }, by.expire, NOW)).toMatchObject({
      kind: 'refuse',
      reason: 'TOO_EARLY',
    })
  })

  it('买家不能拣货、发货、完成，也不能让订单超时', () => {
    for (const command of COMMANDS.filter(({ type }) => ['pick', 'ship', 'complete', 'expire'].includes(type))) {
      for (const status of ALL)
        expect(decide({ status, payBefore: NOW }, command, actor('buyer'), LATER)).toMatchObject({ kind: 'refuse', reason: 'NOT_ALLOWED' })
    }
  })

  it('任何操作序列：库存至多退一次，退了就不再发货，取消之后不再变化', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...COMMANDS), { maxLength: 30 }), (commands) => {
        let status: OrderStatus = 'pending_payment'
        let released = 0
        let shipped = 0
        for (const command of commands) {
          const decision = decide({ status, payBefore: NOW }, command, by[command.type], LATER)
          if (decision.kind !== 'move') continue
          status = decision.to
          if (decision.effects.releaseStock) released += 1
          if (decision.effects.shipStock) shipped += 1
        }
        expect(released + shipped).toBeLessThanOrEqual(1)
        if (released === 1) expect(status).toBe('cancelled')
      }),
    )
  })

  it('不能做的操作说明为什么', () => {
    for (const status of ALL) {
      for (const action of buyerActions({ status, payBefore: LATER }, NOW)) expect(action.open).toBe(action.why === '')
    }
    const [pay] = buyerActions({ status: 'pending_payment', payBefore: NOW }, NOW)
    expect(pay).toMatchObject({ open: false, why: '已超过支付时间，订单将自动取消' })
  })

  it('进度：到哪一步，哪一步就是现在；取消的只显示走过的', () => {
    const times = { createdAt: NOW, paidAt: NOW, pickedAt: null, shippedAt: null, receivedAt: null, completedAt: null, cancelledAt: LATER }
    expect(orderSteps('paid', times).map((step) => step.state)).toEqual(['done', 'now', 'todo', 'todo', 'todo', 'todo'])
    expect(orderSteps('cancelled', times).map((step) => step.name)).toEqual(['提交订单', '支付成功', '已取消'])
  })

  it('支付期限：一般 24 小时，含秒杀 30 分钟', () => {
    expect(payBefore({ hasFlash: false, isEphedrine: false }, DEFAULT_DEADLINES, NOW)).toEqual(LATER)
    expect(payBefore({ hasFlash: true, isEphedrine: false }, DEFAULT_DEADLINES, NOW)).toEqual(new Date('2026-11-21T02:30:00Z'))
  })
})
