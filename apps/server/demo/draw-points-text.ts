/**
 * The draw and the points mall of the demo shop, as a merchandiser writes them: points as numbers, money in yuan. Gifts are
 * things of daily use and devices that measure; nothing here is a medicine.
 */

interface DemoCoupon {
  name: string
  intro: string
  threshold: string
  amount: string
  scope: { all?: true; zones?: readonly string[]; makers?: readonly string[] }
}

/** Only for points or by luck: the coupon centre does not show them. */
export const POINTS_COUPONS: readonly DemoCoupon[] = [
  { name: '积分专享满 300 减 15 券', intro: '除秒杀与近效期商品外通用', threshold: '300.00', amount: '15.00', scope: { all: true } },
  { name: '积分专享饮片满 200 减 18 券', intro: '中药饮片专用', threshold: '200.00', amount: '18.00', scope: { zones: ['herb'] } },
  { name: '抽奖专享满 500 减 20 券', intro: '除秒杀与近效期商品外通用', threshold: '500.00', amount: '20.00', scope: { all: true } },
  { name: '穗禾谷满 300 减 30 券', intro: '穗禾谷品牌专用', threshold: '300.00', amount: '30.00', scope: { makers: ['穗禾谷'] } },
  { name: '望槐堂满 500 减 50 券', intro: '望槐堂品牌专用', threshold: '500.00', amount: '50.00', scope: { makers: ['望槐堂'] } },
]

export interface DemoPointsGoods {
  name: string
  intro: string
  points: number
  money?: string
  worth?: string
  kind?: 'coupon' | 'voucher'
  /** Of a device: name and spec of the goods that it is. */
  goods?: string
  /** The name of a coupon above. */
  coupon?: string
  brand?: string
  stock?: number
  taken?: number
  perBuyer?: number
  /** Days from today at which it begins. */
  from?: number
}

export const POINTS_MALL: readonly DemoPointsGoods[] = [
  { name: '10 元现金券', intro: '即时到账，下单时像钱一样用', points: 1_000, worth: '10.00', kind: 'voucher', perBuyer: 10 },
  { name: '商用厨房纸巾 8 卷', intro: '加厚吸油吸水，门店后厨与清洁两用', points: 380, worth: '29.90', stock: 200, taken: 64 },
  {
    name: '电子体温计（软头）',
    goods: '电子体温计 软头60秒',
    intro: '60 秒测温，柜台赠客常备',
    points: 450,
    worth: '19.90',
    stock: 120,
    taken: 37,
    perBuyer: 5,
  },
  {
    name: '上臂式电子血压计',
    goods: '电子血压计 上臂式HB-210',
    intro: '大屏背光，适合门店便民测量角',
    points: 5_800,
    worth: '239.00',
    stock: 20,
    taken: 6,
    perBuyer: 2,
  },
  {
    name: '积分专享满 300 减 15 券',
    intro: '有效 30 天，可与满减同用',
    points: 600,
    kind: 'coupon',
    coupon: '积分专享满 300 减 15 券',
    perBuyer: 3,
  },
  { name: '30 元现金券', intro: '即时到账，下单时像钱一样用', points: 2_900, worth: '30.00', kind: 'voucher', perBuyer: 5 },
  { name: '抽取式面巾纸 24 包', intro: '原生木浆，休息区与诊室常用', points: 680, worth: '49.90', stock: 150, taken: 88 },
  { name: '七日分药盒（10 只装）', intro: '送给慢病会员的贴心小物', points: 520, worth: '39.00', stock: 300, taken: 112 },
  {
    name: '红外额温计',
    goods: '红外额温计 非接触式HT-10',
    intro: '一秒测温，异常提示',
    points: 3_200,
    worth: '129.00',
    stock: 40,
    taken: 11,
    perBuyer: 2,
  },
  { name: '不锈钢保温杯 500ml', intro: '316 不锈钢内胆，夜班伴侣', points: 980, worth: '69.00', stock: 80, taken: 29 },
  { name: '全自动晴雨伞', intro: '一键开合，可作门店借用伞', points: 860, worth: '55.00', stock: 100, taken: 41 },
  { name: '帆布手提袋（20 只）', intro: '厚实耐用，会员日装药更体面', points: 460, worth: '36.00', stock: 200, taken: 73 },
  { name: '阴凉区收纳箱 3 只装', intro: '带盖可叠，分区存放更整齐', points: 1_200, worth: '88.00', stock: 60, taken: 14 },
  { name: '泡沫洗手液 500ml（6 瓶）', intro: '温和不干手，柜台与诊室常备', points: 760, worth: '59.00', stock: 120, taken: 33 },
  {
    name: '积分专享饮片满 200 减 18 券',
    intro: '有效 30 天，中药饮片专用',
    points: 700,
    kind: 'coupon',
    coupon: '积分专享饮片满 200 减 18 券',
    perBuyer: 3,
  },
  { name: '柜台护眼台灯', intro: '无频闪，三档色温，看处方不费眼', points: 1_900, worth: '119.00', stock: 30, taken: 8 },
  { name: '营业员工作服（2 件）', intro: '透气抗皱，尺码下单后由客户经理确认', points: 1_680, worth: '128.00', stock: 50, taken: 19 },
  { name: '货架价签纸 10 卷', intro: '热敏 40×30mm，适配常见标签机', points: 320, worth: '28.00', stock: 400, taken: 156 },
  { name: '纯棉毛巾礼盒', intro: '两条装，会员答谢礼', points: 880, worth: '45.00', stock: 60, taken: 60 },
  { name: '电子体重秤', intro: '门店便民测量角标配', points: 2_600, worth: '99.00', stock: 30, taken: 5, perBuyer: 2 },
  { name: '100 元现金券', intro: '即时到账，每家限兑一张', points: 9_500, worth: '100.00', kind: 'voucher', perBuyer: 1 },
  {
    name: '便民血糖仪套装',
    goods: '血糖仪 免调码GM-1套装',
    intro: '含 50 条试纸，每月上新一批',
    points: 4_600,
    worth: '198.00',
    stock: 15,
    perBuyer: 1,
    from: 3,
  },
]

