import { CompiledQuery } from 'kysely'
import { drugClassesIn } from '#domain/drug-classes.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import type { Connection, DatabaseHandle } from './database.ts'
import type { Narrowing, StaffStanding, Viewer, ViewerCompany } from './viewer.ts'

export type SessionSide = 'buyer' | 'staff'

interface ViewerRow extends CompanyRow {
  account_id: number
  session_id: number
  last_seen_at: Date
  expires_at: Date
  has_wechat: boolean
  seen_by: string | null
  username: string
  name: string
  phone: string | null
  face: string
  staff: StaffRow | null
}
interface StaffRow {
  handed: boolean
  totp: boolean
  passkeys: number
  passed: boolean
  demanded: boolean
  roles: { key: string; name: string }[]
  permissions: string[]
  emergency: { word: string; until: string } | null
  narrowed: Narrowing
}
interface CompanyRow {
  company_id: number | null
  company_name: string
  type: string
  credit_code: string | null
  province: string
  city: string
  district: string
  address: string
  rank: string
  review_state: number
  contract_signed: boolean
  store_group_id: number | null
  manager_name: string
  manager_phone: string
  manager_default: boolean
  receipt_due_on: string | null
  old_customer_until: string | null
  scopes: string[]
  drug_classes: string[] | null
  agreements: { title: string; from: string; blocks_on: string | null }[]
  papers: { kind: string; name: string; expires_on: string | null; scope_codes: string[]; status: number }[]
}

const COMPANY_COLUMNS = `
         c.id as company_id, c.name as company_name, c.type, c.credit_code, c.province, c.city, c.district, c.address, c.rank,
         c.review_state, c.contract_signed, c.store_group_id, c.manager_name, c.manager_phone, c.manager_default, c.drug_classes,
         (select min(due_on) from ephedrine_receipt where company_id = c.id and state in ('awaiting', 'rejected')) as receipt_due_on,
         case when c.imported_at is not null then (select value #>> '{}' from setting where key = 'old_customers_until') end
           as old_customer_until,
         coalesce((select array_agg(scope_code) from company_scope where company_id = c.id), '{}') as scopes,
         coalesce((select json_agg(json_build_object('title', g.title, 'from', v.in_force_at, 'blocks_on', v.blocks_on) order by v.in_force_at)
                   from agreement_version v join agreement g on g.id = v.agreement_id
                  where v.demanded and v.approved_at is not null and v.withdrawn_at is null
                    and not exists (select from agreement_acceptance x join agreement_version w on w.id = x.version_id
                                     where x.company_id = c.id and w.agreement_id = v.agreement_id and w.number >= v.number)), '[]') as agreements,
         coalesce((select json_agg(json_build_object('kind', kind, 'name', name, 'expires_on', expires_on,
                                                     'scope_codes', scope_codes, 'status', status) order by id)
                   from qualification where company_id = c.id), '[]') as papers`

/** A session that was not used for so long is over; why so long: docs/security.md. */
const IDLE = { buyer: '14 days', staff: '30 minutes' }

/** SQL: session s of account a is neither at its end nor unused for too long at the moment that the parameter holds. */
export const livesAt = (parameter: string): string => `
  s.expires_at > ${parameter}
  and s.last_seen_at > ${parameter}::timestamptz - case when a.is_staff then interval '${IDLE.staff}' else interval '${IDLE.buyer}' end`

/** SQL: a second factor is demanded unless a setting says otherwise; the demo does without one. */
export const FACTOR_DEMANDED = `
  coalesce((select value = 'true' from setting where key = 'staff_second_factor'),
           (select value from setting where key = 'shop_kind') is distinct from '"demo"')`

