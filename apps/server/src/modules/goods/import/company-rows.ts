import { drugClassesIn, type LicensedClass, parseDrugClasses, statesDrugClasses } from '#domain/drug-classes.ts'
import { isCreditCode, isPhone, parseTradeDate } from '#domain/identifiers.ts'
import { COMPANY_TYPES, isCompanyType, PAPER_FORMS, type PaperKind } from '#domain/paper-kinds.ts'
import { parseScopes, type ScopeCode } from '#domain/scopes.ts'
import { readAmount } from './amount.ts'
import type { Aliases, RowReader } from './columns.ts'

export type CompanyField =
  | 'code'
  | 'name'
  | 'type'
  | 'creditCode'
  | 'province'
  | 'city'
  | 'district'
  | 'address'
  | 'contact'
  | 'phone'
  | 'scope'
  | 'drugClasses'
  | 'licence'
  | 'licenceUntil'
  | 'businessUntil'
  | 'rank'
  | 'creditLimit'
  | 'creditDays'

export const COMPANY_ALIASES: Aliases<CompanyField> = {
  code: ['客户编码', '客户编号', '客户代码', '单位编码', 'khbm'],
  name: ['企业名称', '客户名称', '单位名称', '公司名称', '名称'],
  type: ['企业类型', '客户类型', '单位类型', '类型'],
  creditCode: ['统一社会信用代码', '信用代码', '税号', '营业执照号'],
  province: ['省', '省份'],
  city: ['市', '城市'],
  district: ['区', '区县', '县'],
  address: ['详细地址', '地址', '注册地址', '经营地址'],
  contact: ['联系人', '采购员', '负责人'],
  phone: ['手机', '手机号', '联系电话', '电话', '手机号码'],
  scope: ['经营范围', '许可范围'],
  drugClasses: ['经营类别', '药品经营类别', '许可证经营类别'],
  licence: ['许可证号', '药品经营许可证号', '许可证编号'],
  licenceUntil: ['许可证有效期至', '许可证有效期', '许可证效期'],
  businessUntil: ['营业执照有效期至', '营业执照有效期', '执照有效期'],
  rank: ['价格等级', '价格级别', '客户等级', '等级'],
  creditLimit: ['账期额度', '信用额度', '授信额度'],
  creditDays: ['账期天数', '账期', '信用天数'],
}
export const COMPANY_REQUIRED: readonly CompanyField[] = ['code', 'name', 'type']

/** The main licence of each type of buyer (trade rules, buyer types and papers). */
export function licenceOf(type: string): { kind: PaperKind; name: string } {
  if (type === '诊所') return { kind: 'clinic_licence', name: '诊所执业许可或备案凭证' }
  if (type === '村卫生室' || type === '医院') return { kind: 'medical_licence', name: '医疗机构执业许可证' }
  return { kind: 'drug_licence', name: '药品经营许可证' }
}

export interface CompanyRecord {
  line: number
  code: string
  name: string
  type: string
  credit_code: string | null
  province: string
  city: string
  district: string
  address: string
  contact: string
  phone: string
  rank: string
  /** null, as '' of a text: nothing is said, and what the shop knows stays. */
  credit_limit: number | null
  credit_days: number | null
  scopes: ScopeCode[]
  says_scopes: boolean
  /** What the licence of a retail pharmacy states; null: nothing is said. */
  drug_classes: LicensedClass[] | null
  /** Only what the row says something of: a column that is not there makes no paper. */
  papers: { kind: string; name: string; number: string; expires_on: string | null; is_endless: boolean }[]
}

/** What the column says and what the scopes are narrowed to; where they say different things, what both allow, else what the scopes do. */
function classesSaid(row: RowReader<CompanyField>, type: string, narrowed: LicensedClass[] | null): LicensedClass[] | null {
  const text = row.text('drugClasses', 100)
  if (!statesDrugClasses(type)) return null
  const told = parseDrugClasses(text)
  if (text !== '' && told === null) row.notice('drugClasses', text, '看不懂的经营类别，未计入')
  if (told === null || narrowed === null) return told ?? narrowed
  return drugClassesIn(told.filter((code) => narrowed.includes(code))) ?? narrowed
}

export function readCompany(row: RowReader<CompanyField>): CompanyRecord | null {
  const until = (field: 'licenceUntil' | 'businessUntil'): string | null => {
    const text = row.text(field)
    if (text === '' || text === '长期') return null
    const date = parseTradeDate(text, 'end')
    if (date === null) row.error(field, text, '不是日期，也不是“长期”')
    return date
  }
  /** Some papers always end: without the day nobody knows how long one holds, and nothing is bought on it. */
  const mustEnd = (kind: PaperKind, date: string | null) => {
    if (date !== null || PAPER_FORMS[kind].mayBeEndless) return
    const { name } = PAPER_FORMS[kind]
    row.notice('licenceUntil', row.text('licenceUntil'), `${name}须有有效期，没有日期的${name}不能作为购买依据`)
  }
  const type = row.required('type')
  if (type !== '' && !isCompanyType(type)) row.error('type', type, `不是可用的企业类型（${COMPANY_TYPES.join('、')}）`)
  const creditCode = row.text('creditCode').toUpperCase()
  if (creditCode !== '' && !isCreditCode(creditCode)) row.error('creditCode', creditCode, '统一社会信用代码校验不符')
  const phone = row.text('phone')
  if (phone !== '' && !isPhone(phone)) row.error('phone', phone, '不是手机号，也不是“区号-号码”')
  const scopeText = row.text('scope', 1000)
  const scopes = parseScopes(scopeText, statesDrugClasses(type))
  for (const word of scopes.unknown) row.notice('scope', word, '不认识的经营范围，未计入')
  const limit = readAmount(row, 'creditLimit', Number.MAX_SAFE_INTEGER)
  const licenceUntil = until('licenceUntil')
  const businessUntil = until('businessUntil')
  const licence = row.text('licence', 60)
  if (licence === '' && row.has('licence')) row.error('licence', '', '没有许可证号')
  if (row.has('licence') || row.has('licenceUntil')) mustEnd(licenceOf(type).kind, licenceUntil)
  const record: CompanyRecord = {
    line: row.line,
    code: row.printable('code', row.required('code', 40)),
    name: row.printable('name', row.required('name', 100)),
    type,
    credit_code: creditCode || null,
    province: row.text('province', 20),
    city: row.text('city', 20),
    district: row.text('district', 20),
    address: row.printable('address', row.text('address', 120)),
    contact: row.printable('contact', row.text('contact', 30)),
    phone,
    rank: row.text('rank', 10),
    credit_limit: limit,
    credit_days: row.says('creditDays') ? row.count('creditDays', 0, 0) : null,
    scopes: scopes.codes,
    says_scopes: scopeText !== '',
    drug_classes: classesSaid(row, type, scopes.classes),
    papers: [
      { kind: 'business_licence', name: '营业执照', number: creditCode, expires_on: businessUntil, said: row.text('businessUntil') },
      { ...licenceOf(type), number: licence, expires_on: licenceUntil, said: row.text('licenceUntil') },
    ].flatMap(({ said, ...paper }) => (paper.number === '' && said === '' ? [] : [{ ...paper, is_endless: said === '长期' }])),
  }
  return row.failed ? null : record
}
