import type { Call, NeededPermission } from './call.ts'
import type { Permission } from './calls.ts'

/**
 * Words of quality and words of trade (sales, purchasing, warehouse) do not meet in one person: what quality decides, it decides
 * alone (药品经营质量管理规范 arts. 16, 17, 24).
 */
export type Side = 'quality' | 'trade' | ''

interface Described {
  area: string
  name: string
  side: Side
}

const of = <const Words extends Record<string, string | readonly [string, Side]>>(area: string, words: Words) =>
  Object.fromEntries(
    Object.entries(words).map(([word, said]) => [
      word,
      typeof said === 'string' ? { area, name: said, side: '' } : { area, name: said[0], side: said[1] },
    ]),
  ) as Record<keyof Words & string, Described>

/** What each word means on the screen of roles; a word that is not here does not compile. */
export const PERMISSIONS: Readonly<Record<Permission, Described>> = {
  ...of('订单', {
    'orders.view': '查看订单与暂停原因',
    'orders.prices': '查看订单金额，导出订单',
    'orders.note': '写订单备注',
    'orders.cancel': ['取消订单', 'trade'],
    'orders.enter': ['代客下单', 'trade'],
    'orders.edit': ['修改、拆分拣货前的订单（退款随之）', 'trade'],
    'orders.hold': '暂停订单，恢复自己岗位暂停的',
    'orders.release': ['解除订单暂停', 'quality'],
    'points_orders.handle': ['处理积分订单', 'trade'],
  }),
  ...of('仓库', {
    'orders.pick': ['拣货、装箱、换批号、先发拆单、采集追溯码', 'trade'],
    'orders.ship': ['复核发货、代收货、完成', 'trade'],
    'shipments.correct': ['更正发货信息', 'trade'],
    'batches.view': '查看批号与流向',
    'batches.lock': '锁定批号',
    'trace_codes.export': '导出追溯码上传文件',
    'stock.view': '查看仓库、库存流水、盘点、养护与近效期',
    'warehouses.change': '设置仓库',
    'stock.receive': ['收货登记', 'trade'],
    'stock.count': ['盘点、调拨、申请调整', 'trade'],
    'stock.approve': '批准盘点差异与库存调整',
    'unqualified.dispose': ['销毁、退回不合格药品（质量批准）', 'trade'],
    'shipments.readings': '登记冷链运输温度',
    'care.check': '养护检查、记录库房温湿度（有问题即锁定）',
  }),
  ...of('企业', {
    'companies.view': '查看企业与证照',
    'companies.review': ['审核企业、证照、变更', 'quality'],
    'companies.terms': '设置价格等级与客户经理',
    'companies.people': '结束客户登录、解除登录锁定、发找回链接',
    'companies.invite': '邀请企业登录、注册',
    'companies.import': '导入企业（质量负责人批准）',
    'companies.see': '以客户身份看商城（只读，含价格与余额）',
    'companies.money': '查看企业账期与余额',
    'addresses.view': '查看收货地址审核',
    'addresses.review': ['审核收货地址', 'quality'],
    'contracts.publish': '发布合同版本',
    'contracts.demand': '要求企业签约',
  }),
  ...of('商品', {
    'goods.view': '查看商品与停售',
    'goods.stop': '停售商品',
    'goods.resume': ['恢复销售', 'quality'],
    'law.view': '查看禁售目录',
    'law.bar': '按禁售目录禁售',
    'law.release': ['禁售目录放行', 'quality'],
    'goods.change': ['新建、修改、上下架商品', 'trade'],
    'goods.import': ['导入商品资料、图片（另一人批准）', 'trade'],
    'categories.change': '维护商品分类',
    'manufacturers.change': '维护生产企业',
    'availability.view': '查看可售范围，问企业为什么不能买',
    'availability.change': ['维护可售范围与控销名单', 'trade'],
    'prices.view': '查看商品价格',
    'prices.change': ['修改商品价格', 'trade'],
    'prices.cost': '查看成本价与底价',
    'search.view': '查看搜索实验室与搜索词',
    'search.change': '维护搜索词、置顶与后置',
  }),
  ...of('营销', {
    'offers.view': '查看营销活动与成效',
    'offers.change': ['起草、送审、撤下营销活动', 'trade'],
    'offers.approve': '批准营销活动、群发消息',
    'messages.view': '查看群发消息与结果',
    'messages.send': '写群发消息、送审、停止',
  }),
  ...of('质量', {
    'first_trade.view': '查看首营审批',
    'first_trade.check': ['首营审核（质量部门）', 'quality'],
    'first_trade.approve': ['首营审批（质量负责人）', 'quality'],
    'suppliers.view': '查看供货单位与首营品种',
    'suppliers.change': ['登记供货单位与首营品种，提出申请', 'trade'],
    'trade_papers.view': '查看供货与品种资料',
    'trade_papers.change': ['登记供货与品种资料', 'quality'],
    'batches.release': ['解锁批号', 'quality'],
    'stock.accept': ['验收入库', 'quality'],
    'care.confirm': ['确认重点养护品种', 'quality'],
    'unqualified.report': '登记不合格药品',
    'unqualified.judge': ['判定不合格药品', 'quality'],
    'recalls.view': '查看召回',
    'recalls.run': ['启动、结束召回', 'quality'],
    'recalls.follow': '跟进召回',
    'reports.view': '查看检验报告',
    'reports.upload': '上传、匹配检验报告',
    'reports.release': ['放行、退回检验报告', 'quality'],
    'receipts.view': '查看含麻回执',
    'receipts.review': ['审核含麻回执', 'quality'],
    'special_limits.change': ['设置含特殊药品复方制剂的限购', 'quality'],
    'registers.view': '查看质量记录（验收、养护、出库复核、不合格药品）',
    'registers.make': ['打印质量记录', 'quality'],
    'sales_record.view': '导出销售记录',
    'sales_record.make': ['制作销售记录', 'quality'],
  }),
  ...of('单据与印章', {
    'papers.view': '查看单据',
    'papers.make': '重新制作单据',
    'papers.withdraw': ['作废单据', 'quality'],
    'seals.view': '查看印章台账',
    'seals.decide': ['审核、停用客户印章', 'quality'],
    'seals.register': '登记本公司印章',
    'statements.view': '查看对账单',
    'statements.make': '制作对账单',
    'invoices.view': '查看发票与换开申请',
    'invoices.review': '审核、代客户提出换开申请',
  }),
  ...of('财务', {
    'transfers.view': '查看对公转账与凭证',
    'transfers.confirm': '确认到账、退回',
    'suspense.view': '查看待查款项',
    'suspense.decide': '处理待查款项',
    'refunds.view': '查看退款去向',
    'refunds.pay': '确认退款已汇出',
    'credit.view': '查看企业账期与余额',
    'credit.change': '设置账期额度',
    'balance.adjust': '调整企业余额',
    'money.view': '查看渠道对账与日结',
    'money.close': '日结（另一人批准）',
    'money.reconcile': '导入银行流水、渠道对账',
  }),
  ...of('客户服务', {
    'aftersales.view': '查看售后',
    'aftersales.decide': ['审核售后', 'trade'],
    'aftersales.refund': ['验收退货并退款', 'trade'],
    'chat.view': '查看客服会话',
    'chat.answer': '回复客户',
    'wanted.view': '查看求购',
    'wanted.answer': ['答复求购', 'trade'],
    'feedback.view': '查看反馈与投诉',
    'feedback.answer': '答复反馈与投诉',
  }),
  ...of('内容', {
    'articles.view': '查看文章与法律文本',
    'articles.change': '写文章与法律文本',
    'articles.publish': '发布、撤下文章',
    'front.view': '查看广告位、导航、热词与专题页',
    'front.change': '设置广告位、导航、页脚、热词，写专题页',
    'front.publish': '发布、撤下专题页',
  }),
  ...of('报表', {
    'figures.view': '查看报表（全公司的数字，不含成本）',
    'figures.send': '设置定时发送的报表',
    'figures.remake': '重算报表',
  }),
  ...of('系统', {
    'files.view': '查看客户与本公司上传的文件',
    'files.upload': '上传文件',
    'staff.view': '查看员工与岗位',
    'staff.manage': '管理员工',
    'roles.change': '修改岗位权限',
    'audit.view': '查看操作记录',
    'approvals.decide': '批准他人提交的事项',
    'system.break_glass': '取得应急授权',
    'system.health': '查看运行状态',
    'settings.view': '查看商城设置与开业准备',
    'settings.change': '修改商城设置',
    'integration.view': '查看接口密钥与对接情况',
    'integration.manage': '新建、更换、停用接口密钥与事件推送（另一人批准）',
    'views.share': '共享列表视图',
    'jobs.view': '查看后台任务',
    'jobs.retry': '重试、删除后台任务',
    'channels.view': '查看外部通道与发出的短信、邮件（号码遮盖）',
    'channels.test': '试外部通道，发测试短信与邮件',
  }),
}

