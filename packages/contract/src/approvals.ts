import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { EMERGENCY_MINUTES_MAX } from './constants.ts'
import { Flag, Id, listOf, Paged, Paging } from './shapes.ts'

/** Deeds that another person approves before they are done, and words that somebody takes for himself in an emergency. */

/** What waits for a second person: its name on the screen, and the word that whoever approves it must hold. */
export const APPROVALS = {
  'balance.adjust': { name: '调整企业余额', approver: 'balance.adjust' },
  'credit.terms': { name: '提高账期额度', approver: 'credit.change' },
  'after_sale.refund': { name: '大额退款', approver: 'refunds.pay' },
  'after_sale.approve': { name: '退货寄往另一地址', approver: 'refunds.pay' },
  'company.freeze': { name: '冻结企业', approver: 'companies.review' },
  'company.merge': { name: '合并企业', approver: 'companies.review' },
  'staff.roles': { name: '授予管理岗位', approver: 'staff.manage' },
  'role.save': { name: '岗位增加管理权限', approver: 'roles.change' },
  'batch.release': { name: '解锁批号', approver: 'batches.release' },
  'price.all': { name: '大幅降价、低于成本', approver: 'prices.cost' },
  'price.base': { name: '大幅降价、低于成本（基准价）', approver: 'prices.cost' },
  'price.company': { name: '大幅降价、低于成本（企业专价）', approver: 'prices.cost' },
  'goods.import': { name: '导入商品资料', approver: 'first_trade.approve' },
  'goods.import_undo': { name: '撤销商品资料导入', approver: 'first_trade.approve' },
  'pictures.import': { name: '导入商品图片', approver: 'first_trade.approve' },
  'pictures.import_undo': { name: '撤销商品图片导入', approver: 'first_trade.approve' },
  'companies.import': { name: '导入企业', approver: 'first_trade.approve' },
  'companies.import_undo': { name: '撤销企业导入', approver: 'first_trade.approve' },
  'company.rank': { name: '等级价远低于现价的调级', approver: 'prices.cost' },
  'price.list': { name: '调价单', approver: 'prices.cost' },
  'price.list_back': { name: '回滚调价单', approver: 'prices.cost' },
  'price.cost': { name: '大幅下调成本价、底价', approver: 'prices.cost' },
  'offer.publish': { name: '发布营销活动', approver: 'offers.approve' },
  'coupon.publish': { name: '发布优惠券', approver: 'offers.approve' },
  'broadcast.send': { name: '群发消息', approver: 'offers.approve' },
  'agreement.publish': { name: '发布协议版本', approver: 'articles.publish' },
  'deal.publish': { name: '发布特价、套餐、抽奖', approver: 'offers.approve' },
  'transfer.arrived': { name: '没有流水的充值、还款到账', approver: 'transfers.confirm' },
  'suspense.match': { name: '待查款项大额入账', approver: 'suspense.decide' },
  'day.close': { name: '日结', approver: 'money.close' },
  'unqualified.dispose': { name: '销毁、退回不合格药品', approver: 'unqualified.judge' },
  'recall.close': { name: '结束召回', approver: 'recalls.run' },
  'integration.key': { name: '新建接口密钥', approver: 'integration.manage' },
  'integration.renew': { name: '更换接口密钥', approver: 'integration.manage' },
  'integration.webhook': { name: '新建事件推送', approver: 'integration.manage' },
  'setting.guard': { name: '放宽安全设置，更换收款账户、退货地址、供方名称证号', approver: 'settings.change' },
} as const
export type ApprovalKind = keyof typeof APPROVALS
export const APPROVAL_KINDS = Object.keys(APPROVALS) as readonly ApprovalKind[]

/** Whoever holds one of these decides what others may do, settings being the limits of it: giving one needs a second person. */
export const RULING_WORDS: readonly string[] = ['staff.manage', 'roles.change', 'settings.change', 'system.break_glass', 'approvals.decide']

const STATES = ['waiting', 'approved', 'refused', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof STATES)[number]
const State = Type.Unsafe<ApprovalState>({ type: 'string', enum: [...STATES] })
const Kind = Type.Unsafe<ApprovalKind>({ type: 'string', enum: [...APPROVAL_KINDS] })

