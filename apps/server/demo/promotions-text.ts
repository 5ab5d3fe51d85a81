/**
 * Activities, coupons and bundles of the demo shop, in yuan as a merchandiser writes them. Goods are named
 * '名称 规格'; a scope names categories by their path in the drug tree, makers by their short name, zones by their code.
 */

export interface DemoScope {
  all?: true
  goods?: readonly string[]
  categories?: readonly string[]
  makers?: readonly string[]
  zones?: readonly string[]
}
interface DemoTier {
  measure?: 'amount' | 'number'
  /** 元, or units. */
  from: string | number
  amount?: string
  percent?: number
  repeat?: true
  cap?: string
  choose?: number
  gifts?: readonly { goods: string; number: number; quota?: number }[]
  exchanges?: readonly { goods: string; price: string; limit: number; quota?: number }[]
}
export interface DemoPromotion {
  kind: 'goods_full_reduction' | 'full_reduction' | 'gift' | 'exchange' | 'cashback'
  name: string
  intro: string
  scope: DemoScope
  /** Days from today: begins, ends. */
  days: readonly [number, number]
  tiers: readonly DemoTier[]
}

export const PROMOTIONS: readonly DemoPromotion[] = [
  {
    kind: 'full_reduction',
    name: '冬季呼吸道备货满减',
    intro: '感冒清热、止咳化痰、咽喉清火类商品一起满减，备足一个冬天',
    scope: { categories: ['中成药/感冒清热', '中成药/止咳化痰', '中成药/咽喉清火', '西药/感冒止咳'] },
    days: [-6, 24],
    tiers: [
      { from: '500.00', amount: '20.00' },
      { from: '1000.00', amount: '50.00' },
      { from: '2000.00', amount: '120.00' },
    ],
  },
  {
    kind: 'full_reduction',
    name: '望槐堂品牌周',
    intro: '望槐堂全线商品满减，可与优惠券同用',
    scope: { makers: ['望槐堂'] },
    days: [-2, 12],
    tiers: [
      { from: '600.00', amount: '30.00' },
      { from: '1500.00', amount: '90.00' },
    ],
  },
  {
    kind: 'full_reduction',
    name: '医疗器械满件折',
    intro: '器械专区混搭满件享折扣，单次最多减 ¥300',
    scope: { zones: ['device'] },
    days: [-10, 40],
    tiers: [
      { measure: 'number', from: 20, percent: 97, cap: '150.00' },
      { measure: 'number', from: 50, percent: 94, cap: '300.00' },
    ],
  },
  {
    kind: 'full_reduction',
    name: '营养保健每满减',
    intro: '营养保健类每满 ¥300 减 ¥18，最多减 ¥90',
    scope: { categories: ['营养保健'] },
    days: [-3, 30],
    tiers: [{ from: '300.00', amount: '18.00', repeat: true, cap: '90.00' }],
  },
  {
    kind: 'goods_full_reduction',
    name: '常销单品满减',
    intro: '每个商品单独计算，买得多减得多',
    scope: { goods: ['板蓝根颗粒 10g*20袋', '藿香正气水 10ml*10支', '六味地黄丸 200丸(浓缩丸)', '健胃消食片 0.8g*32片'] },
    days: [-4, 26],
    tiers: [
      { from: '300.00', amount: '12.00' },
      { from: '800.00', amount: '40.00' },
    ],
  },
  {
    kind: 'gift',
    name: '消毒护理买 10 赠 1',
    intro: '同款满 10 赠 1，整箱更划算',
    scope: { goods: ['75%酒精消毒液 500ml'] },
    days: [-5, 35],
    tiers: [{ measure: 'number', from: 10, repeat: true, gifts: [{ goods: '75%酒精消毒液 500ml', number: 1, quota: 2000 }] }],
  },
  {
    kind: 'gift',
    name: '中成药满额赠',
    intro: '中成药满额任选一份赠品，先到先得',
    scope: { categories: ['中成药'] },
    days: [-5, 25],
    tiers: [
      {
        from: '500.00',
        choose: 1,
        gifts: [
          { goods: '一次性使用医用口罩 50只', number: 1, quota: 300 },
          { goods: '酒精消毒湿巾 60片', number: 2, quota: 200 },
        ],
      },
      {
        from: '1500.00',
        choose: 1,
        gifts: [
          { goods: '电子体温计 软头60秒', number: 2, quota: 120 },
          { goods: '免洗手消毒凝胶 300ml', number: 3, quota: 120 },
          { goods: '医用外科口罩 50只(独立装)', number: 3, quota: 80 },
        ],
      },
    ],
  },
  {
    kind: 'exchange',
    name: '满额加价换购',
    intro: '购物满额，低价换购门店常用品',
    scope: { all: true },
    days: [-8, 22],
    tiers: [
      {
        from: '300.00',
        exchanges: [
          { goods: '创口贴 70mm*18mm*100片', price: '3.90', limit: 5, quota: 500 },
          { goods: '维生素C咀嚼片 1.2g*60片(橙味)', price: '9.90', limit: 3, quota: 300 },
        ],
      },
      {
        from: '1000.00',
        exchanges: [
          { goods: '红外额温计 非接触式HT-10', price: '29.90', limit: 1, quota: 100 },
          { goods: '蛋白粉 400g', price: '49.00', limit: 2, quota: 100 },
        ],
      },
    ],
  },
  {
    kind: 'cashback',
    name: '满额返现',
    intro: '订单完成后返到账户余额，按实付商品金额计算',
    scope: { all: true },
    days: [-15, 45],
    tiers: [
      { from: '1000.00', amount: '10.00' },
      { from: '3000.00', amount: '45.00' },
      { from: '8000.00', amount: '160.00' },
    ],
  },
  {
    kind: 'full_reduction',
    name: '中药饮片开采季',
    intro: '当季新货，饮片满减即将开始',
    scope: { zones: ['herb'] },
    days: [3, 33],
    tiers: [
      { from: '400.00', amount: '16.00' },
      { from: '1200.00', amount: '72.00' },
    ],
  },
]

