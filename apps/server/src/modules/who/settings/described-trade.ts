import { type Fen, yuan } from '#domain/money.ts'
import { DEFAULT_DEADLINES } from '#domain/orders.ts'
import { DEFAULT_SHIPPING } from '#domain/shipping.ts'
import { DEFAULT_UNPAID_LIMITS } from '#domain/unpaid.ts'
import { type Described, money, NAME_MAX, number, type OpenKey, text } from './fields.ts'

const GOODS_KINDS = [
  { value: 'drug', text: '药品' },
  { value: 'herb', text: '中药' },
  { value: 'device', text: '医疗器械' },
  { value: 'health', text: '保健品' },
  { value: 'other', text: '其他商品' },
] as const
const said = (amount: Fen) => `¥${yuan(amount)}`
const MINUTES_MAX = 14 * 24 * 60
const DAYS_MAX = 3650

/** What the shop deals by: money, goods on their way, terms, and who answers and decides. */
export const TRADE_SETTINGS = {
  bank_account: {
    group: 'money',
    title: '收款账户',
    text: '对公转账付款时告诉买家的账户；第一个也写在对账单和发票上。三项写全才生效。更换、增减都须另一位批准。',
    usual: '对公转账不能用',
    field: {
      kind: 'group',
      fields: [
        text('name', '户名', { required: true, most: NAME_MAX }),
        text('bank', '开户行', { required: true, most: NAME_MAX }),
        text('number', '账号', { required: true, most: 40 }),
        {
          name: 'others',
          title: '同一户名的其他账户',
          hint: '买家在付款页看到全部账户，汇入哪个都可以',
          kind: 'rows',
          most: 5,
          fields: [text('bank', '开户行', { required: true, most: NAME_MAX }), text('number', '账号', { required: true, most: 40 })],
        },
      ],
    },
  },
  tax_rates: {
    group: 'money',
    title: '增值税税率',
    text: '开票按商品种类的税率。请由财务核定。',
    usual: '中药 9%，其余 13%',
    field: { kind: 'rates', unit: '%', min: 0, max: 17, choices: [...GOODS_KINDS, { value: 'default', text: '没有写明的' }] },
  },
  recharge: {
    group: 'money',
    title: '充值',
    text: '每次充值的范围，和现金券充值送多少。',
    usual: '每次 ¥100.00 至 ¥200,000.00；满 1,000 送 10、满 3,000 送 50、满 5,000 送 100、满 10,000 送 250',
    field: {
      kind: 'group',
      fields: [
        money('min', '每次不少于'),
        money('max', '每次不超过'),
        {
          name: 'tiers',
          title: '充值送券',
          kind: 'rows',
          most: 10,
          fields: [money('amount', '充满', { required: true }), money('gift', '送', { required: true })],
        },
      ],
    },
  },

  shipping: {
    group: 'shipping',
    title: '运费',
    text: '按收货省份，先看分地区的规则。订单金额满多少免运费，不满收多少。',
    usual: `满 ${said(DEFAULT_SHIPPING.freeFrom)} 免运费，不满收 ${said(DEFAULT_SHIPPING.fee)}`,
    field: {
      kind: 'group',
      fields: [
        money('free_from', '满多少免运费', { hint: '0：总是免运费' }),
        money('fee', '不满时收'),
        {
          name: 'regions',
          title: '分地区',
          kind: 'rows',
          most: 40,
          fields: [
            { name: 'provinces', title: '省份', kind: 'provinces', required: true },
            money('free_from', '满多少免运费', { hint: '不填：与其他地区相同' }),
            money('fee', '不满时收'),
          ],
        },
      ],
    },
  },
  picker_ships: {
    group: 'shipping',
    title: '拣货人可以自己复核发货',
    text: '只有一个人管仓库时才开；操作记录写明是自己拣、自己发。',
    usual: '不可以：须由另一人复核发货',
    field: { kind: 'switch' },
  },
  return_address: {
    group: 'shipping',
    title: '退货地址',
    text: '售后通过后告诉买家寄到哪里。',
    usual: '审核售后时每次填写',
    field: {
      kind: 'group',
      fields: [
        text('receiver', '收货人', { required: true, most: 30 }),
        { name: 'phone', title: '电话', kind: 'phone', required: true },
        text('address', '地址', { required: true }),
      ],
    },
  },
  after_sale_open: {
    group: 'shipping',
    title: '受理售后申请',
    text: '关：买家暂时不能申请退货退款。',
    usual: '受理',
    field: { kind: 'switch' },
  },

  order_deadlines: {
    group: 'trade',
    title: '付款期限',
    text: '下单后多久不付款就取消，放回库存。',
    usual: `普通 ${DEFAULT_DEADLINES.ordinaryMinutes} 分钟，秒杀 ${DEFAULT_DEADLINES.flashMinutes} 分钟，含麻 ${DEFAULT_DEADLINES.ephedrineMinutes} 分钟`,
    field: {
      kind: 'group',
      fields: [
        number('ordinary_minutes', '普通订单', '分钟', 1, MINUTES_MAX),
        number('flash_minutes', '秒杀订单', '分钟', 1, MINUTES_MAX),
        number('ephedrine_minutes', '含麻黄碱复方制剂', '分钟', 1, MINUTES_MAX, '只收对公转账，须留够银行时间'),
      ],
    },
  },
  unpaid_limits: {
    group: 'trade',
    title: '未付款的限度',
    text: '一家企业没付款就能占住多少，免得一家占空库存。',
    usual: `${DEFAULT_UNPAID_LIMITS.orders} 张订单，同一商品可售的 ${DEFAULT_UNPAID_LIMITS.share}%，${DEFAULT_UNPAID_LIMITS.floor} 件以内总可以`,
    field: {
      kind: 'group',
      fields: [
        number('orders', '未付款订单', '张', 1, 10_000),
        number('share', '占同一商品可售的', '%', 1, 100),
        number('floor', '总可以占', '件', 0, 1_000_000),
      ],
    },
  },
  points: {
    group: 'trade',
    title: '积分',
    text: '实付每满 1 元得多少分。',
    usual: '1 分',
    field: { kind: 'group', fields: [number('per_yuan', '每元', '分', 0, 1000)] },
  },
  min_remaining_days: {
    group: 'trade',
    title: '最短剩余效期',
    text: '剩余效期不足的批号不按普通商品销售。',
    usual: '30 天',
    field: {
      kind: 'group',
      fields: [
        number('days', '一般商品', '天', 0, DAYS_MAX),
        { name: 'kinds', title: '另有规定的种类', kind: 'rates', unit: '天', min: 0, max: DAYS_MAX, choices: GOODS_KINDS },
      ],
    },
  },
  price_cut_percent: {
    group: 'trade',
    title: '一人可降价的幅度',
    text: '一天之内降价合计超过这个百分比，或降到成本、底价以下，须由另一人批准。',
    usual: '20%',
    field: { kind: 'number', unit: '%', min: 0, max: 100 },
  },
  old_customers_until: {
    group: 'trade',
    title: '老客户开放期',
    text: '从旧系统导入、资料未补齐的企业在这一天（含）以前可以先采购。',
    usual: '不开放：资料补齐才能采购',
    field: { kind: 'day' },
  },

  mail_finance: {
    group: 'mail',
    title: '渠道账单差异',
    text: '每天 11:00，有差异待处理时发出。一行一个地址。',
    usual: '不发',
    field: { kind: 'lines', most: 10 },
  },
  mail_quality: {
    group: 'mail',
    title: '证照到期一览',
    text: '每周一 11:00：本企业 90 天内、客户 30 天内到期的证照。一行一个地址。',
    usual: '不发',
    field: { kind: 'lines', most: 10 },
  },
  mail_system: {
    group: 'mail',
    title: '系统异常',
    text: '每天 11:00，有失败的后台任务或没有答复的外部通道时发出。一行一个地址。',
    usual: '不发',
    field: { kind: 'lines', most: 10 },
  },
  chat_open: {
    group: 'service',
    title: '在线客服',
    text: '开：买家可以发消息，员工在“会话”里回复。',
    usual: '关，页面给出 QQ',
    field: { kind: 'switch' },
  },
  chat_hours: {
    group: 'service',
    title: '在线时间',
    text: '时间以外的消息留言，上班后回复。',
    usual: '全天',
    field: {
      kind: 'group',
      fields: [
        { name: 'days', title: '每周', kind: 'weekdays', required: true },
        { name: 'from', title: '从', kind: 'time', required: true },
        { name: 'to', title: '到', kind: 'time', required: true },
        { name: 'closed_on', title: '放假的日子', kind: 'days', most: 60 },
      ],
    },
  },
  broadcasts: {
    group: 'service',
    title: '群发消息',
    text: '免打扰时段内不发，到期的等时段过去再发；一家企业一天收满几条就不再发给它。从、到写成一样的，就不设免打扰。',
    usual: '22:00 至次日 08:00 免打扰，每天 2 条',
    field: {
      kind: 'group',
      fields: [
        { name: 'quiet_from', title: '免打扰从', kind: 'time' },
        { name: 'quiet_to', title: '到', kind: 'time' },
        number('per_day', '每家每天', '条', 1, 20),
      ],
    },
  },

  four_eyes: {
    group: 'safety',
    title: '须另一人批准的金额',
    text: '超过这些金额的操作提交后由另一位员工批准。',
    usual: '余额 ¥1,000，账期额度 ¥50,000，退款 ¥5,000，申请保留 7 天',
    field: {
      kind: 'group',
      fields: [
        money('balance_over', '调整企业余额，24 小时内超过'),
        money('credit_over', '账期额度超过'),
        money('refund_over', '一笔退款超过'),
        number('days', '申请保留', '天', 1, 30),
      ],
    },
  },
  staff_second_factor: {
    group: 'safety',
    title: '员工登录须动态口令',
    text: '关：员工只用密码登录。不建议。',
    usual: '必须',
    field: { kind: 'switch' },
  },
} satisfies Partial<Record<OpenKey, Described>>
