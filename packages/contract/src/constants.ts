/** Business constants of specification section 9, used by both sides. */
export const REQUEST_TIMEOUT_MS = 30_000
export const CART_BADGE_MAX = 99
export const CART_FILTER_ALL = 99_999
export const CATEGORY_MENU_MAX = 7
export const NAV_MAX = 9
export const HELP_GROUPS_MAX = 4
export const SEARCH_DELAY_MS = 500
export const SEARCH_CACHE_MS = 5_000
export const SEARCH_HISTORY_MAX = 10
export const SEARCH_FIXED_AFTER_PX = 205
export const PAGE_SIZE = 40
export const PAGE_SIZE_MAX = 100
/** What a company is called from step 1 of its registration until it gives its name. */
export const UNNAMED_COMPANY = '待完善资料的企业'
export const CART_LINES_MAX = 1_000
/** Lines of one list that is pasted or uploaded for quick purchase. */
export const QUICK_LINES_MAX = 1_000
export const QUICK_FILE_BYTES_MAX = 2 * 1024 * 1024
/** A statement of the bank, or the bill of a payment channel. */
export const STATEMENT_FILE_BYTES_MAX = 2 * 1024 * 1024
export const STATEMENT_LINES_MAX = 5_000
/** The line /api/live is closed with it: the session ended or is not what it was; the page asks who it is now. */
export const LIVE_RIGHTS_CHANGED = 4401
/** Characters of one message to the service. */
export const CHAT_TEXT_MAX = 1_000
/** Of a word to the colleague who takes a conversation over. */
export const CHAT_NOTE_MAX = 200

