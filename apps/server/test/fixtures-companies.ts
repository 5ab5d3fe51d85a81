import { createHash, randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { PERMISSION_WORDS } from '#contract/permissions.ts'
import type { Qualification as QualificationFacts } from '#domain/eligibility.ts'
import { openingBalance } from '#domain/ledger.ts'
import { fen } from '#domain/money.ts'
import { needsOf, PAPER_FORMS } from '#domain/paper-kinds.ts'
import { post } from '../src/modules/money/wallet/public.ts'
import type { Database } from '../src/platform/database.ts'
import type { Address, Company, Qualification } from '../src/platform/database-types.ts'
import { transact } from '../src/platform/transact.ts'
import { DEFAULT_SCOPE, fenOf, makeScope, next } from './fixtures-base.ts'

/** The hash of a word that nobody kept: a password is asked about as in a real shop, and never matches. */
const NOBODYS_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$7j8aMit4GbpjvpbNA8Nz2Q$gRktVb9AkU1UqyhE/koNqx40Vmx+tl2spUgR+fHLk9U'

/** Opening balances are older than whatever a test does, on whichever day it runs. */
const OPENED_AT = new Date('2020-01-01T00:00:00Z')

export type PaperOptions = Partial<Omit<Insertable<Qualification>, 'company_id'>>

export interface CompanyOptions extends Partial<Insertable<Company>> {
  /** Business scope; default: the default scope. */
  scopes?: readonly string[]
  /** The first is the drug licence unless it names its kind. What its type must show beside these is there, too. */
  papers?: readonly PaperOptions[]
  /** Kinds of paper that it has not filed. */
  without?: readonly string[]
  /** Opening balance in yuan, through the ledger. */
  balance?: string
  /** Default: nobody knows the password, sign in by cookie. */
  passwordHash?: string
}

export interface Buyer {
  companyId: number
  accountId: number
  username: string
  /** Session cookie of this buyer, for shop.ask(…, { cookie }). */
  cookie: string
}

/** Of papers that must end: not within the time of any test. */
export const FAR_OFF = '2099-12-31'

/** What a type of buyer must show, all in force, for companies that are in no table. */
export const fullPapers = (type: string): QualificationFacts[] =>
  needsOf(type).flatMap((need) =>
    need.must
      ? need.kinds.slice(0, 1).map((kind) => ({ kind, name: PAPER_FORMS[kind].name, expiresOn: FAR_OFF, status: 2, scopeCodes: [] }))
      : [],
  )

async function makePapers(
  db: Database,
  companyId: number,
  type: string,
  papers: readonly PaperOptions[],
  without: readonly string[],
): Promise<void> {
  const licence = needsOf(type).find(
    (need) => need.must && need.kinds.some((kind) => kind.endsWith('_licence') && kind !== 'business_licence'),
  )
  const given = papers.map((paper, index) => ({ kind: index === 0 ? (licence?.kinds[0] ?? 'drug_licence') : `paper_${index}`, ...paper }))
  const owed = needsOf(type).filter((need) => need.must && !given.some(({ kind }) => (need.kinds as readonly string[]).includes(kind)))
  const rows = [...given, ...owed.flatMap((need) => need.kinds.slice(0, 1).map((kind) => ({ kind })))]
    .filter(({ kind }) => !without.includes(kind))
    .map((paper) => {
      const form = Object.entries(PAPER_FORMS).find(([kind]) => kind === paper.kind)?.[1]
      return { name: form?.name ?? '营业执照', expires_on: form && !form.mayBeEndless ? FAR_OFF : null, ...paper, company_id: companyId }
    })
  if (rows.length > 0) await db.insertInto('qualification').values(rows).execute()
}

/** A passed pharmacy, signed in, with every paper that its type must show. */
export async function makeCompany(db: Database, options: CompanyOptions = {}): Promise<Buyer> {
  const { scopes = [DEFAULT_SCOPE], papers = [{}], without = [], balance, passwordHash = NOBODYS_PASSWORD, ...values } = options
  const number = next()
  const company = await db
    .insertInto('company')
    .values({
      name: `测试大药房${number}`,
      type: '单体药店',
      province: '湖北省',
      city: '武汉市',
      review_state: 2,
      contract_signed: true,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const scope_code of scopes) {
    await makeScope(db, scope_code)
    await db.insertInto('company_scope').values({ company_id: company.id, scope_code }).execute()
  }
  await makePapers(db, company.id, values.type ?? '单体药店', papers, without)
  const username = `139${String(number).padStart(8, '0')}`
  const account = await db
    .insertInto('account')
    .values({ username, phone: username, name: '测试员', password_hash: passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('account_company').values({ account_id: account.id, company_id: company.id }).execute()
  if (balance !== undefined) await transact(db, (trx) => post(trx, openingBalance(company.id, fen(fenOf(balance))), OPENED_AT))
  return { companyId: company.id, accountId: account.id, username, cookie: await makeSession(db, account.id, company.id) }
}

/** A signed-in member of staff: the session cookie. role '质管': of the quality department. */
export async function makeStaff(db: Database, name = '李客服', role = '客服'): Promise<string> {
  const account = await db
    .insertInto('account')
    .values({ username: `staff${next()}`, name, password_hash: NOBODYS_PASSWORD, is_staff: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await grant(db, account.id, role)
  return makeSession(db, account.id, null)
}

/** What quality alone decided before there were roles: tests that have one hand for everything else meet its walls here. */
const OF_QUALITY: readonly string[] = [
  'recalls.run',
  'law.release',
  'batches.release',
  'goods.resume',
  'reports.release',
  'first_trade.check',
  'first_trade.approve',
]

/** Tests of other things work with two wide roles, 质管 for everything and any other for everything but what quality decides. */
async function grant(db: Database, accountId: number, role: string): Promise<void> {
  const permissions = role === '质管' ? PERMISSION_WORDS : PERMISSION_WORDS.filter((word) => !OF_QUALITY.includes(word))
  const key = role === '质管' ? 'test-all' : 'test-wide'
  await db.insertInto('staff').values({ account_id: accountId }).execute()
  await db
    .insertInto('staff_role')
    .values({ key, name: key, permissions: [...permissions] })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { id } = await db.selectFrom('staff_role').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  await db.insertInto('staff_grant').values({ account_id: accountId, role_id: id, granted_at: new Date() }).execute()
}

/** A member of staff with one of the roles that a shop begins with. */
export async function makeStaffOf(db: Database, roleKey: string, name = '测试员工'): Promise<string> {
  const account = await db
    .insertInto('account')
    .values({ username: `staff${next()}`, name, password_hash: NOBODYS_PASSWORD, is_staff: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('staff').values({ account_id: account.id }).execute()
  const { id } = await db.selectFrom('staff_role').select('id').where('key', '=', roleKey).executeTakeFirstOrThrow()
  await db.insertInto('staff_grant').values({ account_id: account.id, role_id: id, granted_at: new Date() }).execute()
  return makeSession(db, account.id, null)
}

/** A signed-in session without the login call; it never runs out, however far a test moves its clock. */
export async function makeSession(db: Database, accountId: number, companyId: number | null): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      account_id: accountId,
      company_id: companyId,
      expires_at: new Date('2999-01-01T00:00:00Z'),
      last_seen_at: new Date('2999-01-01T00:00:00Z'),
    })
    .execute()
  return token
}

/** A place that quality has looked at. */
export async function makeAddress(db: Database, companyId: number, values: Partial<Insertable<Address>> = {}): Promise<number> {
  const made = await db
    .insertInto('address')
    .values({
      company_id: companyId,
      receiver: '测试收货人',
      phone: '13900000000',
      province: '湖北省',
      city: '武汉市',
      district: '江岸区',
      detail: '示例路 1 号',
      is_default: true,
      review: 'passed',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Papers wait, and contracts are not signed, until the settings name the wholesaler. */
export async function nameSupplier(db: Database, facts: { name?: string; address?: string; tax_no?: string } = {}): Promise<void> {
  const value = JSON.stringify({ name: '示例医药有限公司', ...facts })
  await db.insertInto('setting').values({ key: 'supplier', value }).execute()
}
