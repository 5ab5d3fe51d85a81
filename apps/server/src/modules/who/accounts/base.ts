import type { UserBaseWire } from '#contract/user.ts'
import { beijingDate } from '#domain/dates.ts'
import { askedAgreements } from '#domain/eligibility.ts'
import { fen, yuan } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { papersState } from '#domain/papers.ts'
import { reviewName, reviewOf } from '#domain/review.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { settingsFrom } from '../../../platform/settings.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { readBaseFigures } from './views.ts'

/** What the frame shows of the shop's settings. */
const SETTING_KEYS = ['hot_line', 'qq1', 'qq2', 'quality_inspection', 'chat_open', 'after_sale_open', 'login_url'] as const

const flag = (value: unknown): 0 | 1 => (value === true ? 1 : 0)
const INSPECTION = '药检报告按批号查看、下载：电子资料 · 药品检验报告'

/** The signed-in account as the frame shows it. */
export async function userBaseOf(database: DatabaseHandle, viewer: Viewer, now: Date): Promise<UserBaseWire> {
  const { company } = viewer
  const figures = await readBaseFigures(database, viewer.accountId, company?.id ?? null, SETTING_KEYS)
  const settings = settingsFrom(SETTING_KEYS, figures.settings)
  const counts = new Map(figures.order_counts.map((one) => [one.status, one.count]))
  const papers = company === null ? { state: 'ok' as const, note: '' } : papersState(company, beijingDate(now))
  const passed = reviewOf(company?.reviewState) === 'passed'
  return {
    show: 1,
    id: viewer.accountId,
    username: viewer.username,
    name: viewer.name,
    phone: viewer.phone,
    company: company?.name ?? '',
    company_id: company?.id ?? null,
    company_type: company?.type ?? '',
    face: viewer.face,
    rank: company?.rank ?? '',
    admin: { name: company?.managerName ?? '', phone: company?.managerPhone ?? '', is_default: flag(company?.managerDefault) },
    address: company === null ? '' : [company.province, company.city, company.district, company.address].join(''),
    is_passed: flag(passed),
    review_state: company?.reviewState ?? 0,
    review_name: company === null ? '' : reviewName(company.reviewState),
    papers_note: papers.note,
    papers_state: papers.state,
    points: figures.points,
    balance: yuan(fen(figures.balance)),
    cart: figures.cart_count,
    cart_count: figures.cart_count,
    message_count: figures.message_count,
    chat_unread: figures.chat_unread,
    wechat: flag(viewer.hasWechat),
    common_config: { hot_line: settings.hot_line ?? '', qq1: settings.qq1 ?? '', qq2: settings.qq2 ?? '' },
    quality_inspection: {
      quality_inspection_url: settings.quality_inspection?.url ?? '',
      msg: settings.quality_inspection?.msg || INSPECTION,
    },
    login_url: settings.login_url ?? '/login',
    is_show_youx: flag(passed),
    is_special: flag(figures.has_own_prices),
    is_can_chat: flag(company !== null && settings.chat_open === true),
    is_AfterSale: settings.after_sale_open === false ? 0 : 1,
    is_staff: 0,
    // Whoever looks in the company's place agrees to nothing.
    agreements:
      company === null || viewer.seenBy !== null
        ? []
        : askedAgreements(company, now).map(({ title, blocksOn }) => ({ title, blocks_on: blocksOn })),
    stores: figures.stores.map((store) => ({ ...store, active: flag(store.company_id === company?.id) })),
    order_counts: Object.entries(STATUS_NAMES)
      .map(([status, name]) => ({ status, name, count: counts.get(status) ?? 0 }))
      .concat({ status: 'after_sale', name: '售后中', count: counts.get('after_sale') ?? 0 }),
  }
}
