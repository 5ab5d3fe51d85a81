import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { couponTyped, factsTyped } from './coupon-desk.ts'
import { dealTyped } from './deal-desk.ts'
import { makeCategory, makeCompany, makeGoods, makeStaffOf, makeWarehouse } from './fixtures.ts'
import { typedGoods } from './goods-desk.ts'
import { testShop } from './harness.ts'
import { giftTyped, offerTyped, tierTyped } from './offer-desk.ts'
import { upload } from './upload.ts'

/**
 * Whatever a buyer sees is made on a screen. Each table of the schema is either written by a call of the staff's, which is tried here, or
 * belongs to a group that says why no screen fills it. A new table stands in one of the lists, or this test asks where it belongs.
 */

const NOW = new Date('2026-11-24T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const staff = {
  merchandiser: await makeStaffOf(db, 'merchandiser', '商品员'),
  marketer: await makeStaffOf(db, 'marketer', '运营员'),
  finance: await makeStaffOf(db, 'finance', '财务员'),
  quality: await makeStaffOf(db, 'quality', '质量员'),
  administrator: await makeStaffOf(db, 'administrator', '管理员'),
}
type Role = keyof typeof staff

const ask = async (role: Role, method: 'GET' | 'POST', url: string, body?: object) =>
  shop.ask(method, url, { cookie: staff[role], ...(body && { body }) })
async function post(role: Role, url: string, body: object) {
  const answer = await ask(role, 'POST', url, body)
  expect([200, 202], `${url} ${answer.text}`).toContain(answer.status)
  return answer.data
}
/** Published by the second person. */
async function publish(path: 'offer' | 'deal' | 'coupon', terms: object): Promise<void> {
  const { id, version } = await post('marketer', `/api/staff/${path}`, terms)
  const { request } = await post('marketer', `/api/staff/${path}/${id}/publish`, { version })
  await post('finance', `/api/staff/approval/${request.id}/approve`, {})
}
const version = async (goods: number) => (await ask('merchandiser', 'GET', `/api/staff/price/${goods}`)).data.version
const goods = await makeGoods(db, { name: '屏上商品', drug_class: 'otc_b', price: '10.00', stock: 100 })
const another = await makeGoods(db, { name: '另一商品', drug_class: 'otc_b', price: '10.00', stock: 100 })
const company = await makeCompany(db)
const category = await makeCategory(db, '已有分类')
const warehouse = await makeWarehouse(db)
const why = '上新'

let serial = 0
const record = (facts: object = {}) => {
  serial += 1
  return post('merchandiser', '/api/staff/goods_record', { ...typedGoods(), code: `SCREEN${serial}`, ...facts })
}
async function picture() {
  const made = await record({ name: '有图商品', approval_no: '国药准字H20001299' })
  const png = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  const options = { path: '/api/staff/file', purpose: 'goods', name: '盒.png', type: 'image/png' } as const
  const file = await upload(shop, staff.merchandiser, png, options)
  await post('merchandiser', `/api/staff/goods_record/${made.id}/pictures`, {
    pictures: [{ id: file.data.id, url: '' }],
    version: made.version,
  })
}
const prices = async (more: object) =>
  post('merchandiser', `/api/staff/price/${goods}`, {
    base: '10.00',
    retail: '',
    ladder_type: 0,
    reason: why,
    version: await version(goods),
    ...more,
  })
const agreement = async (code: string) => {
  const { id } = await post('administrator', '/api/staff/agreement', { code, title: '服务协议' })
  return post('administrator', `/api/staff/agreement/${id}/draft`, {
    body: '正文',
    changes: '',
    planned_at: '',
    at_registration: 1,
    demanded: 0,
    blocks_on: '',
    version: 0,
  })
}
const article = () =>
  post('administrator', '/api/staff/article', {
    id: 0,
    version: 0,
    section: 'topic',
    code: '',
    title: '公告',
    summary: '',
    body: '正文',
    author: '',
  })
