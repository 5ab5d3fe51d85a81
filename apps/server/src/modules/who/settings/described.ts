import type { SettingFieldWire } from '#contract/settings.ts'
import { SHOP_SETTINGS } from './described-shop.ts'
import { TRADE_SETTINGS } from './described-trade.ts'
import type { Described, OpenKey } from './fields.ts'

/** Every setting as its screen shows it. A setting that is not described here does not compile. */

export const GROUPS = [
  { key: 'shop', title: '本企业', text: '页脚、单据、合同和发票上的本企业' },
  { key: 'pages', title: '页面', text: '买家每一页都看得到的文字' },
  { key: 'money', title: '收款与开票', text: '对公转账的账户、税率、充值' },
  { key: 'shipping', title: '配送与退货', text: '运费、退货地址' },
  { key: 'trade', title: '交易规则', text: '付款期限、未付款的限度、积分、效期' },
  { key: 'service', title: '在线客服', text: '是否开放、什么时候有人' },
  { key: 'mail', title: '邮件通知', text: '哪些事另发邮件给谁；管理端里照样看得到。要先在 CHANNELS_FILE 写明邮件服务器' },
  { key: 'safety', title: '安全', text: '员工登录' },
] as const

export const DESCRIBED: Readonly<Record<OpenKey, Described>> = { ...SHOP_SETTINGS, ...TRADE_SETTINGS }

export const OPEN_KEYS = Object.keys(DESCRIBED) as OpenKey[]
export const isOpenKey = (key: string): key is OpenKey => Object.hasOwn(DESCRIBED, key)
export const fieldOf = (key: OpenKey): SettingFieldWire => ({ name: '', title: DESCRIBED[key].title, ...DESCRIBED[key].field })
