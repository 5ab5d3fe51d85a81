import type { WantedState } from '#domain/wanted.ts'

/** What the demo's companies asked for, said and looked at. Ages are hours before the start of the shop. */
export interface DemoWanted {
  company: string
  name: string
  spec: string
  manufacturer: string
  number: number
  unit: string
  /** Fen. */
  expected: number | null
  note: string
  hoursAgo: number
  state: WantedState
  closeReason?: string
  /** goods: name and specification of what is offered. */
  entries: readonly { staff: boolean; hoursAgo: number; text: string; goods?: readonly (readonly [string, string])[] }[]
}

export const WANTED: readonly DemoWanted[] = [
  {
    company: 'KH0001',
    name: '玻璃酸钠滴眼液',
    spec: '5ml:5mg',
    manufacturer: '',
    number: 60,
    unit: '支',
    expected: 1850,
    note: '近视门诊的老顾客常要，每月约 60 支，最好是单支盒装。',
    hoursAgo: 5,
    state: 'open',
    entries: [],
  },
  {
    company: 'KH0001',
    name: '阿莫西林克拉维酸钾片',
    spec: '0.457g*12片',
    manufacturer: '',
    number: 100,
    unit: '盒',
    expected: 1600,
    note: '儿科处方用得多，可以先给小包装。',
    hoursAgo: 50,
    state: 'answered',
    entries: [
      {
        staff: true,
        hoursAgo: 30,
        text: '这个规格厂家暂时断货，预计月底恢复。同类的阿莫西林胶囊有货，先推荐给您参考，到货后会再通知您。',
        goods: [['阿莫西林胶囊', '0.25g*24粒']],
      },
    ],
  },
  {
    company: 'KH0001',
    name: '医用外科口罩（独立装）',
    spec: '50只/盒',
    manufacturer: '',
    number: 200,
    unit: '盒',
    expected: null,
    note: '',
    hoursAgo: 170,
    state: 'arrived',
    entries: [
      { staff: true, hoursAgo: 150, text: '已向厂家订货，预计三天内入库。' },
      { staff: false, hoursAgo: 149, text: '好的，要独立包装的。' },
      { staff: true, hoursAgo: 72, text: '独立装已到货，您可以直接下单。', goods: [['医用外科口罩', '50只(独立装)']] },
    ],
  },
  {
    company: 'KH0001',
    name: '蛇胆川贝液',
    spec: '10ml*6支',
    manufacturer: '',
    number: 30,
    unit: '盒',
    expected: null,
    note: '',
    hoursAgo: 500,
    state: 'closed',
    closeReason: '改用川贝枇杷糖浆',
    entries: [{ staff: true, hoursAgo: 480, text: '目前没有合作厂家供应，可以先用川贝枇杷糖浆。', goods: [['川贝枇杷糖浆', '150ml']] }],
  },
  {
    company: 'KH0004',
    name: '三七粉',
    spec: '3g*30袋',
    manufacturer: '',
    number: 80,
    unit: '盒',
    expected: 9800,
    note: '三家店一起要，分三个地址送。',
    hoursAgo: 26,
    state: 'open',
    entries: [],
  },
  {
    company: 'KH0007',
    name: '生脉饮',
    spec: '10ml*10支',
    manufacturer: '',
    number: 40,
    unit: '盒',
    expected: null,
    note: '要党参方。',
    hoursAgo: 12,
    state: 'open',
    entries: [],
  },
]

export const FEEDBACK: readonly {
  company: string
  kind: 'feedback' | 'complaint'
  topic: string
  text: string
  contact: string
  hoursAgo: number
  answer?: { hoursAgo: number; text: string }
}[] = [
  {
    company: 'KH0001',
    kind: 'feedback',
    topic: '网站功能',
    text: '粘贴清单很好用，希望能把上次没买齐的商品单独存成一份清单，下次直接打开。',
    contact: '13900000001',
    hoursAgo: 76,
    answer: { hoursAgo: 52, text: '感谢您的建议。没有加入购物车的行会一直留在清单里，刷新页面也不会丢；多份清单的功能已列入计划。' },
  },
  {
    company: 'KH0001',
    kind: 'feedback',
    topic: '商品',
    text: '希望多上一些儿童剂型的退热药，小包装更好卖。',
    contact: '13900000001',
    hoursAgo: 8,
  },
  {
    company: 'KH0001',
    kind: 'complaint',
    topic: '配送时效',
    text: '上周四的订单说好周五到，结果周一上午才送到，周末柜台缺货。',
    contact: '13900000001',
    hoursAgo: 130,
    answer: {
      hoursAgo: 108,
      text: '非常抱歉给您带来不便。经查是中转站积压，已与承运商约定周四的订单改走直送线路，并为您补发一张运费券。',
    },
  },
  {
    company: 'KH0004',
    kind: 'feedback',
    topic: '价格',
    text: '希望多店一起下单时能按总量算阶梯价。',
    contact: '13900000004',
    hoursAgo: 40,
  },
]

/** More favourites of the passed pharmacy: name, specification, days ago, and what they cost then in per cent of now. */
export const MORE_FAVOURITES: readonly (readonly [name: string, spec: string, daysAgo: number, percent: number])[] = [
  ['阿莫西林胶囊', '0.25g*24粒', 9, 108],
  ['布洛芬缓释胶囊', '0.3g*20粒', 12, 100],
  ['连花清瘟胶囊', '0.35g*24粒', 16, 112],
  ['苯磺酸氨氯地平片', '5mg*28片', 21, 95],
  ['奥美拉唑肠溶胶囊', '20mg*28粒', 30, 104],
]

/** More footprints of the passed pharmacy: name, specification, hours ago, times. */
export const MORE_FOOTPRINTS: readonly (readonly [name: string, spec: string, hoursAgo: number, times: number])[] = [
  ['奥美拉唑肠溶胶囊', '20mg*28粒', 0.4, 3],
  ['六味地黄丸', '200丸(浓缩丸)', 1.2, 2],
  ['川贝枇杷糖浆', '150ml', 2.5, 1],
  ['医用外科口罩', '50只(独立装)', 30, 4],
  ['蒙脱石散', '3g*10袋', 31, 1],
  ['多潘立酮片', '10mg*30片', 80, 2],
]