const search = async (what: string, body: object) => post('merchandiser', `/api/staff/search/${what}`, body)
const exchange = { goods_id: another, price: '5', limit: 1, quota: 10 }
const offer = () => publish('offer', offerTyped(goods, { tiers: [{ repeat: 1, gifts: [giftTyped(another)] }] }))
const swap = () => publish('offer', offerTyped(goods, { kind: 'exchange', tiers: [tierTyped({ exchanges: [exchange] })] }))
let hour = 0
const flash = () => {
  hour += 1
  const at = (minutes: number) => new Date(NOW.getTime() + hour * 3_600_000 + minutes * 60_000).toISOString()
  return publish('deal', dealTyped({ starts_at: at(0), ends_at: at(50), lines: [{ goods_id: goods, price: '6' }] }))
}
const parts = [goods, another].map((goods_id) => ({ goods_id, number: 1, price: '9' }))
const bundle = () => publish('deal', dealTyped({ kind: 'bundle', ends_at: '', warehouse_id: warehouse, lines: parts }))
const gift = () => publish('deal', dealTyped({ kind: 'points', name: '保温杯', ends_at: '', points: { points: 100 } }))
const draw = () =>
  publish(
    'deal',
    dealTyped({ kind: 'draw', limit: 1, prizes: [{ kind: 'points', name: '积分', amount: '5', odds: 1000 }, { odds: 9000 }] }),
  )
const coupon = () => publish('coupon', couponTyped())
/** A list of the front is saved whole, under the number that it had. */
const front = async (path: string, entry: object) => {
  const { version: had, list } = (await ask('marketer', 'GET', `/api/staff/front/${path}`)).data
  return post('marketer', `/api/staff/front/${path}`, { version: had, list: [...list, { id: 0, ...entry }] })
}
const always = { starts_at: '', ends_at: '' }
const page = { kind: 'activity', code: 'winter', name: '冬季备货', intro: '', image: '', accent: 'near', ...always }
async function composed() {
  const blocks = [{ type: 'text', title: '规则', text: '一段' }]
  const made = await post('marketer', '/api/staff/front/page', { id: 0, version: 0, ...page, blocks })
  await post('marketer', `/api/staff/front/page/${made.page.id}/publish`, { version: made.page.version })
}
const setting = async () =>
  post('administrator', '/api/staff/setting', {
    changes: [{ key: 'qq1', value: JSON.stringify('10001') }],
    reason: why,
    version: (await ask('administrator', 'GET', '/api/staff/setting')).data.version,
  })