/** Roles as they are now. Whoever is locked or has left has no standing, whatever his session says. */
const STAFF_COLUMN = `
         case when a.is_staff then (
           select json_build_object(
                    'handed', st.handed, 'totp', st.factor_at is not null, 'passed', s.factor_at is not null,
                    'passkeys', (select count(*) from staff_passkey p where p.account_id = a.id), 'demanded', ${FACTOR_DEMANDED},
                    'roles', coalesce((select json_agg(json_build_object('key', r.key, 'name', r.name) order by r.id)
                                         from staff_grant g join staff_role r on r.id = g.role_id where g.account_id = a.id), '[]'),
                    'permissions', coalesce((select json_agg(distinct w) from staff_grant g join staff_role r on r.id = g.role_id,
                                                    unnest(r.permissions) w where g.account_id = a.id), '[]'),
                    'emergency', (select json_build_object('word', e.word, 'until', e.until_at) from staff_emergency e
                                   where e.account_id = a.id and e.ended_at is null and e.until_at > $2),
                    'narrowed', json_build_object('warehouses', st.narrow_warehouses, 'provinces', st.narrow_provinces,
                                                  'managers', st.narrow_managers))
             from staff st where st.account_id = a.id and st.state = 'active') end`

/** A store is used only while the account still belongs to it: the join says so on every read. */
const VIEWER_SQL = `
  select a.id as account_id, s.id as session_id, s.last_seen_at, s.expires_at, a.username, a.name, a.phone, a.face,${STAFF_COLUMN} as staff,
         a.wechat_openid is not null as has_wechat,
         (select clerk.name from session f join account clerk on clerk.id = f.account_id where f.id = s.seen_from) as seen_by,${COMPANY_COLUMNS}
    from session s
    join account a on a.id = s.account_id
    left join account_company ac on ac.account_id = a.id and ac.company_id = s.company_id
    left join company c on c.id = ac.company_id
   where s.token_hash = $1 and a.is_staff = $3 and ${livesAt('$2')}`

interface LoadedViewer {
  viewer: Viewer
  lastSeenAt: Date
  expiresAt: Date
}

/** A member of staff's session is none of a buyer's, and the other way round. Null also for staff who are locked. */
export async function loadViewer(database: DatabaseHandle, tokenHash: Buffer, now: Date, side: SessionSide): Promise<LoadedViewer | null> {
  const { rows } = await database.pool.query<ViewerRow>({ name: 'viewer', text: VIEWER_SQL, values: [tokenHash, now, side === 'staff'] })
  const row = rows[0]
  if (!row || (side === 'staff' && row.staff === null)) return null
  const viewer: Viewer = {
    accountId: row.account_id,
    sessionId: row.session_id,
    username: row.username,
    name: row.name,
    phone: row.phone ?? '',
    face: row.face,
    staff: row.staff && standingOf(row.staff),
    hasWechat: row.has_wechat,
    company: companyOf(row),
    seenBy: row.seen_by,
  }
  // A word that ends by the clock ends in every memory by the clock.
  const until = viewer.staff?.emergency?.until
  const expiresAt = until !== undefined && until < row.expires_at ? until : row.expires_at
  return { viewer, lastSeenAt: row.last_seen_at, expiresAt }
}

const STAFF_SQL = `
  select a.id as account_id, a.username, a.name,${STAFF_COLUMN} as staff
    from account a cross join (select null::timestamptz as factor_at) s where a.id = $1 and a.is_staff`

/** A member of staff for whom something is done while he is away; null: he has left, or is shut out. */
export async function loadStaff(database: DatabaseHandle, accountId: number, now: Date): Promise<Viewer | null> {
  type Row = Pick<ViewerRow, 'account_id' | 'username' | 'name' | 'staff'>
  const { rows } = await database.pool.query<Row>(STAFF_SQL, [accountId, now])
  const [row] = rows
  if (!row?.staff) return null
  const { account_id, username, name } = row
  return {
    accountId: account_id,
    sessionId: 0,
    username,
    name,
    phone: '',
    face: '',
    staff: standingOf(row.staff),
    hasWechat: false,
    company: null,
    seenBy: null,
  }
}

