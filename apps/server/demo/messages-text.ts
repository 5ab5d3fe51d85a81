import type { MessageKind } from '#contract/messages.ts'

export interface DemoMessage {
  company: string
  kind: MessageKind
  title: string
  text: string
  url: string
  /** Hours before the start of the shop. */
  hoursAgo: number
  isRead: boolean
}

/** What the shop has told the demo buyers beside what their orders say. */
export const MESSAGES: readonly DemoMessage[] = [
  {
    company: 'KH0001',
    kind: 'licence',
    title: '第二类医疗器械经营备案凭证将在 41 天后到期',
    text: '到期后不能购买第二类医疗器械。请提前上传新证，审核期间不影响采购。',
    url: '/zzzj',
    hoursAgo: 5,
    isRead: false,
  },
  {
    company: 'KH0001',
    kind: 'activity',
    title: '到货提醒：连花清瘟胶囊',
    text: '您关注的商品已到货，数量有限，请及时采购。',
    url: '/search?keywords=lhqw',
    hoursAgo: 9,
    isRead: false,
  },
  {
    company: 'KH0001',
    kind: 'activity',
    title: '双十二预售清单已开放',
    text: '感冒清热、慢病用药两大类满减叠加，活动期间订单优先配送。',
    url: '/yjh',
    hoursAgo: 28,
    isRead: true,
  },
  {
    company: 'KH0001',
    kind: 'system',
    title: '冬季配送时间调整',
    text: '入冬后部分线路可能晚一至两天，截单时间不变：贵阳仓 16:00，成都仓 15:00。常用品种请提前备货。',
    url: '/help/zfps/hwps',
    hoursAgo: 52,
    isRead: false,
  },
  {
    company: 'KH0001',
    kind: 'licence',
    title: '采购委托书已通过审核',
    text: '有效期已更新，感谢您的配合。',
    url: '/zzzj',
    hoursAgo: 170,
    isRead: true,
  },
  {
    company: 'KH0001',
    kind: 'system',
    title: '电子发票可以批量下载了',
    text: '在电子发票中勾选多张，一次打包下载 PDF。',
    url: '/dzfp',
    hoursAgo: 260,
    isRead: true,
  },
  {
    company: 'KH0001',
    kind: 'system',
    title: '欢迎使用安衡药采',
    text: '先看看购物指南，再用快捷采购把常用清单一次下单。',
    url: '/help/xrzn/gwzn',
    hoursAgo: 700,
    isRead: true,
  },
  {
    company: 'KH0003',
    kind: 'licence',
    title: '药品经营许可证已到期，药品暂停供应',
    text: '请尽快上传换发的许可证，审核通过后立即恢复。',
    url: '/zzzj',
    hoursAgo: 12 * 24,
    isRead: false,
  },
  {
    company: 'KH0003',
    kind: 'licence',
    title: '药品经营许可证将在 30 天内到期',
    text: '请提前上传新证，审核期间不影响采购。',
    url: '/zzzj',
    hoursAgo: 42 * 24,
    isRead: true,
  },
  {
    company: 'KH0004',
    kind: 'system',
    title: '您名下有三家门店',
    text: '可以随时切换，也可以把购物车复制到其他门店，各店按自己的资质和价格核对。',
    url: '/ddgl',
    hoursAgo: 30,
    isRead: false,
  },
  {
    company: 'KH0006',
    kind: 'licence',
    title: '药品经营许可证将在 23 天后到期',
    text: '到期后不能购买药品。请提前上传新证，审核期间不影响采购。',
    url: '/zzzj',
    hoursAgo: 8,
    isRead: false,
  },
  {
    company: 'KH0007',
    kind: 'system',
    title: '欢迎使用安衡药采',
    text: '诊所按备案的诊疗科目供应药品，经营范围外的商品会说明原因。',
    url: '/help/xrzn/gwzn',
    hoursAgo: 90,
    isRead: false,
  },
]

/** Who asked whom to run a store together. from: the company from which it was sent. */
export const INVITATIONS: readonly { from: string; to: string; note: string; hoursAgo: number }[] = [
  { from: 'KH0003', to: '13900000001', note: '我们想和贵店统一采购', hoursAgo: 20 },
  { from: 'KH0004', to: '13900000088', note: '', hoursAgo: 40 },
  { from: 'KH0004', to: '13900000077', note: '', hoursAgo: 300 },
]
