import { createHash, randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beijingDate } from '#domain/dates.ts'
import type { Qualification as QualificationFacts } from '#domain/eligibility.ts'
import { openingBalance } from '#domain/ledger.ts'
import { fen, fenFromYuan } from '#domain/money.ts'
import { needsOf, PAPER_FORMS } from '#domain/paper-kinds.ts'
import { lawVersionOn } from '../src/modules/law/public.ts'
import { post } from '../src/modules/wallet/public.ts'
import type { Database } from '../src/platform/database.ts'
import type { Company, Goods, GoodsOffer, Qualification } from '../src/platform/database-types.ts'
import { transact } from '../src/platform/transact.ts'

/**
 * Small worlds for tests: every builder fills in what the test does not speak of, so that a test shows only what
 * matters to its guarantee. Amounts are in yuan, as people write them.
 */

let serial = 0
/** Opening balances are older than whatever a test does, on whichever day it runs. */
const OPENED_AT = new Date('2020-01-01T00:00:00Z')
export const next = () => ++serial

export function fenOf(yuan: string): number {
  const amount = fenFromYuan(yuan)
  if (amount === null) throw new RangeError(`not an amount: ${yuan}`)
  return amount
}

const DEFAULT_SCOPE = 'chem'

export async function makeScope(
  db: Database,
  code: string = DEFAULT_SCOPE,
  name = code === DEFAULT_SCOPE ? '化学药' : code,
): Promise<string> {
  await db
    .insertInto('business_scope')
    .values({ code, name })
    .onConflict((on) => on.doNothing())
    .execute()
  return code
}

export async function makeWarehouse(
  db: Database,
  values: { code?: string; name?: string; province?: string; sort?: number } = {},
): Promise<number> {
  const { code = 'CK1', name = '测试一仓', province = '', sort = 0 } = values
  const made = await db
    .insertInto('warehouse')
    .values({ code, name, province, sort })
    .onConflict((on) => on.column('code').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface Batch {
  available: number
  expiry?: string
  batchNo?: string
  production?: string | null
}

/** Adds batches and brings goods_stock in line. Batches of a near-expiry offer are left out of goods_stock, as the shop does. */
export async function makeStock(
  db: Database,
  goodsId: number,
  batches: readonly Batch[],
  warehouseId?: number,
  today = '2000-01-01',
): Promise<number[]> {
  const warehouse = warehouseId ?? (await makeWarehouse(db))
  const ids: number[] = []
  for (const { available, expiry = '2099-12-31', batchNo = `B${next()}`, production = null } of batches) {
    const made = await db
      .insertInto('stock_batch')
      .values({
        goods_id: goodsId,
        warehouse_id: warehouse,
        batch_no: batchNo,
        expiry_date: expiry,
        production_date: production,
        available,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(made.id)
  }
  await sumStock(db, goodsId, warehouse, today)
  return ids
}

async function sumStock(db: Database, goodsId: number, warehouseId: number, today: string): Promise<void> {
  const sum = await db
    .selectFrom('stock_batch')
    .where('goods_id', '=', goodsId)
    .where('warehouse_id', '=', warehouseId)
    .where('expiry_date', '>=', today)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('goods_offer').where('kind', '=', 'near_expiry').whereRef('stock_batch_id', '=', 'stock_batch.id').select('id')),
      ),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('available').as('available'),
      fn.min('expiry_date').as('first_expiry'),
      fn.max('expiry_date').as('last_expiry'),
    ])
    .executeTakeFirstOrThrow()
  const figures = { available: Number(sum.available ?? 0), first_expiry: sum.first_expiry, last_expiry: sum.last_expiry }
  await db
    .insertInto('goods_stock')
    .values({ goods_id: goodsId, warehouse_id: warehouseId, ...figures })
    .onConflict((on) => on.columns(['goods_id', 'warehouse_id']).doUpdateSet(figures))
    .execute()
}

/** Tells the shop's memory and its index that a goods changed, as every writer of the catalogue does; null = everything. */
export async function changed(db: Database, goodsId: number | null): Promise<void> {
  await db.insertInto('goods_change').values({ goods_id: goodsId }).execute()
}

export interface GoodsOptions extends Omit<Partial<Insertable<Goods>>, 'base_price' | 'retail_price' | 'manufacturer_id'> {
  price?: string | null
  retail?: string | null
  manufacturer?: string
  /** Units in the default warehouse (100), one batch that does not expire; 0 = no batch. */
  stock?: number
  ladder?: readonly { number: number; price: string }[]
  rankPrices?: Record<string, string>
  categories?: readonly number[]
}