/** An invitation of a company counts so many days; another letter of it begins them anew. */
export const INVITED_DAYS = 7
/** So many letters are made at once. */
export const INVITED_AT_ONCE = 200
export const INVITATION_STATES = ['sent', 'opened', 'used', 'expired', 'revoked'] as const
/** How a person was known before a way back in was handed out. */
export const RECOVERY_CHECKS = ['来人出示身份证与委托书', '回拨企业登记电话核对', '加盖公章的书面申请'] as const
/** A way back in that was handed out lasts so many hours. */
export const RECOVERY_HOURS = 24
/** Help pages that have a route of their own (specification section 2), by the code of their article. */
export const HELP_PATHS: Readonly<Record<string, string>> = {
  help: '/help',
  hyzc: '/help/xrzn/hyzc',
  gwzn: '/help/xrzn/gwzn',
  aqgy: '/help/xrzn/aqgy',
  wzzz: '/help/fwbz/wzzz',
  yhxy: '/help/fwbz/yhxy',
  zskf: '/help/fwbz/zskf',
  serve: '/help/serve',
  tsjy: '/help/us/tsjy',
  link: '/help/us/link',
  pay: '/help/pay',
  ddzf: '/help/zfps/ddzf',
  hwps: '/help/zfps/hwps',
  ypth: '/help/zfps/ypth',
}
// ── The open API ──
export const OPEN_ROWS_MAX = 1_000
/** Units of one goods, in all its batches and warehouses together. */
export const OPEN_STOCK_GOODS_MAX = 1_000_000_000
/** Prices of companies in one message, of all its goods together. */
export const OPEN_COMPANY_PRICES_MAX = 1_000
export const ORDER_CHANGES_MAX = 500
export const OPEN_KEY_DAYS_MAX = 730
export const OPEN_KEY_ADDRESSES_MAX = 20
/** So many secrets of one key count at once: the new one, and the one that it replaces. */
export const OPEN_SECRETS_MAX = 2
/** For so long an Idempotency-Key is known. */
export const OPEN_ONCE_DAYS = 7
/** For so long changes of the stream are kept. */
export const OPEN_EVENT_DAYS = 90
export const OPEN_KEY_STATES = { unissued: '待领取', live: '使用中', expired: '已过期', stopped: '已停用' } as const
/** What a company may give a key of its own: words of the open API alone, which no member of staff holds. */
export const OPEN_OWN_SCOPES = {
  'own.catalogue': '查看目录与本企业价格',
  'own.order': '下单、查看订单',
  'own.papers': '取单据与检验报告',
} as const
/** Keys of one company that count at once. */
export const OPEN_OWN_KEYS_MAX = 5
/** Lines of one order by key. */
export const OWN_LINES_MAX = 200
/** Of which other systems are told (open-webhooks.ts). */
export const WEBHOOK_TYPES = {
  'order.placed': '下单',
  'order.paid': '付款（账期订单下单即是）',
  'order.cancelled': '取消',
  'order.held': '暂停处理',
  'order.released': '恢复处理',
  'order.changed': '改单、拆单、换批号、退货入账',
  'order.picking': '开始拣货',
  'order.shipped': '发货',
  'order.received': '收货',
  'order.completed': '完成',
  'return.requested': '申请退货退款',
  'return.approved': '同意退货',
  'return.sent': '退货寄出，待验收',
  'return.rejected': '驳回退货',
  'return.cancelled': '撤销退货',
  'refund.started': '验收完，开始退款',
  'refund.done': '退款完成',
  'shipment.created': '包裹发出',
  'shipment.delivered': '包裹送达',
  'payment.arrived': '收到付款（订单、充值、还款）',
  'credit.bill_opened': '账期账单产生',
  'credit.repaid': '账期还款到账',
  'invoice.issued': '开出发票',
  'invoice.reversed': '开出红字发票',
  'company.submitted': '企业提交审核',
  'company.passed': '企业审核通过、解冻',
  'company.rejected': '企业被驳回',
  'company.frozen': '企业被冻结',
  'company.changed': '企业资料、等级、客户经理、账期改动',
  'contract.signed': '企业签合同',
  'certificate.expiring': '企业证照 30 天、7 天后到期',
  'certificate.expired': '企业证照到期',
  'receipt.overdue': '含麻回执逾期',
  'document.ready': '单据做好',
  'goods.created': '新商品',
  'goods.changed': '商品资料改动、上架',
  'goods.off_shelf': '商品下架',
  'price.changed': '基准价、等级价、企业价、阶梯价改动',
  'stock.out': '各仓都没有可售库存',
  'batch.held': '批号锁定',
  'batch.released': '批号解锁',
  'batch.recalled': '启动召回',
  'wanted.created': '求购',
  'complaint.created': '投诉',
} as const
/** By its first word: how they stand in groups. */
export const WEBHOOK_GROUPS = {
  order: '订单',
  return: '退货',
  refund: '退货',
  shipment: '发货',
  payment: '钱款',
  credit: '钱款',
  invoice: '钱款',
  company: '企业',
  contract: '企业',
  certificate: '企业',
  receipt: '企业',
  document: '企业',
  stock: '商品与价格',
  goods: '商品与价格',
  price: '商品与价格',
  batch: '批号',
  wanted: '客户的话',
  complaint: '客户的话',
} as const
export const WEBHOOK_STATES = { unissued: '待领取密钥', live: '发送中', failing: '没有送达', paused: '已暂停', stopped: '已停用' } as const
export const WEBHOOK_MESSAGE_STATES = { waiting: '等待发送', sent: '已送达', failed: '未送达' } as const
// ── First trade upstream ──
export const SUPPLIER_KINDS = { maker: '生产企业', wholesaler: '批发企业' } as const
/** none: no application yet · ended: what was approved has expired · changed: who it is was changed since. */
export const UPSTREAM_STATES = {
  none: '未申请',
  applied: '待质量审核',
  checked: '待质量负责人审批',
  passed: '已通过',
  refused: '未通过',
  ended: '已过期',
  changed: '已变更，须重新首营',
} as const
// ── The warehouse's papers ──
export const INTAKE_STATES = { waiting: '待验收', done: '已验收', withdrawn: '已撤回' } as const
/** What becomes of goods that were not accepted. */
export const REJECT_MEASURES = { refuse: '拒收，退回供货单位', hold: '移入不合格品区，待处理' } as const
export const UNQUALIFIED_STATES = { found: '待判定', bad: '不合格，待处置', fine: '判为合格', gone: '已处置' } as const
export const UNQUALIFIED_SOURCES = { storage: '在库', acceptance: '验收拒收' } as const
export const UNQUALIFIED_WAYS = { destroy: '销毁', return: '退回供货单位' } as const
/** Why a batch is looked at by the month; all but the last are of the goods. */
export const CARE_GROUNDS = {
  confirmed: '质量确认',
  first_year: '首营一年内',
  cold: '冷藏冷冻',
  spoiling: '易变质',
  short_life: '有效期短',
  unqualified: '曾有不合格',
  near_end: '近效期',
} as const
export const CARE_STATES = { due: '今天该查', soon: '7 天内该查', all: '全部在库' } as const
export const KEY_GOODS_STATES = { proposed: '待确认', key: '重点养护', general: '一般养护', other: '其余在库品种' } as const
/** Looked at, or decided, in one go. */
export const CARE_MANY_MAX = 200
export const COUNT_STATES = { open: '盘点中', submitted: '待批准', approved: '已批准', cancelled: '已作废' } as const
export const COUNT_KINDS = { count: '盘点', adjust: '调整' } as const
export const MOVE_STATES = { sent: '在途', arrived: '已到货', cancelled: '已撤回' } as const
export const MOVEMENT_NAMES = {
  import: '导入为',
  receive: '收货入库',
  reserve: '订单占用',
  release: '释放占用',
  ship: '发货出库',
  return: '退货入库',
  write_off: '退货报损',
  adjust: '库存调整',
  count: '盘点差异',
  move_out: '调拨出库',
  move_in: '调拨入库',
  destroy: '不合格销毁',
  return_out: '不合格退回供货单位',
} as const
export const WAVE_ORDERS_MAX = 40
export const WAVE_STATES = { waiting: '待拣', picking: '拣货中', done: '已拣完', dissolved: '已解散' } as const
export const COUNT_BATCHES_MAX = 5_000
/** Trees of the menu, as clerks call them. */
export const CATEGORY_TREES = { drug: '药品', selected: '优选', herb: '中药', device: '器械' } as const
/** How a goods stands; each is in the first that holds. */
export const SHELF_NAMES = { on: '在售', off: '未上架', stopped: '已停售', waiting: '待质量审核', barred: '禁售' } as const
/**
 * Texts of a goods that are kept as they are said: no rule reads them. A line here with a column of goods of the same name is the whole field:
 * the import, the clerk's record, the goods' page and the list as a file follow. also: what files call it besides.
 */