export interface DemoCoupon {
  name: string
  intro: string
  threshold: string
  amount?: string
  percent?: number
  cap?: string
  scope: DemoScope
  stackable?: true
  quota?: number
  taken?: number
  perBuyer?: number
  validDays: number
  /** Days from today at which it can be taken; before that it is announced. */
  takeFrom?: number
  types?: readonly string[]
}

export const COUPONS: readonly DemoCoupon[] = [
  {
    name: '全场满减券',
    intro: '除秒杀与近效期商品外通用',
    threshold: '300.00',
    amount: '10.00',
    scope: { all: true },
    quota: 5000,
    taken: 1860,
    validDays: 15,
  },
  {
    name: '大额采购券',
    intro: '月初备货专享',
    threshold: '2000.00',
    amount: '80.00',
    scope: { all: true },
    quota: 600,
    taken: 412,
    validDays: 10,
  },
  {
    name: '中药专区券',
    intro: '饮片与精制饮片',
    threshold: '200.00',
    amount: '15.00',
    scope: { zones: ['herb'] },
    quota: 800,
    taken: 233,
    validDays: 20,
  },
  {
    name: '医疗器械 95 折券',
    intro: '最高减 ¥50',
    threshold: '300.00',
    percent: 95,
    cap: '50.00',
    scope: { zones: ['device'] },
    quota: 500,
    taken: 96,
    validDays: 20,
  },
  {
    name: '望槐堂品牌券',
    intro: '可与品牌周满减同用',
    threshold: '500.00',
    amount: '40.00',
    scope: { makers: ['望槐堂'] },
    quota: 400,
    taken: 371,
    validDays: 12,
  },
  {
    name: '优选专区加赠券',
    intro: '可与其他优惠券叠加',
    threshold: '150.00',
    amount: '8.00',
    scope: { zones: ['selected'] },
    stackable: true,
    quota: 1000,
    taken: 145,
    perBuyer: 2,
    validDays: 30,
  },
  {
    name: '诊所专享券',
    intro: '限诊所与卫生室',
    threshold: '200.00',
    amount: '12.00',
    scope: { categories: ['中成药', '中药饮片'] },
    quota: 300,
    taken: 41,
    validDays: 30,
    types: ['诊所', '村卫生室'],
  },
  {
    name: '营养保健 9 折券',
    intro: '最高减 ¥30',
    threshold: '100.00',
    percent: 90,
    cap: '30.00',
    scope: { categories: ['营养保健'] },
    quota: 200,
    taken: 200,
    validDays: 15,
  },
  {
    name: '周末囤货券',
    intro: '即将开抢',
    threshold: '800.00',
    amount: '35.00',
    scope: { all: true },
    quota: 300,
    validDays: 3,
    takeFrom: 2,
  },
]