export async function makeManufacturer(
  db: Database,
  name: string,
  values: { is_brand?: boolean; short_name?: string } = {},
): Promise<number> {
  const made = await db
    .insertInto('manufacturer')
    .values({ name, ...values })
    .onConflict((on) => on.column('name').doUpdateSet({ name, ...values }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Lawful by the running rules, unless the test says what the stop list found of it. */
export async function makeGoods(db: Database, options: GoodsOptions = {}): Promise<number> {
  const {
    price = '10.00',
    retail = null,
    manufacturer = '测试药业有限公司',
    stock = 100,
    ladder = [],
    rankPrices = {},
    categories = [],
    ...values
  } = options
  const number = next()
  const name = values.name ?? `测试片${number}`
  const scope = await makeScope(db, values.scope_code ?? DEFAULT_SCOPE)
  const made = await db
    .insertInto('goods')
    .values({
      code: `G${number}`,
      generic_name: name,
      spec: '0.25g*24粒',
      unit: '盒',
      dosage_form: '片剂',
      drug_class: 'otc_a',
      law_verdict: 'lawful',
      law_version: lawVersionOn(beijingDate(new Date())),
      special_substances: values.is_ephedrine ? ['ephedrine'] : [],
      ...values,
      name,
      scope_code: scope,
      manufacturer_id: await makeManufacturer(db, manufacturer),
      base_price: price === null ? null : fenOf(price),
      retail_price: retail === null ? null : fenOf(retail),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const goods_id = made.id
  for (const step of ladder)
    await db
      .insertInto('goods_ladder')
      .values({ goods_id, number: step.number, price: fenOf(step.price) })
      .execute()
  for (const [rank, amount] of Object.entries(rankPrices)) {
    await db
      .insertInto('goods_rank_price')
      .values({ goods_id, rank, price: fenOf(amount) })
      .execute()
  }
  for (const category_id of categories) await db.insertInto('goods_category').values({ goods_id, category_id }).execute()
  if (stock > 0) await makeStock(db, goods_id, [{ available: stock }])
  await changed(db, goods_id)
  return goods_id
}

export async function makeCompanyPrice(db: Database, companyId: number, goodsId: number, price: string): Promise<void> {
  await db
    .insertInto('goods_company_price')
    .values({ company_id: companyId, goods_id: goodsId, price: fenOf(price) })
    .execute()
}

export async function makeCategory(
  db: Database,
  name: string,
  values: { tree?: string; parent_id?: number | null; sort?: number } = {},
): Promise<number> {
  const { tree = 'drug', parent_id = null, sort = 0 } = values
  const made = await db
    .insertInto('category')
    .values({ code: `C${next()}`, name, tree, parent_id, sort })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface OfferOptions extends Omit<Partial<Insertable<GoodsOffer>>, 'price' | 'goods_id'> {
  price?: string
}

/** A daily special without limits unless said otherwise. A near-expiry offer takes its batch out of goods_stock. */
export async function makeOffer(db: Database, goodsId: number, options: OfferOptions = {}): Promise<number> {
  const { price = '8.00', kind = 'daily', ...values } = options
  const made = await db
    .insertInto('goods_offer')
    .values({ ...values, goods_id: goodsId, kind, price: fenOf(price) })
    .returning(['id', 'stock_batch_id'])
    .executeTakeFirstOrThrow()
  if (made.stock_batch_id !== null) {
    const batch = await db.selectFrom('stock_batch').where('id', '=', made.stock_batch_id).select('warehouse_id').executeTakeFirstOrThrow()
    await sumStock(db, goodsId, batch.warehouse_id, '2000-01-01')
  }
  await changed(db, goodsId)
  return made.id
}

export async function makeFlashSession(db: Database, startsAt: Date, endsAt: Date, name = '秒杀场'): Promise<number> {
  const made = await db
    .insertInto('flash_session')
    .values({ name, starts_at: startsAt, ends_at: endsAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface AdmittedEntry {
  province?: string
  city?: string
  company_type?: string
  company_id?: number
}

export async function makeAvailability(db: Database, entries: readonly AdmittedEntry[], controlled = false): Promise<number> {
  const { id } = await db
    .insertInto('availability')
    .values({ name: controlled ? '控销' : '限区域', controlled })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const entry of entries)
    await db
      .insertInto('availability_entry')
      .values({ ...entry, availability_id: id })
      .execute()
  return id
}

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
  const { scopes = [DEFAULT_SCOPE], papers = [{}], without = [], balance, passwordHash = '-', ...values } = options
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

/** A signed-in member of staff: the session cookie. */
/** role '质管': of the quality department. */
export async function makeStaff(db: Database, name = '李客服', role = '客服'): Promise<string> {
  const account = await db
    .insertInto('account')
    .values({ username: `staff${next()}`, name, password_hash: '!', is_staff: true, staff_role: role })
    .returning('id')
    .executeTakeFirstOrThrow()
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