export const PERKS: readonly DemoPointsGoods[] = [
  {
    name: '血压计便民角套装',
    goods: '电子血压计 上臂式HB-210',
    intro: '上臂式血压计一台，配测量桌牌与登记本',
    points: 1_800,
    money: '69.00',
    worth: '268.00',
    brand: '启岫器械',
    stock: 40,
    taken: 12,
    perBuyer: 2,
  },
  {
    name: '门店测温套装',
    goods: '红外额温计 非接触式HT-10',
    intro: '额温计一支，软头体温计五支',
    points: 900,
    money: '39.90',
    worth: '148.00',
    brand: '启岫器械',
    stock: 60,
    taken: 21,
    perBuyer: 3,
  },
  {
    name: '泡沫洗手液整箱 12 瓶',
    intro: '门店与诊室常备，随货附检验报告',
    points: 600,
    money: '59.00',
    worth: '118.00',
    brand: '澜庭消毒',
    stock: 80,
    taken: 30,
  },
  {
    name: '护膝体验装 4 副',
    intro: '试戴专用，吊牌可印店名',
    points: 500,
    money: '29.90',
    worth: '79.00',
    brand: '砺洲医疗',
    stock: 100,
    taken: 44,
    perBuyer: 2,
  },
  {
    name: '穗禾谷满 300 减 30 券',
    intro: '有效 30 天，穗禾谷全线可用',
    points: 400,
    kind: 'coupon',
    coupon: '穗禾谷满 300 减 30 券',
    brand: '穗禾谷',
    perBuyer: 2,
  },
  {
    name: '望槐堂满 500 减 50 券',
    intro: '有效 30 天，与品牌周满减同用',
    points: 800,
    kind: 'coupon',
    coupon: '望槐堂满 500 减 50 券',
    brand: '望槐堂',
    perBuyer: 2,
  },
  {
    name: '婴童棉柔湿巾 24 包',
    intro: '会员日加价购的好搭档',
    points: 450,
    money: '36.00',
    worth: '86.00',
    brand: '槿篱母婴',
    stock: 90,
    taken: 17,
  },
  {
    name: '品牌陈列工作服 2 件',
    intro: '绣品牌标识，配合专柜陈列',
    points: 1_200,
    worth: '158.00',
    brand: '沐川康源',
    stock: 30,
    taken: 9,
    perBuyer: 1,
  },
]

