import { isDeepStrictEqual } from 'node:util'
import { isMobile, tidy } from '#domain/identifiers.ts'
import { REVIEW, reviewName } from '#domain/review.ts'
import { type AuditEntry, writeAudits } from '../../../../platform/audit.ts'
import type { Connection } from '../../../../platform/database.ts'
import { tryOut } from '../../../who/approvals/public.ts'
import {
  type CompanyFacts,
  type CompanyRecord,
  companyFacts,
  holdCompanyCodes,
  landSaidCompanies,
  licenceOf,
  lockCompanyFacts,
  namesakes,
  othersWith,
  readCompanies,
  type TableRow,
} from '../../import/public.ts'
import type { Columns, KeptRow, Landing, RowOutcome, SaidFields } from '../kind.ts'
import { placeRows } from '../store.ts'
import { columnName, fieldName, fieldOrder, isDeskField, saidOf } from './fields.ts'
import { rowCells } from './store.ts'

/** Rows of a clerk's file: landed by the import's own reader and statements, and held to what two companies of one licence would break. */

const known = (columns: Columns): Columns => Object.fromEntries(Object.entries(columns).filter(([field]) => isDeskField(field)))

const nameIn = ({ cells }: Pick<KeptRow, 'cells'>, columns: Columns): string => tidy(cells[columns.name ?? -1] ?? '')

/** What tells a company, as written anywhere in the file: the first one counts. */
const SIGNS = ['code', 'creditCode', 'licence'] as const

export async function placeCompanies(trx: Connection, fileId: number, columns: Columns): Promise<void> {
  const taken = new Map<string, number>()
  const placed = (await rowCells(trx, fileId)).map(({ seq, line, cells }) => {
    const said = (field: (typeof SIGNS)[number]) => tidy(cells[columns[field] ?? -1] ?? '')
    let message = ''
    for (const sign of SIGNS) {
      const value = said(sign).toUpperCase()
      if (value === '') continue
      const key = `${sign}/${value}`
      const before = taken.get(key)
      if (before !== undefined && message === '') message = `与第 ${before} 行的${columnName(sign)}相同，以先出现的为准`
      if (before === undefined) taken.set(key, line)
    }
    return { seq, code: said('code'), name: nameIn({ cells }, columns), message }
  })
  await placeRows(trx, fileId, placed)
}

const tableRow = ({ line, cells, problems }: KeptRow): TableRow => ({
  line,
  cells: [...cells],
  problems: new Map(Object.entries(problems).map(([at, reason]) => [Number(at), { value: cells[Number(at)] ?? '', reason }])),
})

/** Of several that differ in the case of their letters alone, the one that is written so. */
const factsOf = (all: readonly CompanyFacts[], code: string): CompanyFacts | undefined =>
  all.find((one) => one.code === code) ?? all.find((one) => one.code.toUpperCase() === code.toUpperCase())

const SILENT: ReadonlySet<unknown> = new Set(['', null, undefined])
const isSilent = (value: unknown): boolean => SILENT.has(value) || (Array.isArray(value) && value.length === 0)

/** What became another, and nothing else; of a new company all that is said. before null: it is new. */
function differencesOf(was: CompanyFacts | undefined, is: CompanyFacts): { before: SaidFields | null; after: SaidFields } {
  const after = saidOf(is)
  const fields = Object.keys(after).sort(fieldOrder)
  const picked = (of: SaidFields, some: readonly string[]): SaidFields =>
    Object.fromEntries(some.map((field) => [field, of[field] ?? { is: null, said: '' }]))
  if (was === undefined)
    return {
      before: null,
      after: picked(
        after,
        fields.filter((field) => !isSilent(after[field]?.is)),
      ),
    }
  const before = saidOf(was)
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field]?.is, after[field]?.is))
  return { before: picked(before, changed), after: picked(after, changed) }
}

/** Why what is said otherwise of a company that is here is not for a file to say; null: nobody else keeps it. */
function keeperOf({ hasOwner, reviewState }: CompanyFacts): string | null {
  if (hasOwner) return '企业已有登录账号，资料由它提交变更、质量审核'
  return reviewState === REVIEW.passed ? null : `企业${reviewName(reviewState)}，资料不由文件改`
}

const differing = ({ before, after }: { before: SaidFields | null; after: SaidFields }): string =>
  Object.keys(after)
    .map((field) => `${fieldName(field)}（${before?.[field]?.said || '空'} → ${after[field]?.said || '空'}）`)
    .join('、')

interface Read {
  row: KeptRow
  table: TableRow
  record: CompanyRecord | null
  was: CompanyFacts | undefined
  faults: string[]
  notices: string[]
}

const MOVED_ON = '预览之后有变化，没有导入；请重新预览'
const GONE = '同一编码的企业刚刚有变化，没有导入；请重新预览'

/** What a licence or a credit code says belongs to one company: where it is another's already, a row does not bring it a second time. */
async function refuseTwins(trx: Connection, reads: readonly Read[]): Promise<void> {
  const asked = reads.flatMap(({ record, was }) => {
    if (record === null) return []
    const { kind } = licenceOf(record.type)
    const credit = record.credit_code ?? ''
    const licence = record.papers.find((paper) => paper.kind === kind)?.number ?? ''
    return [
      {
        line: record.line,
        code: was?.code ?? record.code,
        credit: credit === was?.texts.creditCode ? '' : credit,
        licence: licence === was?.papers[kind]?.number ? '' : licence,
        kind,
      },
    ]
  })
  for (const { line, sign, code, name } of await othersWith(trx, asked)) {
    const column = columnName(sign === 'credit' ? 'creditCode' : 'licence')
    const read = reads.find(({ row }) => row.line === line)
    read?.faults.push(`${column}与“${name}”${code && `（${code}）`}相同：同一家企业请用它的编码，不是的请核对`)
  }
}