const Approval = Type.Object({
  id: Id,
  kind: Kind,
  kind_name: Type.String(),
  subject: Type.String({ description: 'one record: company:12' }),
  title: Type.String({ description: 'what will be done, in words' }),
  changes: listOf({ name: Type.String(), before: Type.String(), after: Type.String() }),
  reason: Type.String(),
  asked_by: Type.String(),
  asked_at: Type.String(),
  expires_at: Type.String(),
  state: State,
  decided_by: Type.String({ description: 'empty: nobody yet' }),
  decided_at: Type.String(),
  decision_note: Type.String(),
  mine: Flag,
  may_decide: Flag,
})
export type ApprovalWire = Static<typeof Approval>

/** What stands beside code 202. */
export const SubmittedData = Type.Object({ request: Approval })

const SCOPES = ['decide', 'mine', 'all'] as const
/** Whoever is signed in sees what he asked for and what he may decide; who reads the audit log sees all. */
export const staffApprovals = call('GET', '/api/staff/approval', {
  permission: 'own',
  summary: '批准事项列表',
  query: Type.Object({
    scope: Type.Optional(Type.Unsafe<(typeof SCOPES)[number]>({ type: 'string', enum: [...SCOPES], description: 'left out: all' })),
    state: Type.Optional(State),
    kind: Type.Optional(Kind),
    ...Paging,
  }),
  data: Type.Object({ list: Type.Array(Approval), ...Paged }),
})
/** Pages say 提交批准 on the button where somebody else will have to agree. */
export const staffApprovalRules = call('GET', '/api/staff/approval_rules', {
  permission: 'own',
  summary: '哪些事项需要另一人批准',
  data: Type.Object({
    list: listOf({
      kind: Kind,
      name: Type.String(),
      over: Type.String({ description: '元 above which; empty: always' }),
      alone: { ...Flag, description: '1: he may do it alone just now, by an emergency word' },
      others: Type.Integer({ description: 'people who could approve what he asks for' }),
    }),
  }),
})
const COMMANDS = ['approve', 'refuse', 'withdraw'] as const
/** approve: it is done at once, under the checks of this moment. Nobody decides what he asked for himself. */
export const staffApprovalDecide = call('POST', '/api/staff/approval/:id/:command', {
  permission: { param: 'command', words: { approve: 'approvals.decide', refuse: 'approvals.decide', withdraw: 'own' } },
  summary: '批准、退回、撤回批准事项',
  refuses: ['CHANGED_SINCE_ASKED'],
  params: Type.Object({
    id: Id,
    command: Type.Unsafe<(typeof COMMANDS)[number]>({ type: 'string', enum: [...COMMANDS] }),
  }),
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200, description: 'needed with refuse' })) }),
  data: Approval,
})

// ── Emergency ──

const Emergency = Type.Object({
  id: Id,
  name: Type.String({ description: 'who' }),
  word: Type.String(),
  word_name: Type.String(),
  reason: Type.String(),
  of_quality: { ...Flag, description: '1: what quality decides, taken by somebody who is not of quality' },
  began_at: Type.String(),
  until_at: Type.String(),
  mine: Flag,
  may_end: Flag,
})
export type EmergencyWire = Static<typeof Emergency>
/** Those that last at this moment: one's own, and everybody's for whoever reads the audit log or manages staff. */
export const staffEmergencies = call('GET', '/api/staff/emergency', {
  permission: 'own',
  summary: '正在使用的应急授权',
  data: Type.Object({ list: Type.Array(Emergency) }),
})
export const staffEmergencyBegin = call('POST', '/api/staff/emergency', {
  permission: 'system.break_glass',
  summary: '取得应急授权：一项权限，至多 60 分钟',
  body: Type.Object({
    word: Type.String({ minLength: 1, maxLength: 60 }),
    minutes: Type.Integer({ minimum: 5, maximum: EMERGENCY_MINUTES_MAX }),
    reason: Type.String({ minLength: 6, maxLength: 200 }),
  }),
  data: Emergency,
})
/** One's own, or anybody's for whoever manages staff. */
export const staffEmergencyEnd = call('POST', '/api/staff/emergency/:id/end', {
  permission: 'own',
  summary: '结束应急授权',
  params: Type.Object({ id: Id }),
  data: Type.Object({}),
})