/** Held by the first pharmacy from the start, by name. */
export const HELD_COUPONS = ['全场满减券', '望槐堂品牌券', '优选专区加赠券'] as const

export interface DemoBundle {
  name: string
  hint: string
  items: readonly { goods: string; number: number; percent: number }[]
  quota?: number
  limit?: number
}

/** percent: of the base price, inside the bundle. */
export const BUNDLES: readonly DemoBundle[] = [
  {
    name: '感冒护理组合',
    hint: '感冒季门店主推：冲剂、含片、体温计一次配齐',
    items: [
      { goods: '感冒清热颗粒 12g*10袋', number: 10, percent: 92 },
      { goods: '西瓜霜润喉片 0.6g*36片', number: 10, percent: 90 },
      { goods: '电子体温计 软头60秒', number: 2, percent: 85 },
    ],
    limit: 20,
  },
  {
    name: '家庭急救包组合',
    hint: '门店急救角补货：创口贴、绷带、碘伏、纱布',
    items: [
      { goods: '创口贴 70mm*18mm*100片', number: 2, percent: 90 },
      { goods: '医用弹性绷带 7.5cm*4.5m', number: 5, percent: 90 },
      { goods: '碘伏消毒液 100ml', number: 10, percent: 88 },
      { goods: '医用脱脂纱布块 8cm*8cm*100片', number: 1, percent: 92 },
    ],
  },
  {
    name: '血糖监测组合',
    hint: '血糖仪配试条与采血针，复购带动',
    items: [
      { goods: '血糖仪 免调码GM-1套装', number: 1, percent: 88 },
      { goods: '血糖试条 50片(瓶装)', number: 4, percent: 92 },
      { goods: '一次性使用末梢采血针 28G*100支', number: 2, percent: 90 },
    ],
    quota: 200,
    limit: 10,
  },
  {
    name: '母婴护理组合',
    hint: '湿巾、护臀膏、爽身粉，母婴柜台一次到位',
    items: [
      { goods: '婴儿湿巾 80抽', number: 10, percent: 80 },
      { goods: '婴儿护臀膏 50g', number: 3, percent: 80 },
      { goods: '婴儿爽身粉 140g', number: 3, percent: 80 },
    ],
  },
  {
    name: '补益安神组合',
    hint: '冬令进补：地黄丸、补中益气丸搭配安神口服液',
    items: [
      { goods: '六味地黄丸 200丸(浓缩丸)', number: 20, percent: 94 },
      { goods: '补中益气丸 200丸(浓缩丸)', number: 10, percent: 94 },
      { goods: '安神补脑液 10ml*10支', number: 10, percent: 92 },
    ],
    limit: 10,
  },
]

/** 94 折 of what the company would otherwise pay: everything under these headings that has no offer of its own. */
export const WELFARE_CATEGORIES: readonly string[] = ['营养保健', '消毒护理', '母婴计生', '中成药/补益安神']
export const WELFARE_PERCENT = 94