export const GOODS_TEXTS = {
  holder: { name: '上市许可持有人', max: 100, also: ['持有人', 'mah'] },
  origin: { name: '产地', max: 60, also: [] },
} as const satisfies Record<string, { name: string; max: number; also: readonly string[] }>
export type GoodsText = keyof typeof GOODS_TEXTS
export type GoodsTexts = Record<GoodsText, string>
export const GOODS_TEXT_FIELDS = Object.keys(GOODS_TEXTS) as GoodsText[]
export const ofGoodsTexts = <Value>(value: (field: GoodsText) => Value) =>
  Object.fromEntries(GOODS_TEXT_FIELDS.map((field) => [field, value(field)])) as Record<GoodsText, Value>
/** What a goods may lack. */
export const GOODS_LACKS = { price: '没有价格', stock: '没有库存', picture: '没有图片', category: '没有分类' } as const
/** Accounts of the ledger that hold money, a company's and the shop's own. */
export const LEDGER_ACCOUNTS = {
  'company:balance': '企业余额',
  'company:credit': '企业账期',
  'company:voucher': '企业现金券',
  'shop:gateway': '模拟支付网关',
  'shop:wechat_pay': '微信支付',
  'shop:alipay': '支付宝',
  'shop:unionpay': '银联在线支付',
  'shop:bank': '银行存款',
  'shop:order_advance': '订单预收',
  'shop:sales': '销售收入',
  'shop:shipping': '运费收入',
  'shop:opening': '期初',
  'shop:marketing': '营销费用',
  'shop:adjustment': '余额调整',
  'shop:surplus': '重复到账',
  'shop:refund_due': '待退款项',
  'shop:suspense': '待查款项',
} as const
/** What moved money, in the ledger's own kinds. */
export const LEDGER_KINDS = {
  opening: '期初',
  order_pay: '订单支付',
  order_refund: '订单退款',
  order_split: '订单拆分',
  order_complete: '订单完成（转收入）',
  after_sale_refund: '售后退款',
  refund_sent: '退款汇出、退到',
  cashback: '满额返现',
  cashback_back: '返现收回',
  voucher_grant: '活动发放',
  recharge: '充值',
  credit_repay: '账期还款',
  adjust: '余额调整',
  surplus: '重复支付',
  surplus_back: '重复支付退回',
  suspense: '待查款项到账',
  suspense_matched: '待查款项入账',
  suspense_back: '待查款项退回',
  points_order_pay: '积分换购付款',
  points_order_refund: '积分换购退款',
  channel_split: '支付渠道分户',
} as const
/** The topic of complaints that wait for quality too. */
export const QUALITY_COMPLAINT = '商品质量'
export const FEEDBACK_TOPICS = ['商品', '价格', '订单配送', '网站功能', '售后', '其他'] as const
export const COMPLAINT_TOPICS = [QUALITY_COMPLAINT, '错发少发', '配送时效', '服务态度', '价格争议', '其他'] as const
/** The envelope's code where nothing was done yet: the request waits for another person. */
export const SUBMITTED = 202
/** How long somebody may hold a word that he took for himself. */
export const EMERGENCY_MINUTES_MAX = 60
/** So many orders of the list are printed or given as a file at most. */
export const ORDER_BULK_MAX = 200
/** Lists of the console that can be had as a file, by the path of the list's own call. */
export const EXPORT_LISTS = {
  orders: '/api/staff/order',
  companies: '/api/staff/companies',
  batches: '/api/staff/batch/list',
  goods: '/api/staff/goods',
  goods_facts: '/api/staff/goods_record',
  audit: '/api/staff/audit',
  bank_lines: '/api/staff/bank/line',
  channel_differences: '/api/staff/channel_difference',
  held_orders: '/api/staff/held_order',
  picking: '/api/staff/picking',
  shipments: '/api/staff/shipment',
  after_sales: '/api/staff/after_sale/list',
  refunds: '/api/staff/refund',
  points_orders: '/api/staff/points_order',
  movements: '/api/staff/stock/movements',
  expiry: '/api/staff/stock/expiry',
  intakes: '/api/staff/intake',
  counts: '/api/staff/count',
  moves: '/api/staff/stock/move',
  waves: '/api/staff/wave',
  warehouses: '/api/staff/warehouse',
  manufacturers: '/api/staff/manufacturer',
  searches: '/api/staff/search/asked',
  search_words: '/api/staff/search/word',
  search_pins: '/api/staff/search/pin',
  availabilities: '/api/staff/availability',
  availability_entries: '/api/staff/availability/entry',
  price_lists: '/api/staff/price_list',
  goods_imports: '/api/staff/goods_import',
  picture_imports: '/api/staff/picture_import',
  company_imports: '/api/staff/company_import',
  offers: '/api/staff/offer',
  coupons: '/api/staff/coupon',
  segments: '/api/staff/segment',
  broadcasts: '/api/staff/broadcast',
  broadcast_companies: '/api/staff/broadcast_company',
  deals: '/api/staff/deal',
  draw_records: '/api/staff/draw_record',
  transfers: '/api/staff/payment/transfers',
  transfer_proofs: '/api/staff/transfer_proofs',
  recharges: '/api/staff/recharge',
  suspense: '/api/staff/payment/suspense',
  credit: '/api/staff/credit',
  statements: '/api/staff/statement',
  issued_invoices: '/api/staff/invoice',
  invoices: '/api/staff/invoice_requests',
  ledger: '/api/staff/ledger',
  closings: '/api/staff/closing',
  channel_bills: '/api/staff/channel_bill',
  documents: '/api/staff/document',
  contracts: '/api/staff/contract',
  receipts: '/api/staff/receipts',
  special_limits: '/api/staff/special_limit',
  recalls: '/api/staff/recall/list',
  reports: '/api/staff/report',
  report_requests: '/api/staff/report/request',
  law_goods: '/api/staff/law/goods',
  trade_papers: '/api/staff/trade_paper',
  seals: '/api/staff/seal',
  addresses: '/api/staff/address',
  invitations: '/api/staff/invitation/list',
  wanted: '/api/staff/wanted',
  feedback: '/api/staff/feedback',
  articles: '/api/staff/article',
  agreements: '/api/staff/agreement',
  agreement_companies: '/api/staff/agreement_company',
  people: '/api/staff/person',
  approvals: '/api/staff/approval',
  jobs: '/api/staff/job',
  suppliers: '/api/staff/supplier',
  first_goods: '/api/staff/first_goods',
  acceptance: '/api/staff/register/acceptance',
  recheck: '/api/staff/register/recheck',
  figures_sales: '/api/staff/figures/sales',
  figures_margin: '/api/staff/figures/margin',
  figures_customers: '/api/staff/figures/customers',
  figures_receivables: '/api/staff/figures/receivables',
  figures_service: '/api/staff/figures/service',
  figures_offers: '/api/staff/figures/offers',
  figures_funnel: '/api/staff/figures/funnel',
  figures_stock: '/api/staff/figures/stock',
  unqualified: '/api/staff/unqualified',
  care: '/api/staff/register/care',
  care_goods: '/api/staff/care/goods',
  climate: '/api/staff/register/climate',
  care_due: '/api/staff/care',
  sent_messages: '/api/staff/sent_message',
} as const
/** Kinds of offers that one builder makes, as clerks call them. */
export const OFFER_KINDS = {
  gift: '买赠',
  full_reduction: '满减',
  goods_full_reduction: '单品满减',
  exchange: '换购',
  cashback: '满额返现',
} as const
export const OFFER_TIERS_MAX = 8
/** Of a coupon that goes together with others, which one company uses all at once. */
export const COUPON_STACK_MAX = 99
/** Kinds of what is prepared beside them. */
export const DEAL_KINDS = {
  flash: '秒杀场次',
  daily: '每日特价',
  near_expiry: '近效期特价',
  whole_case: '整件优惠',
  welfare: '福利价',
  bundle: '组合套餐',
  points: '积分商品',
  draw: '抽奖',
} as const
export const DEAL_LINES_MAX = 50
/** The odds of a draw are whole parts of this, and come to it exactly. */
export const DRAW_PARTS = 10_000
/** Of one company, a day. */
export const DRAW_CHANCES_MAX = 20
export const OFFER_STATES = {
  draft: '草稿',
  waiting: '待批准',
  coming: '未开始',
  live: '进行中',
  ended: '已结束',
  withdrawn: '已撤下',
} as const
/** Versions of an agreement, and how a company stands to the one in force. */
export const AGREEMENT_STATES = {
  draft: '草稿',
  waiting: '待批准',
  coming: '待生效',
  in_force: '生效中',
  replaced: '已被取代',
  withdrawn: '已撤回',
} as const
export const AGREEMENT_COMPANY_STATES = { current: '已同意现行版本', former: '同意过旧版本', none: '没有同意过' } as const
/** Messages to many companies, and what became of one company's. */
export const BROADCAST_STATES = {
  draft: '草稿',
  waiting: '待批准',
  coming: '待发',
  sending: '发送中',
  done: '已发完',
  stopped: '已停止',
} as const
export const BROADCAST_COMPANY_STATES = {
  waiting: '未发',
  sent: '已发',
  often: '当天已收满，未发',
  refused: '未通过审核或已冻结，未发',
} as const
/** Labels that are printed, by what they are stuck on. */
export const LABEL_KINDS = { carton: '箱签', address: '地址签', batch: '批号签', goods: '货架签', place: '货位签' } as const
/** Of the paper in the label printer, in mm. */
export const LABEL_SIZES = { '100x150': '100×150 mm', '100x70': '100×70 mm', '60x40': '60×40 mm' } as const
export type LabelSize = keyof typeof LABEL_SIZES
/** In one file; more of them than a roll has nobody watches. */
export const LABELS_MAX = 500
/** A file of goods that a clerk brings. */
export const IMPORT_FILE_BYTES_MAX = 20 * 1024 * 1024
export const IMPORT_ROWS_MAX = 10_000
/** A packed file of pictures. */
export const PICTURES_ZIP_BYTES_MAX = 32 * 1024 * 1024
export const PICTURES_ZIP_MAX = 500
/** Of one goods. */
export const GOODS_PICTURES_MAX = 12
/** For so long the whole of an import can be taken back. */
export const IMPORT_UNDO_HOURS = 24
/** What can be done to many records of a list at once, each by its single deed. */
export const BULK_KINDS = {
  'goods.shelf_on': '批量上架',
  'goods.shelf_off': '批量下架',
  'goods.min_number': '批量改起订量',
  'goods.purchase_limit': '批量改限购',
  'goods.category': '批量调整分类',
  'goods.selected': '批量设置优选',
  'company.manager': '批量分配客户经理',
  'company.rank': '批量调整等级',
  'company.freeze': '批量冻结企业',
  'company.unfreeze': '批量解冻企业',
  'coupon.grant': '发放优惠券',
  'coupon.take_back': '收回优惠券',
  'order.note': '批量写订单备注',
  'order.hold': '批量暂停订单',
  'order.resume': '批量恢复订单',
  'order.release': '批量解除订单暂停',
} as const
export const BULK_ROWS_MAX = 5_000

