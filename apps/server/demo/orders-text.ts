/**
 * The passed pharmacy's history: age, warehouse, how it was paid, how far it came, and its lines (name, spec, number).
 * Ages are days before the start of the shop; 0.1 is some two hours ago.
 */
export interface DemoOrder {
  age: number
  warehouse: 'GY' | 'CD'
  channel: 'gateway' | 'bank' | 'balance' | 'credit' | null
  reached: 'pending_payment' | 'paid' | 'picking' | 'shipped' | 'received' | 'completed' | 'cancelled' | 'expired'
  lines: readonly (readonly [name: string, spec: string, number: number])[]
  remark?: string
}

export const ORDERS: readonly DemoOrder[] = [
  {
    age: 88,
    warehouse: 'GY',
    channel: 'credit',
    reached: 'completed',
    lines: [
      ['阿莫西林胶囊', '0.25g*24粒', 40],
      ['布洛芬缓释胶囊', '0.3g*20粒', 20],
      ['板蓝根颗粒', '10g*20袋', 30],
      ['藿香正气水', '10ml*10支', 30],
    ],
  },
  {
    age: 76,
    warehouse: 'GY',
    channel: 'balance',
    reached: 'completed',
    lines: [
      ['小儿氨酚黄那敏颗粒', '6g*10袋', 20],
      ['氯雷他定片', '10mg*6片', 30],
      ['蒙脱石散', '3g*10袋', 20],
    ],
  },
  {
    age: 64,
    warehouse: 'GY',
    channel: 'bank',
    reached: 'completed',
    lines: [
      ['苯磺酸氨氯地平片', '5mg*28片', 30],
      ['阿司匹林肠溶片', '100mg*30片', 40],
      ['盐酸二甲双胍片', '0.5g*60片', 20],
      ['阿托伐他汀钙片', '20mg*7片', 30],
    ],
    remark: '请随货附药检报告',
  },
  {
    age: 52,
    warehouse: 'GY',
    channel: 'credit',
    reached: 'completed',
    lines: [
      ['医用外科口罩', '50只(独立装)', 40],
      ['血糖试条', '50片(瓶装)', 10],
      ['创口贴', '70mm*18mm*100片', 20],
    ],
  },
  { age: 41, warehouse: 'GY', channel: null, reached: 'cancelled', lines: [['连花清瘟胶囊', '0.35g*24粒', 20]] },
  {
    age: 33,
    warehouse: 'GY',
    channel: 'gateway',
    reached: 'completed',
    lines: [
      ['六味地黄丸', '200丸(浓缩丸)', 40],
      ['小柴胡颗粒', '10g*10袋', 40],
      ['健胃消食片', '0.8g*32片', 30],
      ['牛黄解毒片', '24片*3板', 30],
    ],
  },
  {
    age: 24,
    warehouse: 'GY',
    channel: 'credit',
    reached: 'completed',
    lines: [
      ['阿莫西林胶囊', '0.25g*24粒', 60],
      ['奥美拉唑肠溶胶囊', '20mg*28粒', 20],
      ['多潘立酮片', '10mg*30片', 20],
      ['川贝枇杷糖浆', '150ml', 20],
    ],
  },
  { age: 20, warehouse: 'GY', channel: 'bank', reached: 'completed', lines: [['复方盐酸伪麻黄碱缓释胶囊', '90mg:4mg*8粒', 10]] },
  {
    age: 16,
    warehouse: 'GY',
    channel: 'credit',
    reached: 'received',
    lines: [
      ['黄芪片', '500g(选)', 6],
      ['枸杞子', '500g(特级)', 6],
      ['当归片', '500g(选)', 4],
      ['茯苓', '500g(丁)', 6],
    ],
  },
  {
    age: 9,
    warehouse: 'GY',
    channel: null,
    reached: 'expired',
    lines: [
      ['金银花', '250g', 4],
      ['三七粉', '100g(3g*33袋)', 2],
    ],
  },
  // Their receipts: rejected, in review, owed; see papers.ts.
  { age: 8.3, warehouse: 'GY', channel: 'bank', reached: 'received', lines: [['氨酚伪麻美芬片', '12片', 10]] },
  { age: 7.4, warehouse: 'GY', channel: 'bank', reached: 'received', lines: [['酚麻美敏片', '10片', 10]] },
  { age: 5.4, warehouse: 'GY', channel: 'bank', reached: 'received', lines: [['复方盐酸伪麻黄碱缓释胶囊', '90mg:4mg*8粒', 10]] },
  {
    age: 4,
    warehouse: 'GY',
    channel: 'gateway',
    reached: 'shipped',
    lines: [
      ['感冒灵颗粒', '10g*9袋', 40],
      ['复方氨酚烷胺片', '12片', 40],
      ['板蓝根颗粒', '10g*20袋', 40],
      ['布洛芬混悬液', '100ml:2g', 20],
      ['小儿氨酚黄那敏颗粒', '6g*10袋', 20],
    ],
  },
  {
    age: 2,
    warehouse: 'GY',
    channel: 'balance',
    reached: 'shipped',
    lines: [
      ['红霉素眼膏', '2g:10mg', 100],
      ['莫匹罗星软膏', '5g:0.1g', 20],
      ['糠酸莫米松乳膏', '5g:5mg', 20],
    ],
  },
  { age: 1.2, warehouse: 'GY', channel: 'bank', reached: 'shipped', lines: [['复方盐酸伪麻黄碱缓释胶囊', '90mg:4mg*8粒', 10]] },
  {
    age: 1,
    warehouse: 'GY',
    channel: 'gateway',
    reached: 'picking',
    lines: [
      ['布洛芬缓释胶囊', '0.3g*20粒', 40],
      ['阿莫西林胶囊', '0.25g*24粒', 50],
      ['维生素C片', '100mg*100片', 30],
    ],
  },
  {
    age: 0.25,
    warehouse: 'GY',
    channel: 'gateway',
    reached: 'paid',
    lines: [
      ['磷酸奥司他韦胶囊', '75mg*10粒', 15],
      ['红外额温计', '非接触式HT-10', 2],
    ],
    remark: '到货前请电话联系',
  },
  // A transfer is announced for it.
  { age: 0.15, warehouse: 'GY', channel: null, reached: 'pending_payment', lines: [['氨酚伪麻美芬片', '12片', 20]] },
  {
    age: 0.1,
    warehouse: 'GY',
    channel: null,
    reached: 'pending_payment',
    lines: [
      ['碳酸钙D3片', '600mg*30片', 20],
      ['葡萄糖酸钙锌口服溶液', '10ml*24支', 10],
    ],
  },
]

