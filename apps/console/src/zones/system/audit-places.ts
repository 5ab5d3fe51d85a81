import type { AuditSubjectWire } from '#contract/console.ts'
import type { AuditKind } from '#domain/audit-names.ts'

type Place = (of: { page: string; key: string }) => string

const order: Place = ({ page }) => `orders/${page}`
const afterSale: Place = ({ page }) => `service/after-sales/${page}`
const company: Place = ({ page }) => `companies/${page}`
const proofs: Place = () => 'finance/proofs'
const tasks: Place = () => 'system/tasks'

/** Each is on the page of its name; its papers lie with all others. */
const REGISTERS: readonly (readonly [kind: string, page: string])[] = [
  ['acceptance', 'acceptance'],
  ['recheck', 'recheck'],
  ['unqualified', 'unqualified'],
  ['care', 'care'],
  ['care_goods', 'key-goods'],
  ['climate', 'climate'],
]

/** Where a record is shown, below /console; its list, found by its number or name, where it has no page of its own. */
const PLACES: Partial<Record<AuditKind, Place>> = {
  account: ({ key }) => `system/staff?keywords=${key}`,
  address: company,
  after_sale: afterSale,
  article: ({ page }) => (page === 'legal' ? 'content/articles' : `content/articles/${page}`),
  availability: ({ key }) => `goods/availability?keywords=${key}`,
  bank_import: () => 'finance/bank',
  bank_line: ({ key }) => `finance/bank?keywords=${key}`,
  bulk: tasks,
  category: () => 'goods/categories',
  certificate: company,
  channel: () => 'system/channels',
  channel_bill: () => 'finance/bills',
  channel_difference: () => 'finance/differences',
  chat: () => 'service/chat',
  closing: ({ page }) => `finance/closings/${page}`,
  company,
  contract: () => 'companies/contracts',
  price_list: ({ page }) => `goods/price-lists/${page}`,
  deal: ({ page }) => `marketing/deals/${page}`,
  document: ({ key }) => `finance/papers?keyword=${key}`,
  export: tasks,
  feedback: () => 'service/feedback',
  figure_letter: () => 'reports/letters',
  figure_remake: () => 'reports/remake',
  figure_schedule: () => 'reports/schedules',
  front: ({ page }) =>
    page === 'words'
      ? 'content/words'
      : page.startsWith('links:')
        ? `content/links?place=${page.slice(6)}`
        : `content/adverts?slot=${page.slice(7)}`,
  goods: ({ page }) => `goods/list/${page}`,
  goods_import: ({ page }) => `goods/imports/${page}`,
  company_import: ({ page }) => `companies/imports/${page}`,
  picture_import: ({ page }) => `goods/picture-imports/${page}`,
  intake: ({ page }) => `warehouse/receive/${page}`,
  invitation: ({ key }) => `companies/invitations?keywords=${key}`,
  invoice_request: order,
  job: tasks,
  manufacturer: ({ key }) => `goods/manufacturers?keywords=${key}`,
  coupon: ({ page }) => `marketing/coupons/${page}`,
  broadcast: ({ page }) => `marketing/broadcasts/${page}`,
  agreement: ({ page }) => `content/agreements/${page}`,
  segment: ({ page }) => `marketing/segments/${page}`,
  offer: ({ page }) => `marketing/offers/${page}`,
  open_key: () => 'system/open-keys',
  order,
  picking: order,
  points_order: ({ key }) => `orders/points?no=${key}`,
  proof: proofs,
  recall: ({ page }) => `quality/recalls/${page}`,
  register: ({ page }) => `quality/${REGISTERS.find(([kind]) => page.startsWith(`${kind}:`))?.[1] ?? 'acceptance'}`,
  report: ({ key }) => `quality/reports?keyword=${key}`,
  report_request: ({ key }) => `quality/requests?keyword=${key}`,
  return: afterSale,
  role: () => 'system/roles',
  sales_record: () => 'finance/sales',
  seal: () => 'companies/seals',
  search_pin: ({ key }) => `marketing/search-pins?keywords=${key}`,
  search_word: ({ key }) => `marketing/search-words?keywords=${key}`,
  setting: () => 'system/settings',
  shipment: order,
  statement: () => 'finance/statements',
  special_limit: () => 'quality/special-limits',
  stock_batch: ({ key }) => `warehouse/batches?keywords=${key}`,
  stock_count: ({ page }) => `warehouse/counts/${page}`,
  stock_move: () => 'warehouse/moves',
  store_room: () => 'warehouse/climate',
  supplier: ({ page }) => `quality/suppliers/${page}`,
  suspense: () => 'finance/suspense',
  trade_paper: () => 'quality/papers',
  transfer_proof: proofs,
  unqualified: ({ key }) => `quality/unqualified?words=${key}`,
  wanted: ({ key }) => `service/wanted?keywords=${key}`,
  warehouse: () => 'warehouse/warehouses',
  wave: ({ page }) => `warehouse/waves/${page}`,
  webhook: () => 'system/webhooks',
  zone_page: ({ page }) => `content/pages/${page}`,
}

/** '': it is shown nowhere, or is there no more. */
export function placeOf({ kind, page, text }: AuditSubjectWire): string {
  const place = Object.hasOwn(PLACES, kind) ? PLACES[kind as AuditKind] : undefined
  return place === undefined || page === '' ? '' : place({ page, key: encodeURIComponent(text) })
}
