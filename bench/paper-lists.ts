import { createHash, randomBytes } from 'node:crypto'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import type { Buyer } from './buyers.ts'
import { say } from './figure.ts'
import { type LoadRequest, load } from './load.ts'

/** Every list that shows papers, as its readers ask for it, over all that is stored. */

const CLIENTS = 16
const SECONDS = 5
const LIMIT_MS = 50

/** A real shop demands a second factor: this session has passed it. */
export async function makeStaffCookie({ pool }: DatabaseHandle): Promise<string> {
  const cookie = randomBytes(32).toString('base64url')
  await pool.query(
    `with a as (insert into account (username, name, password_hash, is_staff) values ($1, '压测员', '', true) returning id),
          s as (insert into staff (account_id, factor_secret, factor_at) select id, 'unused', now() from a),
          g as (insert into staff_grant (account_id, role_id, granted_at)
                select a.id, r.id, now() from a, staff_role r where r.key = 'auditor')
     insert into session (token_hash, account_id, expires_at, factor_at) select $2, id, now() + interval '1 day', now() from a`,
    [`bench-staff-${randomBytes(4).toString('hex')}`, createHash('sha256').update(cookie).digest()],
  )
  return cookie
}

interface Words {
  noteNo: string
  orderNo: string
  batchNo: string
}

export async function wordsOf({ pool }: DatabaseHandle, companyId: number): Promise<Words> {
  const { rows } = await pool.query<Words>(
    `select d.no as "noteNo", o.no as "orderNo", b.batch_no as "batchNo"
       from document d join shipment s on d.subject = 'shipment:' || s.id join orders o on o.id = s.order_id
       join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
      where d.company_id = $1 and d.kind = 'delivery_note' order by d.id desc limit 1`,
    [companyId],
  )
  if (!rows[0]) throw new Error(`company ${companyId} has no notes`)
  return rows[0]
}

export const buyersLists = ({ noteNo, orderNo, batchNo }: Words): Record<string, string> => ({
  'papers (/api/document)': '/api/document',
  'papers, 50 a page': '/api/document?per_page=50',
  'papers of one kind that stand': '/api/document?kinds=delivery_note&valid=1',
  'papers by number': `/api/document?keyword=${noteNo}`,
  'deliveries (/dzckd)': '/api/delivery_note/list',
  'deliveries, the fifth page': '/api/delivery_note/list?page=5',
  'deliveries that were received': '/api/delivery_note/list?state=received',
  'deliveries by order number': `/api/delivery_note/list?keywords=${orderNo}`,
  'deliveries by note number': `/api/delivery_note/list?keywords=${noteNo}`,
  'deliveries by batch': `/api/delivery_note/list?keywords=${batchNo}`,
  'index of the papers (/sxtxd)': '/api/exchange',
  'reports (/ypjybg)': '/api/report',
  'reports that are missing': '/api/report?state=missing',
  'reports by batch': `/api/report?keyword=${batchNo}`,
  'statements (/dzd)': '/api/statement/list',
})
export const staffLists = (companyId: number, { noteNo, batchNo }: Words): Record<string, string> => ({
  papers: '/api/staff/document',
  'papers, 50 a page': '/api/staff/document?per_page=50',
  'papers of one company': `/api/staff/document?company_id=${companyId}`,
  'papers of one kind': '/api/staff/document?kinds=receiving_record',
  'papers by number': `/api/staff/document?keyword=${noteNo}`,
  'papers by words of the title': `/api/staff/document?keyword=${encodeURIComponent('检验报告')}`,
  'papers that no word finds': `/api/staff/document?keyword=${encodeURIComponent('没有这样的单据')}`,
  'papers that failed': '/api/staff/document?failed=1',
  reports: '/api/staff/report',
  'reports by batch': `/api/staff/report?keyword=${batchNo}`,
  statements: '/api/staff/statement',
})

async function measure(shop: string, who: string, name: string, requests: readonly LoadRequest[], stored: number): Promise<void> {
  await load(shop, requests, { clients: CLIENTS, seconds: 1 })
  const result = await load(shop, requests, { clients: CLIENTS, seconds: SECONDS })
  say({
    figure: `${who}: ${name}, p99`,
    value: result.p99,
    unit: 'ms',
    target: `≤ ${LIMIT_MS} ms`,
    ok: result.p99 <= LIMIT_MS && result.errors === 0,
    note: `${stored} papers; p50 ${result.p50} ms, ${Math.round(result.perSecond)} per second at ${CLIENTS} clients${result.errors ? `, ${result.errors} failed` : ''}`,
  })
}

export async function measurePaperLists(shop: string, database: DatabaseHandle, buyers: readonly Buyer[], stored: number): Promise<void> {
  const [largest, ...rest] = buyers
  if (!largest) throw new Error('no buyer')
  const words = await wordsOf(database, largest.companyId)
  const cookieOf = (cookie: string) => ({ cookie: `sid=${cookie}; staff=${cookie}` })
  for (const [name, path] of Object.entries(buyersLists(words)))
    await measure(shop, 'company with the most papers', name, [{ path, headers: cookieOf(largest.cookie) }], stored)
  for (const [name, path] of Object.entries(buyersLists(words)).filter(([, path]) => !path.includes('keyword')))
    await measure(
      shop,
      'companies in turn',
      name,
      rest.map(({ cookie }) => ({ path, headers: cookieOf(cookie) })),
      stored,
    )
  const staff = await makeStaffCookie(database)
  for (const [name, path] of Object.entries(staffLists(largest.companyId, words)))
    await measure(shop, 'staff', name, [{ path, headers: cookieOf(staff) }], stored)
}
