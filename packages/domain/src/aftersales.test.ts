import { describe, expect, it } from 'vitest'
import {
  AFTER_SALE_STATUSES,
  type AfterSaleActor,
  type AfterSaleCommand,
  type AfterSaleFacts,
  type AfterSaleKind,
  type AfterSaleStatus,
  afterSaleActions,
  afterSaleSteps,
  batchRefusal,
  decideAfterSale,
  kindsFor,
  reasonRefusal,
  type SoldBatch,
} from './aftersales.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const actor = (kind: AfterSaleActor['kind']): AfterSaleActor => ({ kind, name: kind })
const COMMANDS: readonly [AfterSaleCommand, AfterSaleActor['kind']][] = [
  [{ type: 'approve' }, 'staff'],
  [{ type: 'reject', reason: '理由' }, 'staff'],
  [{ type: 'send', carrier: '甲', waybill: '1' }, 'buyer'],
  [{ type: 'refund', text: '', waits: true }, 'staff'],
  [{ type: 'settle' }, 'system'],
  [{ type: 'cancel' }, 'buyer'],
  [{ type: 'expire' }, 'system'],
]
const facts = (kind: AfterSaleKind, status: AfterSaleStatus, more: Partial<AfterSaleFacts> = {}): AfterSaleFacts => ({
  kind,
  status,
  carrier: '甲',
  waybill: '1',
  approvedAt: new Date('2026-11-10T02:00:00Z'),
  ...more,
})
const said = (of: AfterSaleFacts, [command, kind]: (typeof COMMANDS)[number], now = NOW): string => {
  const decision = decideAfterSale(of, command, actor(kind), now)
  return decision.kind === 'move' ? `→${decision.to}` : decision.kind === 'replay' ? '再' : '否'
}

/** →state: moves there; 再: a replay without effect; 否: refused. */
const RETURN: Readonly<Record<AfterSaleStatus, readonly string[]>> = {
  //           approve     reject       send           refund        settle       cancel        expire
  reviewing: ['→sending', '→rejected', '否', '否', '否', '→cancelled', '再'],
  sending: ['再', '否', '→inspecting', '否', '否', '→cancelled', '→cancelled'],
  inspecting: ['再', '→rejected', '再', '→refunding', '否', '否', '再'],
  refunding: ['再', '否', '否', '再', '→refunded', '否', '再'],
  refunded: ['再', '否', '否', '再', '再', '否', '再'],
  rejected: ['否', '再', '否', '否', '否', '否', '再'],
  cancelled: ['否', '否', '否', '否', '否', '再', '再'],
}

describe('售后的一生', () => {
  it.each(AFTER_SALE_STATUSES)('退货退款在 %s：每个操作去哪里', (status) => {
    expect(COMMANDS.map((command) => said(facts('return', status), command))).toEqual(RETURN[status])
  })

  it('仅退款不寄回：审核时直接核定退款', () => {
    expect(COMMANDS.map((command) => said(facts('refund_only', 'reviewing'), command))).toEqual([
      '否',
      '→rejected',
      '否',
      '→refunding',
      '否',
      '→cancelled',
      '再',
    ])
    expect(
      decideAfterSale(facts('refund_only', 'reviewing'), { type: 'refund', text: '', waits: false }, actor('staff'), NOW),
    ).toMatchObject({
      to: 'refunded',
    })
  })

  it('谁都不能替别人操作', () => {
    for (const [command, kind] of COMMANDS)
      for (const other of (['buyer', 'staff', 'system'] as const).filter((one) => one !== kind))
        for (const status of AFTER_SALE_STATUSES)
          expect(decideAfterSale(facts('return', status), command, actor(other), NOW)).toMatchObject({ reason: 'NOT_ALLOWED' })
  })

  it('寄回期限满 7 天才自动撤销；验收前可以更正运单', () => {
    const sending = facts('return', 'sending', { approvedAt: new Date('2026-11-14T02:00:01Z') })
    expect(decideAfterSale(sending, { type: 'expire' }, actor('system'), NOW)).toMatchObject({ reason: 'TOO_EARLY' })
    const corrected = decideAfterSale(facts('return', 'inspecting'), { type: 'send', carrier: '乙', waybill: '2' }, actor('buyer'), NOW)
    expect(corrected).toEqual({ kind: 'move', to: 'inspecting', text: '更正寄回运单：乙 2' })
  })

  it('买家看到能做什么，不能做的说明为什么', () => {
    expect(afterSaleActions(facts('return', 'inspecting'), NOW)).toEqual([
      { key: 'send', text: '更正运单号', open: true, why: '' },
      { key: 'cancel', text: '撤销申请', open: false, why: '商品已寄回，不能撤销' },
    ])
  })

  it('进度条停在到达的一步；驳回与撤销显示此前发生过的', () => {
    const times = { createdAt: NOW, approvedAt: NOW, sentAt: null, inspectedAt: null, refundedAt: null, closedAt: null }
    const steps = (status: AfterSaleStatus, more = {}) => afterSaleSteps({ kind: 'return', status }, { ...times, ...more })
    expect(steps('sending').map((step) => step.state)).toEqual(['done', 'now', 'todo', 'todo', 'todo'])
    expect(steps('refunded').every((step) => step.state === 'done')).toBe(true)
    expect(steps('cancelled', { closedAt: NOW }).map((step) => step.name)).toEqual(['提交申请', '审核通过', '已撤销'])
  })
})

