import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { Id, listOf, RefusalShape, Yuan } from './shapes.ts'

/** Why a call could not be done although it was asked rightly, and what the answer then says. */

export const Reasons = Type.Array(RefusalShape)
/** A reason for which an order or a prize waits. */
export const HoldReasons = listOf({
  code: Type.String(),
  message: Type.String(),
  goods: Type.String({ description: 'empty: the company itself' }),
  action: Type.Optional(Type.Unknown()),
})
const Change = Type.Object({
  line_id: Type.Integer({ description: '0: no single line is concerned' }),
  goods_id: Type.Integer(),
  name: Type.String(),
  what: Type.Unsafe<'price' | 'number' | 'added' | 'reduction' | 'coupon' | 'gift' | 'shipping' | 'cashback' | 'total'>({ type: 'string' }),
  before: Type.String(),
  after: Type.String(),
})
const Changed = { total_before: Yuan, total_after: Yuan, changes: Type.Array(Change) }

const refusal = <const P extends TProperties>(summary: string, data: P) => ({ summary, data })

/**
 * Why something that was asked rightly cannot be done now (409): `reason` of the answer's data, and what stands beside it. A
 * refusal that a page does nothing about but to show its sentence has no reason, and null for data.
 */
export const REFUSALS = {
  BATCH_RECALLED: refusal('该批号正在召回', {}),
  CHANGED_MEANWHILE: refusal('已被他人修改', {
    version: Type.Integer(),
    changes: Type.Array(Type.Object({ field: Type.String(), theirs: Type.String() }), { description: 'what stands there now' }),
  }),
  CHANGED_SINCE_ASKED: refusal('提交之后已有变化', {}),
  CHOICE_REFUSED: refusal('所选的赠品、优惠券或抵扣不能用了', { reasons: Reasons, ...Type.Partial(Type.Object(Changed)).properties }),
  COUPON_GONE: refusal('优惠券已被领完', {}),
  COUPON_LIMIT: refusal('已达每家限领的张数', {}),
  COUPON_NOT_STARTED: refusal('领取时间未到', {}),
  COUPON_OVER: refusal('领取时间已过', {}),
  DOCUMENT_WAITING: refusal('单据还在制作或等待签收', {}),
  GIFT_MISSING: refusal('随商品的赠品没有一起退回', {}),
  GOODS_CHANGED: refusal('商品资料在打开之后变化过', {}),
  KEY_USED: refusal('提交编号已用于另一次提交', {}),
  LAW_BARRED: refusal('依法不得在网上销售', {}),
  LINES_GONE: refusal('购物车里已没有其中的商品', { gone: Type.Array(Id) }),
  LINES_REFUSED: refusal('其中的商品不能购买', {
    lines: listOf({ id: Id, goods_id: Id, name: Type.String(), number: Type.Integer(), reasons: Reasons }),
  }),
  NOTHING_TO_DECIDE: refusal('没有待决定的事项', {}),
  NOBODY_TO_APPROVE: refusal('没有第二个人可以批准', { word: Type.String(), kind: Type.String() }),
  ORDER_HELD: refusal('订单暂停处理', { reasons: HoldReasons }),
  PACK_NEEDED: refusal('份数超过一次下载的限度，请改用打包', {}),
  PACK_NOT_READY: refusal('资料包还没有做好', {}),
  PREVIEW_CHANGED: refusal('预览之后有变化', {}),
  PRINT_REFUSED: refusal('其中有不能合并打印的文件', {}),
  PRINT_TOO_LARGE: refusal('合并后的文件过大', {}),
  PROOF_CHANGED: refusal('凭证已重新提交，请按新的凭证核对', {}),
  RECEIPT_CHANGED: refusal('回执已重新上传，请按新的文件审核', {}),
  RECEIVED_ALREADY: refusal('该订单已登记收货', {}),
  REPORT_HERE: refusal('这个批号的检验报告已经有了', {}),
  SEAL_APPLIED: refusal('同一种印章的申请正在审核', {}),
  SEAL_NOT_YOURS: refusal('没有使用或停用该印章的授权', {}),
  STATEMENT_CHANGED: refusal('对账单已重新出具', {}),
  TEXT_CHANGED: refusal('文本已更新，请重新阅读', {}),
  TOTAL_CHANGED: refusal('价格或库存有变化', Changed),
  TRACE_CODE_OTHER_GOODS: refusal('追溯码的品种与商品不符', {}),
  TRACE_CODE_OUT: refusal('追溯码已随其他订单出库', {}),
  RECHARGES_OPEN: refusal('未付款的充值已达上限', {}),
  UNPAID_LIMIT: refusal('未付款的订单已达上限', { reasons: Reasons }),
} as const satisfies Record<string, { summary: string; data: TProperties }>
export type RefusalCode = keyof typeof REFUSALS
/** The data of a refusal with its reason. */
export type RefusalData = { [C in RefusalCode]: { reason: C } & Static<TObject<(typeof REFUSALS)[C]['data']>> }[RefusalCode]