function standingOf({ handed, totp, passkeys, passed, demanded, roles, permissions, emergency, narrowed }: StaffRow): StaffStanding {
  const factor = totp || passkeys > 0
  const step = factor && !passed ? 'code' : handed ? 'password' : demanded && !factor ? 'enrol' : 'done'
  const { warehouses, provinces, managers } = narrowed
  return {
    step,
    roles,
    permissions: new Set(emergency === null ? permissions : [...permissions, emergency.word]),
    factor,
    totp,
    passkeys,
    emergency: emergency && { word: emergency.word, until: new Date(emergency.until) },
    narrowed: warehouses === null && provinces === null && managers === null ? null : narrowed,
  }
}

/** Writes when a session was last used; nobody needs to be told of that. */
export async function markSeen({ db }: DatabaseHandle, sessionId: number, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now }).where('id', '=', sessionId).where('last_seen_at', '<', now).execute()
}

function companyOf(row: CompanyRow): ViewerCompany | null {
  if (row.company_id === null) return null
  return {
    id: row.company_id,
    name: row.company_name,
    type: row.type,
    creditCode: row.credit_code ?? '',
    province: row.province,
    city: row.city,
    district: row.district,
    address: row.address,
    rank: row.rank,
    reviewState: row.review_state,
    contractSigned: row.contract_signed,
    receiptDueOn: row.receipt_due_on,
    agreements: row.agreements.map(({ title, from, blocks_on: blocksOn }) => ({ title, from: new Date(from), blocksOn })),
    // A setting that is no date opens the shop to nobody.
    oldCustomerUntil: row.old_customer_until !== null && isTradeDate(row.old_customer_until) ? row.old_customer_until : null,
    storeGroupId: row.store_group_id,
    managerName: row.manager_name,
    managerPhone: row.manager_phone,
    managerDefault: row.manager_default,
    scopeCodes: new Set(row.scopes),
    drugClasses: drugClassesIn(row.drug_classes),
    qualifications: row.papers.map((paper) => ({
      kind: paper.kind,
      name: paper.name,
      expiresOn: paper.expires_on,
      scopeCodes: paper.scope_codes,
      status: paper.status,
    })),
  }
}

const COMPANIES_SQL = `
  select${COMPANY_COLUMNS}
    from account_company ac join company c on c.id = ac.company_id
   where ac.account_id = $1 and c.id = any($2::bigint[])`

/**
 * Some of an account's companies as the database has them now, past the session's memory: for decisions that must not
 * stand on what was true seconds ago. A company that the account does not belong to is not among them.
 */
export async function loadCompanies(connection: Connection, accountId: number, companyIds: readonly number[]): Promise<ViewerCompany[]> {
  const { rows } = await connection.executeQuery(CompiledQuery.raw(COMPANIES_SQL, [accountId, companyIds]))
  return (rows as CompanyRow[]).flatMap((row) => companyOf(row) ?? [])
}

/**
 * The same for one company, which is locked until the transaction ends: what a company orders or puts in its cart goes one
 * at a time. Weak enough not to stand in the way of rows that only refer to the company.
 */
export async function lockCompanyOf(connection: Connection, accountId: number, companyId: number): Promise<ViewerCompany | null> {
  const { rows } = await connection.executeQuery(CompiledQuery.raw(`${COMPANIES_SQL} for no key update of c`, [accountId, [companyId]]))
  const [row] = rows as CompanyRow[]
  return row ? companyOf(row) : null
}

/** Any company, locked in the same way: for staff, who order in its place. */
export async function lockAnyCompany(connection: Connection, companyId: number): Promise<ViewerCompany | null> {
  const text = `select${COMPANY_COLUMNS} from company c where c.id = $1 for no key update of c`
  const { rows } = await connection.executeQuery(CompiledQuery.raw(text, [companyId]))
  const [row] = rows as CompanyRow[]
  return row ? companyOf(row) : null
}

/** Any company, for what the shop asks itself: whether an order may still be paid, picked and shipped. */
export async function loadCompany(connection: Connection, companyId: number): Promise<ViewerCompany | null> {
  const text = `select${COMPANY_COLUMNS} from company c where c.id = $1`
  const { rows } = await connection.executeQuery(CompiledQuery.raw(text, [companyId]))
  const [row] = rows as CompanyRow[]
  return row ? companyOf(row) : null
}