describe('可以申请什么', () => {
  const order = (more = {}) => ({ status: 'received' as const, isEphedrine: false, receivedAt: new Date('2026-11-14T15:59:00Z'), ...more })
  const batch: SoldBatch = { name: '片', unit: '盒', expiryDate: '2026-11-21', coldChain: false, isNearExpiry: false, number: 5, taken: 2 }

  it('少发只能仅退款，近效期和其他必须退货，收货前只能仅退款', () => {
    expect(kindsFor(order(), 'short')).toEqual(['refund_only'])
    expect(kindsFor(order(), 'other')).toEqual(['return'])
    expect(kindsFor(order(), 'damaged')).toEqual(['return', 'refund_only'])
    expect(kindsFor(order({ status: 'shipped', receivedAt: null }), 'damaged')).toEqual(['refund_only'])
    expect(kindsFor(order({ status: 'shipped', receivedAt: null }), 'quality')).toEqual([])
  })

  it.each([
    ['other', '2026-11-21', ''],
    ['other', '2026-11-22', '已超过收货后 7 天的申请期限'],
    ['quality', '2027-06-01', ''],
  ] as const)('11 月 14 日收货，%s 在 %s：%s', (reason, today, why) => {
    expect(reasonRefusal(order(), reason, today)).toBe(why)
  })

  it('含麻黄碱的订单只受理我方原因', () => {
    expect(reasonRefusal(order({ isEphedrine: true }), 'other', '2026-11-20')).toContain('仅受理')
    expect(reasonRefusal(order({ isEphedrine: true }), 'short', '2026-11-20')).toBe('')
  })

  it('到期当天仍可申请质量问题；冷链只受理质量问题，少发可仅退款；近效期特价不因近效期退', () => {
    expect(batchRefusal(batch, 'return', 'quality', '2026-11-21')).toBe('')
    expect(batchRefusal(batch, 'return', 'quality', '2026-11-22')).toBe('该批次已过有效期')
    const cold = { ...batch, coldChain: true }
    expect(batchRefusal(cold, 'return', 'damaged', '2026-11-20')).toContain('冷链')
    expect(batchRefusal(cold, 'refund_only', 'short', '2026-11-20')).toBe('')
    expect(batchRefusal(cold, 'return', 'quality', '2026-11-20')).toBe('')
    expect(batchRefusal({ ...batch, isNearExpiry: true }, 'return', 'near_expiry', '2026-11-20')).toContain('近效期特价')
    expect(batchRefusal({ ...batch, taken: 5 }, 'return', 'other', '2026-11-20')).toBe('已全部申请售后')
  })
})