async function noteNamesakes(trx: Connection, reads: readonly Read[]): Promise<void> {
  const asked = reads.flatMap(({ record, was }) => (record === null || was !== undefined ? [] : [record]))
  for (const { line, code, hasAccount } of await namesakes(trx, asked)) {
    const read = reads.find(({ row }) => row.line === line)
    if (code !== null) read?.notices.push(`已有同名企业（${code}），请核对是否同一家`)
    if (hasAccount) read?.notices.push('手机号已是登录账号：用它接受邀请，会多管这一家')
  }
}

/** Trying them out says what each comes to; only what is as it was shown lands. */
export async function landCompanyRows(trx: Connection, rows: readonly KeptRow[], landing: Landing): Promise<Map<number, RowOutcome>> {
  const { file, staff, isTrial, now } = landing
  const columns = known(landing.columns)
  await holdCompanyCodes(trx)
  const codes = rows.map(({ code }) => code)
  // Whoever comes in by a letter at this moment comes first or waits.
  const there = await companyFacts(trx, codes)
  const held = await lockCompanyFacts(
    trx,
    there.map(({ id }) => id),
  )
  const former = there.flatMap(({ id }) => held.get(id) ?? [])
  const tables = rows.map(tableRow)
  const said = readCompanies(tables, columns)
  const reads = rows.map((row, at): Read => {
    const { record = null, findings = [] } = said[at] ?? {}
    const faults = findings.filter(({ level }) => level === 'error').map(({ column, reason }) => `${column}：${reason}`)
    return { row, table: tables[at] ?? tableRow(row), record, was: factsOf(former, row.code), faults, notices: [] }
  })
  await refuseTwins(trx, reads)
  await noteNamesakes(trx, reads)
  const land = async (some: readonly Read[], isTold: boolean) => {
    const landed = await landSaidCompanies(
      trx,
      some.map(({ table }) => table),
      columns,
      (findings) => {
        if (!isTold) return
        for (const { line, level, column, reason } of findings) {
          const read = reads.find(({ row }) => row.line === line)
          const words = `${column}：${reason}`
          if (level === 'notice') read?.notices.push(words)
          else if (!read?.faults.includes(words)) read?.faults.push(words)
        }
      },
    )
    return { landed, is: await companyFacts(trx, codes) }
  }
  const sound = reads.filter(({ faults, record }) => faults.length === 0 && record !== null)
  const tried = await tryOut(trx, () => land(sound, true))
  const outcomes = new Map<number, RowOutcome>()
  const toLand: Read[] = []
  for (const read of reads) {
    const { row, was, faults, notices, record } = read
    const is = sound.includes(read) ? factsOf(tried.is, row.code) : undefined
    const change = is === undefined ? null : differencesOf(was, is)
    const isChanged = change !== null && Object.keys(change.after).length > 0
    const keeper = was === undefined ? null : keeperOf(was)
    if (isChanged && keeper !== null) faults.push(`${keeper}。与文件不同的：${differing(change)}`)
    if (!isTrial && isChanged && !(isDeepStrictEqual(change.before, row.before) && isDeepStrictEqual(change.after, row.after)))
      faults.push(MOVED_ON)
    const base = {
      code: was?.code ?? row.code,
      name: record?.name ?? nameIn(row, columns),
      recordId: was?.id ?? null,
      version: was === undefined ? null : 0,
      foundVersion: was === undefined ? null : 0,
    }
    const none = { before: null, after: null, doubtful: false }
    if (faults.length > 0 || change === null) {
      outcomes.set(row.seq, { ...base, ...none, state: 'refused', message: faults.join('；') || GONE })
      continue
    }
    const state = was === undefined ? ('new' as const) : isChanged ? ('changed' as const) : ('same' as const)
    const bound = was === undefined && !isMobile(tidy(record?.phone ?? '')) ? ['没有手机号，邀请信不绑定手机'] : []
    const message = [...notices, ...bound].join('；')
    if (state === 'same') outcomes.set(row.seq, { ...base, ...none, state, message })
    else {
      outcomes.set(row.seq, { ...base, ...change, state, message, doubtful: notices.length > 0 })
      toLand.push(read)
    }
  }
  // Nobody was shown anything yet: what was tried out is all there is to say.
  if (isTrial || toLand.length === 0) return outcomes
  const { landed, is } = await land(toLand, false)
  const entries: AuditEntry[] = (landed.changes ?? []).map((change) => ({ ...change, after: { ...change.after, file } }))
  for (const { row, was } of toLand) {
    const made = factsOf(is, row.code)
    const outcome = outcomes.get(row.seq)
    if (made === undefined || outcome === undefined) continue
    outcomes.set(row.seq, { ...outcome, recordId: made.id, version: 0 })
    if (was === undefined)
      entries.push({
        action: 'company_import.added',
        subject: `company:${made.id}`,
        before: null,
        after: { code: made.code, ...spoken(outcome.after), file },
      })
  }
  await writeAudits(trx, staff, entries, now)
  return outcomes
}

export const spoken = (fields: SaidFields | null): Record<string, string> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([field, { said }]) => [fieldName(field), said]))