/** What companies hear of on their owners' phones too, where a service has approved such a text. */
export const SMS_NOTICES = ['shipped', 'licence', 'bill_due', 'refunded'] as const
export type SmsNotice = (typeof SMS_NOTICES)[number]

/** What is sent by short message and by mail, as staff call it. */
export const MESSAGE_TEMPLATES = {
  code: '验证码',
  shipped: '发货通知',
  licence: '证照到期提醒',
  bill_due: '账期到期提醒',
  refunded: '退款到账通知',
  differences: '渠道账单差异',
  papers: '证照到期一览',
  troubles: '系统异常',
  test: '测试',
} as const
export type MessageTemplate = keyof typeof MESSAGE_TEMPLATES

/** What has become of one that was sent. */
export const SENT_STATES = {
  waiting: '待发',
  sending: '发送中',
  sent: '已发出',
  delivered: '已送达',
  undelivered: '未送达',
  refused: '被拒绝',
  unknown: '不明',
  dropped: '不再发',
} as const
export type SentState = keyof typeof SENT_STATES

export const PRICE_LIST_STATES = {
  draft: '草稿',
  waiting: '待批准',
  scheduled: '待生效',
  live: '已生效',
  withdrawn: '已撤回',
  rolled_back: '已回滚',
} as const
export const PRICE_ROW_STATES = {
  ready: '可生效',
  wrong: '有误',
  same: '没有变化',
  done: '已生效',
  left: '未生效',
  back: '已恢复',
  kept: '未恢复',
} as const
export const PRICE_LIST_ROWS_MAX = 20_000
export const PRICE_LIST_BYTES_MAX = 4 * 1024 * 1024
