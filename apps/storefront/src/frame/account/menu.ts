import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'

export interface MenuEntry {
  text: string
  to: string
}
interface MenuGroup {
  name: string
  entries: readonly MenuEntry[]
}

/** Every page of the member and account centre, in the order in which its menu shows them; those that are not open yet are left out of it. */
export const MENU: readonly MenuGroup[] = [
  {
    name: '订单中心',
    entries: [
      { text: '我的订单', to: paths.orders() },
      { text: '积分订单', to: paths.pointsOrders() },
      { text: '含麻回执', to: memberPaths.receipts() },
      { text: '退货售后', to: memberPaths.afterSales() },
      { text: '药品召回', to: memberPaths.recalls() },
    ],
  },
  {
    name: '我的钱包',
    entries: [
      { text: '钱包总览', to: memberPaths.wallet() },
      { text: '余额', to: memberPaths.balance() },
      { text: '账期', to: memberPaths.credit() },
      { text: '积分', to: memberPaths.points() },
      { text: '优惠券', to: memberPaths.coupons() },
      { text: '现金券', to: memberPaths.vouchers() },
      { text: '对账单', to: memberPaths.statements() },
    ],
  },
  {
    name: '自助服务',
    entries: [
      { text: '快捷采购', to: memberPaths.quickOrder() },
      { text: '品种求购', to: memberPaths.wanted() },
      { text: '我的收藏', to: memberPaths.favorites() },
      { text: '我的足迹', to: memberPaths.footprints() },
      { text: '意见反馈', to: memberPaths.feedback() },
    ],
  },
  {
    name: '电子资料',
    entries: [
      { text: '资料首页', to: memberPaths.exchange() },
      { text: '电子出库单', to: memberPaths.deliveries() },
      { text: '药品检验报告', to: memberPaths.reports() },
      { text: '首营资料', to: memberPaths.firstTrade() },
      { text: '企业资料', to: memberPaths.supplierData() },
      { text: '电子发票', to: memberPaths.invoices() },
      { text: '电子签章', to: memberPaths.seals() },
    ],
  },
  {
    name: '单据',
    entries: [
      { text: '电子合同', to: memberPaths.contracts() },
      { text: '我签过的协议', to: memberPaths.agreements() },
    ],
  },
  {
    name: '账户中心',
    entries: [
      { text: '基础信息', to: memberPaths.basic() },
      { text: '资质证件', to: memberPaths.licences() },
      { text: '多店管理', to: memberPaths.stores() },
      { text: '绑定微信', to: memberPaths.wechat() },
      { text: '收货地址', to: memberPaths.addresses() },
      { text: '接口密钥', to: memberPaths.openKeys() },
      { text: '我的消息', to: memberPaths.messages() },
    ],
  },
]

/** The same page under a second address of the specification. */
const ALSO: Readonly<Record<string, string>> = {
  '/zhzx/wdxx': memberPaths.messages(),
  '/dzfp': memberPaths.invoices(),
  '/order/returnInfo': memberPaths.afterSales(),
  '/order/afterSalesInfo': memberPaths.afterSales(),
}

const ENTRIES: readonly MenuEntry[] = MENU.flatMap(({ entries }) => entries)

/** The entry that a page belongs to: its own, else the one whose path it stands under. Entries with a query match only with it. */
export function entryOf(pathname: string, search: string): MenuEntry | null {
  const asked = new URLSearchParams(search)
  const also = Object.entries(ALSO).find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1]
  if (also !== undefined) return ENTRIES.find(({ to }) => to === also) ?? null
  const fits = ENTRIES.filter(({ to }) => {
    const [path = '', query = ''] = to.split('?')
    const under = pathname === path || pathname.startsWith(`${path}/`)
    return under && [...new URLSearchParams(query)].every(([key, value]) => asked.get(key) === value)
  })
  return fits.sort((a, b) => b.to.length - a.to.length)[0] ?? null
}