export const PERMISSION_WORDS = Object.keys(PERMISSIONS) as readonly Permission[]
const known: ReadonlySet<string> = new Set(PERMISSION_WORDS)
export const isPermission = (word: string): word is Permission => known.has(word)

/** Which word this request needs; undefined: its path says a deed that there is none of. */
export function permissionOf(needed: NeededPermission | undefined, params: unknown): string | undefined {
  if (needed === undefined || typeof needed === 'string') return needed
  const command = (params as Record<string, unknown>)[needed.param]
  return typeof command === 'string' && Object.hasOwn(needed.words, command) ? needed.words[command] : undefined
}

/** Every word that a call may ask for. */
export const wordsOf = ({ permission }: Pick<Call, 'permission'>): readonly string[] =>
  permission === undefined ? [] : typeof permission === 'string' ? [permission] : [...new Set(Object.values(permission.words))]

/** Words of both sides in one hand; empty: they may be held together. */
export function clashOf(words: Iterable<string>): { quality: Permission; trade: Permission } | null {
  let quality: Permission | null = null
  let trade: Permission | null = null
  for (const word of words) {
    if (!isPermission(word)) continue
    if (PERMISSIONS[word].side === 'quality') quality ??= word
    if (PERMISSIONS[word].side === 'trade') trade ??= word
  }
  return quality !== null && trade !== null ? { quality, trade } : null
}