export const DRAW = {
  name: '冬季采购季 天天抽奖',
  remarks: '每天一次，血压计、现金券等你来抽',
  rule: [
    '一、通过审核的企业每天可抽奖一次，机会当天有效，不累计到次日，以北京时间为准。',
    '二、各奖项初始中奖概率：电子血压计 0.05%，不锈钢保温杯 0.20%，50 元现金券 0.40%，10 元现金券 2.55%，满减券 9%，88 积分 14.80%，18 积分 33%，谢谢参与 40%。某一奖项抽完后，其余奖项按比例分配。',
    '三、抽奖由系统随机产生，每次的随机数与当时的奖池均有记录，可供复核。',
    '四、积分、现金券、优惠券即时到账；实物按默认收货地址寄出，可在“积分订单”中查看，不可折现。',
    '五、优惠券自抽中之日起 30 天内有效；奖品不得转让。',
    '六、如有疑问，请联系您的客户经理或拨打服务热线。',
  ].join('\n'),
  /** Days from today: begins, ends. */
  days: [-12, 365],
} as const

export interface DemoPrize {
  kind: 'none' | 'points' | 'coupon' | 'voucher' | 'goods'
  name: string
  remarks: string
  /** Of ten thousand. */
  weight: number
  points?: number
  /** Of a device: name and spec of the goods that it is. */
  goods?: string
  voucher?: string
  coupon?: string
  stock?: number
}

/** In the order of the wheel. */
export const PRIZES: readonly DemoPrize[] = [
  { kind: 'goods', goods: '电子血压计 上臂式HB-210', name: '上臂式电子血压计', remarks: '一台，寄到默认收货地址', weight: 5, stock: 3 },
  { kind: 'points', name: '18 积分', remarks: '已存入积分账户', weight: 3_300, points: 18 },
  { kind: 'voucher', name: '10 元现金券', remarks: '已存入现金券账户', weight: 255, voucher: '10.00', stock: 200 },
  { kind: 'none', name: '谢谢参与', remarks: '明天再来试试手气', weight: 4_000 },
  { kind: 'goods', name: '不锈钢保温杯', remarks: '一只，寄到默认收货地址', weight: 20, stock: 10 },
  { kind: 'points', name: '88 积分', remarks: '已存入积分账户', weight: 1_480, points: 88 },
  { kind: 'voucher', name: '50 元现金券', remarks: '已存入现金券账户', weight: 40, voucher: '50.00', stock: 20 },
  { kind: 'coupon', name: '满 500 减 20 券', remarks: '30 天内有效', weight: 900, coupon: '抽奖专享满 500 减 20 券', stock: 500 },
]

/** Accounts that drew on the days before yesterday, each for its first store. */
export const DRAWERS = ['13900000001', '13900000003', '13900000004', '13900000005'] as const
export const DRAWN_DAYS = 10

/** Points of the passed pharmacy from before the shop kept them. */
export const OPENED_DAYS_AGO = 190
export const POINTS_BEFORE = 400

/** What the passed pharmacy earned with its orders: days ago, points. What is missing to today's figure is earned last. */
export const EARNED: readonly (readonly [daysAgo: number, points: number])[] = [
  [184, 786],
  [176, 742],
  [168, 915],
  [159, 1_104],
  [151, 628],
  [142, 1_357],
  [133, 560],
  [124, 1_192],
  [116, 704],
  [107, 1_438],
  [98, 933],
  [89, 1_215],
  [81, 588],
  [72, 1_346],
  [63, 1_027],
  [54, 769],
  [45, 1_483],
  [36, 894],
  [28, 1_260],
  [20, 1_075],
  [13, 947],
]
export const EARNED_LAST_DAYS_AGO = 1

export interface DemoPointsOrder {
  goods: string
  number: number
  daysAgo: number
  steps?: readonly (readonly [what: 'ship' | 'receive' | 'cancel', daysAgo: number])[]
}

export const POINTS_ORDERS: readonly DemoPointsOrder[] = [
  {
    goods: '商用厨房纸巾 8 卷',
    number: 2,
    daysAgo: 138,
    steps: [
      ['ship', 137],
      ['receive', 134],
    ],
  },
  { goods: '10 元现金券', number: 1, daysAgo: 104 },
  {
    goods: '七日分药盒（10 只装）',
    number: 2,
    daysAgo: 77,
    steps: [
      ['ship', 76],
      ['receive', 72],
    ],
  },
  { goods: '不锈钢保温杯 500ml', number: 1, daysAgo: 50, steps: [['cancel', 49]] },
  { goods: '积分专享满 300 减 15 券', number: 1, daysAgo: 12 },
  { goods: '品牌陈列工作服 2 件', number: 1, daysAgo: 6, steps: [['ship', 5]] },
  { goods: '电子体温计（软头）', number: 4, daysAgo: 3, steps: [['ship', 2]] },
  { goods: '红外额温计', number: 1, daysAgo: 1 },
  { goods: '货架价签纸 10 卷', number: 1, daysAgo: 1 },
]
