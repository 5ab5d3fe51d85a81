import { read, utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { EXPORT_LISTS } from '#contract/constants.ts'
import type { ExportKind } from '#contract/export-jobs.ts'
import { PERMISSION_WORDS } from '#contract/permissions.ts'
import { fillLists } from '../../../../test/filled-lists.ts'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { wordsFor } from './making.ts'
import { LIST_EXPORTERS } from './public.ts'

const shop = await testShop({ demo: true })
const { db, pool } = shop.database
await fillLists(shop.database)
const makeRole = (key: string, words: readonly string[]) =>
  db
    .insertInto('staff_role')
    .values({ key, name: key, permissions: [...words] })
    .execute()
await makeRole('all', PERMISSION_WORDS)
const everybody = await makeStaffOf(db, 'all', '全权')

type Kind = keyof typeof LIST_EXPORTERS
type Row = Record<string, unknown>
type KeyOf = (row: Row) => unknown
const KINDS = Object.keys(LIST_EXPORTERS) as Kind[]

/** A filter that leaves some of the list's rows out ({}: it has none that could), the column by which a row is known, and its field. */
const KNOWN_BY: Readonly<Record<Kind, [filter: Row, column: string, key: string | KeyOf]>> = {
  held_orders: [{}, '订单号', 'no'],
  picking: [{ stage: 'picking' }, '订单号', 'no'],
  shipments: [{ end_time: '2026-01-01' }, '订单号', 'order_no'],
  after_sales: [{ status: 'reviewing' }, '售后单', 'no'],
  refunds: [{ standing: 'bank' }, '单号', 'no'],
  points_orders: [{ status: 'completed' }, '兑换单', 'no'],
  movements: [{ kind: 'reserve' }, '订单号', 'order_no'],
  expiry: [{ days: 90 }, '批号', 'batch_no'],
  care_due: [{ key: 1 }, '批号', 'batch_no'],
  intakes: [{ state: 'done' }, '收货单', 'no'],
  counts: [{ state: 'open' }, '单号', 'no'],
  moves: [{ state: 'arrived' }, '调拨单', 'no'],
  waves: [{ state: 'dissolved' }, '波次', 'no'],
  warehouses: [{}, '编码', 'code'],
  manufacturers: [{ brand: 1 }, '厂家', 'name'],
  searches: [{ result: 'none' }, '搜索词', 'words'],
  search_words: [{ kind: 'class' }, '客户输入的词', ({ words }) => (words as string[]).join('、')],
  search_pins: [{ keywords: '感冒' }, '搜索词', 'words'],
  availabilities: [{ controlled: 1 }, '可售范围', 'name'],
  availability_entries: [{ rule: 1 }, '可售范围', 'rule'],
  transfers: [{}, '付款单', 'no'],
  transfer_proofs: [{}, '订单号', 'order_no'],
  recharges: [{ status: 'paid' }, '充值单', 'no'],
  suspense: [{ status: 'all' }, '单号', 'no'],
  credit: [{ scope: 'overdue' }, '企业', 'company'],
  statements: [{ month: '2026-10' }, '企业', 'company'],
  issued_invoices: [{ colour: 'red' }, '发票号码', 'number'],
  invoices: [{ state: 'done' }, '订单号', ({ request }) => (request as { order_no: string }).order_no],
  ledger: [{ kind: 'order_pay' }, '编号', 'id'],
  closings: [{}, '说明', 'note'],
  channel_bills: [{}, '文件', 'file_name'],
  documents: [{ kinds: 'return_note' }, '编号', 'no'],
  contracts: [{ state: 'replaced' }, '合同编号', 'no'],
  receipts: [{ state: 'rejected' }, '订单号', 'no'],
  special_limits: [{ company_type: '诊所' }, '企业类型', 'company_type'],
  recalls: [{ state: 'closed' }, '召回单', 'no'],
  reports: [{ state: 'checking' }, '报告编号', 'report_no'],
  report_requests: [{ keyword: 'B2' }, '批号', 'batch_no'],
  law_goods: [{ state: 'barred' }, '编码', 'code'],
  trade_papers: [{ soon: 1 }, '编号', 'number'],
  seals: [{ state: 'applied' }, '编号', 'number'],
  addresses: [{ review: 'rejected' }, '收货地址', 'address'],
  invitations: [{ kind: 'new' }, '企业', 'company'],
  price_lists: [{ state: 'draft' }, '调价单', 'name'],
  goods_imports: [{ state: 'cancelled' }, '文件', 'file_name'],
  picture_imports: [{ state: 'cancelled' }, '文件', 'file_name'],
  company_imports: [{ state: 'cancelled' }, '文件', 'file_name'],
  offers: [{ kind: 'gift' }, '活动', 'name'],
  coupons: [{ state: 'draft' }, '优惠券', 'name'],
  segments: [{ keywords: '诊所' }, '客群', 'name'],
  broadcasts: [{ state: 'stopped' }, '标题', 'title'],
  broadcast_companies: [{ state: 'often' }, '企业', 'company'],
  deals: [{ kind: 'bundle' }, '名称', 'name'],
  draw_records: [{ won: '1' }, '编号', 'id'],
  wanted: [{ state: 'open' }, '商品', 'name'],
  feedback: [{ kind: 'complaint' }, '内容', 'text'],
  articles: [{ state: 'legal' }, '标题', 'title'],
  agreements: [{ keywords: '隐私' }, '协议', 'title'],
  agreement_companies: [{ state: 'current' }, '企业', 'company'],
  people: [{ role: 'admin' }, '登录名', 'username'],
  approvals: [{ state: 'refused' }, '内容', 'title'],
  jobs: [{ task: '单据' }, '编号', 'id'],
  sent_messages: [{ way: 'mail' }, '编号', 'id'],
}

const ask = (cookie: string, kind: ExportKind, query: Row = {}) =>
  shop.ask('POST', `/api/staff/export/${kind}`, { cookie, body: { format: 'xlsx', query } })

/** The column by which its rows are known. */
async function columnOfFile(cookie: string, kind: Kind, query: Row): Promise<string[]> {
  const { data: job, message } = await ask(cookie, kind, query)
  expect(message).toBe('')
  await shop.jobs.runDue(['exports.make'])
  const { rawPayload } = await shop.app.inject({ url: `/api/staff/export/${job.id}/file`, headers: { cookie: `staff=${cookie}` } })
  const book = read(rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet, { defval: '' })
  return rows.map((row) => String(row[KNOWN_BY[kind][1]]))
}

/** The same of the list's own call, page by page. */
async function columnOfList(cookie: string, kind: Kind, query: Row): Promise<string[]> {
  const [, , key] = KNOWN_BY[kind]
  const found: string[] = []
  let place: Row = { page: 1 }
  for (;;) {
    const text = new URLSearchParams({ ...query, ...place, per_page: '50' } as Record<string, string>)
    const { data, message } = await shop.ask('GET', `${EXPORT_LISTS[kind]}?${text}`, { cookie })
    expect(message).toBe('')
    found.push(...data.list.map((row: Row) => String((typeof key === 'string' ? row[key] : key(row)) ?? '')))
    const { before, after } = (LIST_EXPORTERS[kind].call.query as { properties?: Row } | undefined)?.properties ?? {}
    if (before || after) {
      if (!data.next) return found
      place = { [before ? 'before' : 'after']: data.next }
    } else if (found.length < data.total && data.list.length > 0) place = { page: Number(place.page) + 1 }
    else return found
  }
}

describe('每个列表都可以导出', () => {
  it('合同里员工的每个列表都能导出；不能的逐个说明缘由', () => {
    const said = new Set<string>(Object.values(EXPORT_LISTS))
    const lists = CALLS.filter(isList).map(({ path }) => path)
    expect(lists.filter((path) => !said.has(path) && !(path in NO_FILE))).toEqual([])
    expect([...said, ...Object.keys(NO_FILE)].filter((path) => !lists.includes(path))).toEqual([])
    expect(Object.keys(NO_FILE).filter((path) => said.has(path))).toEqual([])
    for (const kind of KINDS) expect(LIST_EXPORTERS[kind].call.path, kind).toBe(EXPORT_LISTS[kind])
  })

  it.each(KINDS)('%s：文件的各行就是同样筛选的列表的各行', async (kind) => {
    const [filter] = KNOWN_BY[kind]
    const whole = await columnOfList(everybody, kind, {})
    expect(whole.length).toBeGreaterThan(0)
    expect(await columnOfFile(everybody, kind, {})).toEqual(whole)
    if (Object.keys(filter).length === 0) return
    const part = await columnOfList(everybody, kind, filter)
    expect(part).not.toEqual(whole)
    expect(await columnOfFile(everybody, kind, filter)).toEqual(part)
  })

  it.each(KINDS)('%s：没有看这个列表的权限，就不能导出', async (kind) => {
    const words = wordsFor(LIST_EXPORTERS[kind])
    if (words.length === 0) return expect(kind).toBe('approvals')
    await makeRole(
      `without_${kind}`,
      PERMISSION_WORDS.filter((word) => !words.includes(word)),
    )
    const cookie = await makeStaffOf(db, `without_${kind}`)
    expect((await shop.ask('GET', EXPORT_LISTS[kind], { cookie })).status).toBe(403)
    expect((await ask(cookie, kind)).status).toBe(403)
  })

  it('查看范围有限的人，文件里只有他的列表里的；整本的账不给', async () => {
    const narrowed = await makeStaffOf(db, 'all', '只看四川')
    await pool.query(
      `update staff set narrow_provinces = '{四川省}', narrow_warehouses = (select array_agg(id) from warehouse where name = '成都仓')
        where account_id = (select id from account where name = '只看四川')`,
    )
    await expect.poll(async () => (await shop.ask('GET', '/api/staff/me', { cookie: narrowed })).data.narrowed).toBe(1)
    const fewer: string[] = []
    const refused: string[] = []
    for (const kind of KINDS) {
      if ((await shop.ask('GET', EXPORT_LISTS[kind], { cookie: narrowed })).status === 403) {
        expect((await ask(narrowed, kind)).status, kind).toBe(403)
        refused.push(kind)
        continue
      }
      const seen = await columnOfList(narrowed, kind, {})
      expect(await columnOfFile(narrowed, kind, {}), kind).toEqual(seen)
      if (seen.length < (await columnOfList(everybody, kind, {})).length) fewer.push(kind)
    }
    expect(refused).toEqual(['ledger', 'closings', 'channel_bills', 'company_imports'])
    expect(fewer).toEqual(expect.arrayContaining(['shipments', 'after_sales', 'movements', 'credit', 'feedback', 'wanted', 'documents']))
    // A company or a warehouse that he does not see is no filter of his, either.
    const { rows } = await pool.query<{ id: number }>(`select id from company where province = '贵州省' limit 1`)
    expect((await ask(narrowed, 'refunds', { company_id: rows[0]?.id })).status).toBe(404)
  })
})

const isList = ({ method, access, path, file, data }: Call): boolean =>
  method === 'GET' &&
  access === 'staff' &&
  !file &&
  !path.includes(':') &&
  (data as { properties?: Record<string, { type?: string }> }).properties?.list?.type === 'array'

/** Lists that nobody would take along, and why. */
const NO_FILE: Readonly<Record<string, string>> = {
  '/api/staff/front/slot': 'the places of the shop that draw adverts, drawn whole',
  '/api/staff/front/word': 'a few hot words, changed where they stand',
  '/api/staff/front/page': 'a few pages that are drawn; their texts are no rows',
  '/api/staff/open/key': 'a few, read where they stand',
  '/api/staff/open/scope': 'words to choose from',
  '/api/staff/open/waiting': 'gone as soon as the ERP comes by; the list of orders has its export',
  '/api/staff/open/webhook': 'a few, read where they stand',
  '/api/staff/bank/import': 'drawn by no page: what a file of the bank brought are lines, which have their export',
  '/api/staff/channel': 'how a handful of services stand at the moment, drawn whole',
  '/api/staff/deal_day': 'the few sessions of one day, drawn on a line; the list of plans has its export',
  '/api/staff/company': 'what waits for a review; the console draws /api/staff/companies, which has its export',
  '/api/staff/company_pair': 'two companies beside one another, to be judged; what was decided stands in the record of both',
  '/api/staff/sales_record/line': 'its Excel is a call of its own, with the columns that the law asks for',
  '/api/staff/search/try': 'the first hits of one question, drawn whole',
  '/api/staff/search/company': 'found by a word, to be chosen from',
  '/api/staff/category': 'a tree, drawn whole',
  '/api/staff/chat': 'conversations at a desk; what was said in them is nobody’s table',
  '/api/staff/care/room': 'a handful, with today’s readings; what was read is a register, which has its file',
  '/api/staff/closing_checks': 'a dozen questions to the books, drawn whole',
  '/api/staff/role': 'a matrix, drawn whole',
  '/api/staff/approval_rules': 'what the settings say, beside the form that changes it',
  '/api/staff/emergency': 'what is open this hour; what was is in the audit',
  '/api/staff/export': 'one’s own files',
  '/api/staff/figures/schedule': 'a handful, drawn whole',
  '/api/staff/figures/letter': 'one’s own letters; the report that each leads to has its file',
  '/api/staff/view': 'one’s own views of a list',
  '/api/staff/me/session': 'one’s own sessions',
  '/api/staff/me/passkey': 'one’s own passkeys',
  '/api/staff/goods_names': 'to choose from while one types',
  '/api/staff/availability/company': 'to choose from while one types',
  '/api/staff/offer_find': 'to choose from while one types',
  '/api/staff/price_company': 'to choose from while one types',
  '/api/staff/order_entry/company': 'to choose from while one types',
  '/api/staff/stock/goods': 'to choose from while one types',
  '/api/staff/supplier_choice': 'to choose from while one types',
  '/api/staff/stock/places': 'to choose from for labels, which are printed',
  '/api/staff/bulk_job': 'one’s own; each has the rows that failed as a file',
  '/api/staff/order_notes': 'of the orders that are ticked; the papers themselves are printed',
  '/api/staff/picking/wave': 'of the orders that are ticked; it is printed',
  '/api/staff/wave_picker': 'to choose from',
}
