import { beijingDate } from '#domain/dates.ts'
import { DRUG_CLASSES, statesDrugClasses } from '#domain/drug-classes.ts'
import { reviewOf } from '#domain/review.ts'
import { DEMO_PASSWORD } from '../src/demo-accounts.ts'
import { hashPassword, joinStaff, seedRoles } from '../src/modules/who/accounts/public.ts'
import type { Connection } from '../src/platform/database.ts'
import { writeCertificates } from './certificates.ts'
import { ACCOUNTS, COMPANIES, type DemoCompany, papersOf } from './companies.ts'
import { creditCode } from './credit-code.ts'
import { idOf } from './write-catalogue.ts'

export interface CompanyIds {
  companies: ReadonlyMap<string, number>
  accounts: ReadonlyMap<string, number>
}

const codeFor = (company: DemoCompany, at: number) => creditCode(company.region.code, at + 1)

/** Every pharmacy of the demo is licensed for all classes of medicines. */
const classesOf = ({ type }: DemoCompany, kind: string) =>
  kind === 'drug_licence' && statesDrugClasses(type) ? DRUG_CLASSES.map(({ code }) => code) : null

export async function writeCompanies(trx: Connection, now: Date): Promise<CompanyIds> {
  const companies = await insertCompanies(trx, now)
  const today = beijingDate(now)
  await trx
    .insertInto('company_scope')
    .values(COMPANIES.flatMap(({ code, scopes }) => scopes.map((scope_code) => ({ company_id: idOf(companies, code), scope_code }))))
    .execute()
  const papers = COMPANIES.flatMap((company, at) =>
    papersOf(company, codeFor(company, at), today).map((paper) => ({
      ...paper,
      company_id: idOf(companies, company.code),
      drug_classes: classesOf(company, paper.kind),
    })),
  )
  await writeCertificates(trx, papers, { companies, now })
  await insertAddresses(trx, companies)
  return { companies, accounts: await insertAccounts(trx, companies, now) }
}

async function insertCompanies(trx: Connection, now: Date): Promise<Map<string, number>> {
  const groupNames = [...new Set(COMPANIES.flatMap(({ group }) => group ?? []))]
  const groups = await trx
    .insertInto('store_group')
    .values(groupNames.map((name) => ({ name })))
    .returning(['id', 'name'])
    .execute()
  const groupIds = new Map(groups.map((row) => [row.name, row.id]))
  const rows = await trx
    .insertInto('company')
    .values(
      COMPANIES.map((company, at) => ({
        code: company.code,
        name: company.name,
        type: company.type,
        credit_code: codeFor(company, at),
        province: company.region.province,
        city: company.region.city,
        district: company.region.district,
        address: company.region.address,
        contact: company.contact,
        phone: company.phone,
        legal_person: company.contact,
        invoice_bank: '示例银行总行营业部',
        invoice_account: `6000000000000${company.code.slice(2)}`,
        invoice_address: `${company.region.city}${company.region.district}${company.region.address}`,
        invoice_phone: company.phone,
        submitted_at: now,
        rank: company.rank,
        review_state: company.reviewState,
        drug_classes: reviewOf(company.reviewState) === 'passed' ? classesOf(company, 'drug_licence') : null,
        drug_classes_read_at: reviewOf(company.reviewState) === 'passed' && statesDrugClasses(company.type) ? now : null,
        contract_signed: true,
        store_group_id: company.group === null ? null : idOf(groupIds, company.group),
        credit_limit: company.credit?.limit ?? 0,
        credit_days: company.credit?.days ?? 0,
        manager_name: company.manager.name,
        manager_phone: company.manager.phone,
        manager_default: company.manager.isDefault,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id', 'code'])
    .execute()
  return new Map(rows.map((row) => [row.code ?? '', row.id]))
}

/** The licensed premises; the first pharmacy also has a storeroom of its own, which quality has looked at. */
async function insertAddresses(trx: Connection, companies: ReadonlyMap<string, number>): Promise<void> {
  const premises = COMPANIES.map((company) => ({
    company_id: idOf(companies, company.code),
    receiver: company.contact,
    phone: company.phone,
    province: company.region.province,
    city: company.region.city,
    district: company.region.district,
    detail: `${company.region.address} ${company.name}`,
    is_default: true,
    is_licence: true,
    review: 'passed',
  }))
  const [first] = premises
  if (!first) throw new Error('the demo shop has no companies')
  const storeroom = { ...first, receiver: '陈桥', detail: '溪桥路 20 号 负一层库房', is_default: false, is_licence: false }
  await trx
    .insertInto('address')
    .values([...premises, storeroom])
    .execute()
}

async function insertAccounts(trx: Connection, companies: ReadonlyMap<string, number>, now: Date): Promise<Map<string, number>> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const rows = await trx
    .insertInto('account')
    .values(
      ACCOUNTS.map(({ username, name, role }) => ({
        username,
        name,
        phone: /^1\d{10}$/.test(username) ? username : null,
        password_hash,
        is_demo: true,
        is_staff: role !== undefined,
      })),
    )
    .returning(['id', 'username'])
    .execute()
  const ids = new Map(rows.map((row) => [row.username, row.id]))
  const links = ACCOUNTS.flatMap(({ username, companies: own }) =>
    own.map((code) => ({ account_id: idOf(ids, username), company_id: idOf(companies, code), is_owner: true })),
  )
  await trx.insertInto('account_company').values(links).execute()
  await seedRoles(trx)
  for (const { username, role } of ACCOUNTS) if (role !== undefined) await joinStaff(trx, idOf(ids, username), [role], now)
  return ids
}