/** What other companies bought: one of them has not repaid in time, one owes nothing yet. */
export const OTHER_ORDERS: readonly { company: string; account: string; rank: string; orders: readonly DemoOrder[] }[] = [
  {
    company: 'KH0003',
    account: '13900000003',
    rank: 'C',
    orders: [
      {
        age: 46,
        warehouse: 'GY',
        channel: 'credit',
        reached: 'completed',
        lines: [
          ['阿莫西林胶囊', '0.25g*24粒', 60],
          ['感冒灵颗粒', '10g*9袋', 40],
        ],
      },
    ],
  },
  {
    company: 'KH0004',
    account: '13900000004',
    rank: 'A',
    orders: [
      {
        age: 33,
        warehouse: 'GY',
        channel: 'credit',
        reached: 'completed',
        lines: [
          ['六味地黄丸', '200丸(浓缩丸)', 60],
          ['板蓝根颗粒', '10g*20袋', 80],
          ['布洛芬缓释胶囊', '0.3g*20粒', 60],
        ],
      },
    ],
  },
  {
    company: 'KH0006',
    account: '13900000004',
    rank: 'C',
    // Its receipt is overdue: no more such goods for this store.
    orders: [{ age: 24, warehouse: 'GY', channel: 'bank', reached: 'completed', lines: [['酚麻美敏片', '10片', 20]] }],
  },
]

/** Looked at or liked, by name and spec. */
export const FAVOURITES: readonly (readonly [string, string])[] = [
  ['氯雷他定片', '10mg*6片'],
  ['蒙脱石散', '3g*10袋'],
  ['六味地黄丸', '200丸(浓缩丸)'],
  ['医用外科口罩', '50只(独立装)'],
  ['枸杞子', '500g(特级)'],
  ['磷酸奥司他韦胶囊', '75mg*10粒'],
]
export const FOOTPRINTS: readonly (readonly [string, string])[] = [
  ['连花清瘟胶囊', '0.35g*24粒'],
  ['布洛芬缓释胶囊', '0.3g*20粒'],
  ['阿莫西林胶囊', '0.25g*24粒'],
  ['天麻', '250g(一级)'],
  ['电子血压计', '上臂式HB-210'],
  ['小柴胡颗粒', '10g*10袋'],
  ['双氯芬酸二乙胺乳胶剂', '20g:0.2g'],
  ['维生素AD滴剂', '30粒'],
]
/** Prices agreed with the passed pharmacy alone, as a share of the base price in per cent. */
export const OWN_PRICES: readonly (readonly [string, string, number])[] = [
  ['阿莫西林胶囊', '0.25g*24粒', 94],
  ['苯磺酸氨氯地平片', '5mg*7片', 92],
  ['硝酸咪康唑乳膏', '20g:0.4g', 93],
  ['补中益气丸', '200丸(浓缩丸)', 95],
]