/** Table → the call by which a screen of the console writes it, and one such writing. */
const MADE: Readonly<Record<string, readonly [call: string, write: () => Promise<unknown>]>> = {
  goods: ['POST /api/staff/goods_record', () => record()],
  goods_image: ['POST /api/staff/goods_record/:id/pictures', picture],
  goods_category: [
    'POST /api/staff/goods_record',
    () => record({ categories: [category], name: '归类商品', approval_no: '国药准字H20001298' }),
  ],
  category: ['POST /api/staff/category', () => post('merchandiser', '/api/staff/category', { tree: 'drug', name: '新分类' })],
  manufacturer: [
    'POST /api/staff/manufacturer',
    () => post('merchandiser', '/api/staff/manufacturer', { name: '新厂制药', short_name: '', is_brand: 0, brand_intro: '' }),
  ],
  goods_rank_price: ['POST /api/staff/price/:id', () => prices({ ranks: [{ rank: 'A', price: '9.90' }] })],
  goods_ladder: ['POST /api/staff/price/:id', () => prices({ ranks: [], ladder: [{ number: 10, price: '9.80' }] })],
  goods_company_price: [
    'POST /api/staff/price/:id/company',
    async () =>
      post('merchandiser', `/api/staff/price/${goods}/company`, {
        company_id: company.companyId,
        price: '9.90',
        reason: why,
        version: await version(goods),
      }),
  ],
  availability: ['POST /api/staff/availability', () => rule('限区域')],
  availability_entry: ['POST /api/staff/availability', () => rule('限区域二')],
  special_limit: [
    'POST /api/staff/special_limit',
    () =>
      post('quality', '/api/staff/special_limit', {
        rows: [{ company_type: '诊所', substance: 'ephedrine', per_order: 10, per_month: 30, version: 1 }],
        reason: why,
      }),
  ],
  promotion: ['POST /api/staff/offer/:id/publish', offer],
  promotion_tier: ['POST /api/staff/offer/:id/publish', offer],
  promotion_gift: ['POST /api/staff/offer/:id/publish', offer],
  promotion_exchange: ['POST /api/staff/offer/:id/publish', swap],
  goods_offer: ['POST /api/staff/deal/:id/publish', flash],
  flash_session: ['POST /api/staff/deal/:id/publish', flash],
  bundle: ['POST /api/staff/deal/:id/publish', bundle],
  bundle_item: ['POST /api/staff/deal/:id/publish', bundle],
  points_goods: ['POST /api/staff/deal/:id/publish', gift],
  draw: ['POST /api/staff/deal/:id/publish', draw],
  draw_prize: ['POST /api/staff/deal/:id/publish', draw],
  coupon_template: ['POST /api/staff/coupon/:id/publish', coupon],
  segment: [
    'POST /api/staff/segment',
    () => post('marketer', '/api/staff/segment', { name: '老客户', facts: factsTyped({ ranks: ['A'] }) }),
  ],
  advert: [
    'POST /api/staff/front/slot/:slot',
    () => front('slot/home', { title: '冬季备货', subtitle: '', image: '', url: '/yx', style: '', is_on: 1, ...always }),
  ],
  site_link: ['POST /api/staff/front/link/:place', () => front('link/nav', { name: '特价', url: '/tj', badge: '', children: [] })],
  hot_word: ['POST /api/staff/front/word', () => front('word', { name: '阿胶', url: '', ...always })],
  zone_page: ['POST /api/staff/front/page/:id/:command', composed],
  // Sections are made by whoever writes first.
  article_category: ['POST /api/staff/article', article],
  article: ['POST /api/staff/article', article],
  agreement: ['POST /api/staff/agreement', () => agreement('fwxy')],
  agreement_version: ['POST /api/staff/agreement/:id/draft', () => agreement('fwxy-2')],
  article_version: ['POST /api/staff/article', article],
  search_word: [
    'POST /api/staff/search/word',
    () => search('word', { kind: 'alias', words: ['退烧灵'], targets: ['布洛芬'], parent: '', note: '' }),
  ],
  search_pin: ['POST /api/staff/search/pin', () => search('pin', { words: '屏上', goods_id: goods, place: 'first' })],
  setting: ['POST /api/staff/setting', setting],
  warehouse: [
    'POST /api/staff/warehouse',
    () =>
      post('administrator', '/api/staff/warehouse', {
        code: 'NEW',
        name: '新仓',
        province: '',
        address: '',
        contact: '',
        phone: '',
        sort: 9,
      }),
  ],
  contract_version: [
    'POST /api/staff/contract/version',
    () =>
      post('administrator', '/api/staff/contract/version', {
        title: '新版年度合同',
        text: `## 第一条 总则\n${'供需双方诚信履约。'.repeat(10)}`,
        valid_months: 12,
      }),
  ],
}
const rule = (name: string) =>
  post('merchandiser', '/api/staff/availability', {
    name,
    controlled: 0,
    entries: [{ province: '贵州省', city: '', company_type: '', company_id: 0 }],
  })

const SAID = Object.fromEntries(CALLS.map((call) => [`${call.method} ${call.path}`, call]))
const print = async (table: string): Promise<string> =>
  (await pool.query(`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${table}" t`)).rows[0].print

