/** What the queue's tasks are called on the screen; one without a name is shown by its own. */
const NAMES: Readonly<Record<string, string>> = {
  'accounts.cleanup': '清理过期的登录与验证',
  'aftersales.close': '关闭逾期的售后',
  'bulk.clear': '清理旧的批量办理',
  'bulk.work': '批量办理',
  'care.plan': '排养护计划',
  'companies.initials': '读企业名称首字母',
  'companies.pairs': '查找疑似重复的企业',
  'companies.papers_expiry': '证照到期提醒',
  'contracts.expire': '合同到期',
  'credit.reminders': '账期提醒',
  'demo.papers': '演示单据',
  'documents.certificate': '检查签章证书',
  'documents.late': '补做迟到的单据',
  'documents.make': '制作单据',
  'documents.stamp': '加盖时间戳',
  'ephedrine.remind': '含麻回执提醒',
  'exports.clear': '清理过期的导出',
  'exports.make': '导出列表',
  'files.cleanup': '清理无主文件',
  'firsttrade.changed': '首营资料更新',
  'invoices.work': '开具发票',
  'law.rejudge': '重新比对禁售目录',
  'messages.clear': '清理旧消息',
  'orders.advance': '订单自动收货与完成',
  'orders.expire': '取消逾期未付款的订单',
  'orders.expire_due': '找出逾期未付款的订单',
  'payments.ask_unpaid': '追问未到账的在线支付',
  'payments.callbacks_cleanup': '清理付款回执',
  'payments.close': '关闭不再付的在线支付',
  'payments.refund': '退款',
  'payments.refund_return': '售后退款',
  'payments.return_suspense': '退回待查款项',
  'promotions.coupons_expiring': '优惠券到期提醒',
  'quickorder.cleanup': '清理快速下单',
  'reconciling.cleanup': '清理未收入的银行流水文件',
  'reconciling.fetch_bills': '取渠道账单核对',
  'recalls.remind': '召回提醒',
  'receiving.pack': '打包资料',
  'receiving.packs_clear': '清理资料包',
  'shipments.cold_sheet': '冷链温度记录',
  'shipments.track': '查物流',
  'statements.month': '制作月对账单',
  'stock.goods_arrived': '到货通知',
  'stock.refresh': '刷新可售库存',
  'stores.invited': '门店邀请',
  'work.clear': '清理处理标记',
}

/** Whose work is asked of somebody outside: where they fail, a channel is down. */
export const CHANNEL_TASKS: readonly string[] = [
  'documents.stamp',
  'invoices.work',
  'payments.ask_unpaid',
  'payments.close',
  'payments.refund',
  'payments.refund_return',
  'payments.return_suspense',
  'reconciling.fetch_bills',
  'shipments.track',
]

/** Tasks whose name on the screen holds these words. */
export const tasksNamed = (words: string): string[] =>
  words === '' ? [] : Object.keys(NAMES).filter((task) => NAMES[task]?.includes(words))

export const taskName = (task: string): string => NAMES[task] ?? task