describe('客户看到的，都在后台有地方写', () => {
  it.each(Object.entries(MADE))('%s', async (table, [name, write]) => {
    const call = SAID[name]
    expect(call, name).toBeDefined()
    expect(call?.access).toBe('staff')
    const before = await print(table)
    await write()
    expect(await print(table)).not.toBe(before)
  })

  it('库里的每张表都说得清：后台写的，或者为什么不由后台写', async () => {
    const { rows } = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public' order by 1")
    const tables = rows.map(({ name }) => name)
    const lists = [...Object.keys(MADE), ...Object.values(NOT_MADE).flatMap((names) => names.split(' '))]
    expect(tables.filter((name) => !lists.includes(name))).toEqual([])
    expect(lists.filter((name) => !tables.includes(name))).toEqual([])
    expect(lists.filter((name, at) => lists.indexOf(name) !== at)).toEqual([])
  })
})

/** Why no screen lays these out for buyers → the tables. */
const NOT_MADE: Readonly<Record<string, string>> = {
  'what companies and their people say of themselves and do; the house decides on it in their records':
    'account account_company address agreement_acceptance article_vote arrival_reminder cart_line certificate company company_batch company_change company_invitation company_pair company_scope contract_signature coupon favorite feedback feedback_answer footprint qualification qualification_history quick_order seal seal_use seal_user store_group store_invitation wanted_entry wanted_request',
  "the law's own list of business scopes, and what it judged of goods: seeded with a release, decided by quality":
    'business_scope law_decision law_judging',
  'orders, their money and their parcels: they come from buying, and are worked on order by order':
    'after_sale after_sale_line after_sale_log benefit_kept carton carton_goods checkout checkout_quote credit_bill credit_repayment credit_repayment_item draw_chance draw_record ephedrine_receipt invoice invoice_request ledger_account ledger_entry ledger_posting order_benefit order_edit order_licence order_line order_line_batch order_log order_note order_split orders payment payment_callback payment_part points_debt points_order receiving receiving_after_sale receiving_line recharge refund shipment shipment_event shipment_temperature statement suspense trace_code transfer_proof unionpay_sent',
  'what is in the warehouse: received, counted, moved, cared for, sold':
    'care_check care_goods care_goods_listed care_plan care_plan_day climate_reading goods_stock label_print label_print_of shelf_place stock_batch stock_count stock_count_line stock_intake stock_intake_line stock_move stock_move_line stock_movement store_room unqualified wave wave_order wave_taken',
  'papers: uploaded, drawn, sealed and fetched by the desks of quality':
    'batch_document document document_download document_request document_seal document_stamp goods_first_trade paper_pack recall recall_company recall_log signing_certificate supplier trade_approval trade_pack trade_paper trade_paper_seen trade_questionnaire upstream_approval upstream_paper',
  'letters and chats: said to one company, or sent by their own desk':
    'broadcast broadcast_company chat_conversation chat_handover chat_message message sent_message',
  'behind what buyers see: drafts, versions and histories of it, costs':
    'coupon_plan deal_plan deal_plan_version goods_cost import_columns import_file import_file_row import_picture price_change price_list price_list_row promotion_plan promotion_plan_version setting_change zone_page_version',
  "the house's own: staff, their rights and work, what they did, its books with banks and channels":
    'approval_request audit_log audit_seal audit_unsealed bank_import bank_line bulk_job bulk_row channel_bill channel_difference day_closing day_closing_late export_job export_piece list_view list_view_default staff staff_emergency staff_grant staff_passkey staff_passkey_challenge staff_recovery_code staff_role work_taken',
  'figures and searches as they were, kept by jobs and by what buyers do':
    'figure_buyer figure_company figure_company_first figure_goods figure_letter figure_made figure_offer figure_remake figure_schedule figure_search figure_service figure_stock search_record search_step',
  'other systems and what stands in for them':
    'gateway_simulator gateway_simulator_refund invoice_simulator open_beginning open_company_block open_daily open_event open_key open_nonce open_once open_secret open_stream open_takeover open_version open_waiting outside_standing sms_simulator webhook_endpoint webhook_message webhook_secret webhook_try wechat_simulator',
  "the machine's memory: sessions, codes, files by their contents, the feed of changes, numbers that triggers keep":
    'captcha change change_sweep front_list goods_letters login_failure migration migration_lock password_reset promotion_version rate_count session sms_code stored_file stored_file_content stored_object upload_tally wechat_ticket',
}
