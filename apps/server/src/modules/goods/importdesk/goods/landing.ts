import type { GoodsFactsWire } from '#contract/goods-desk.ts'
import type { Fen } from '#domain/money.ts'
import { yuan } from '#domain/money.ts'
import { SCOPES } from '#domain/scopes.ts'
import { type StaffActor, writeAudits } from '../../../../platform/audit.ts'
import type { Connection } from '../../../../platform/database.ts'
import type { FieldError } from '../../../../platform/errors.ts'
import { paperProblems } from '../../../../platform/paper-fields.ts'
import { insertFirstGoods, isAnotherGoods } from '../../../papers/upstream/public.ts'
import { tryOut } from '../../../who/approvals/public.ts'
import { type GoodsField, landSaidGoods } from '../../import/public.ts'
import { readTyped, sayFirstPrices } from '../../prices/public.ts'
import { exceptFirst, lowsByGoods } from '../../promotions/public.ts'
import {
  ANOTHER,
  differences,
  formOf,
  holdAfter,
  keepOff,
  knownBefore,
  lockRecords,
  NEW,
  type RecordRow,
  takeOffShelf,
  wordsOf,
} from '../../records/public.ts'
import type { RowOutcome, SaidFields } from '../kind.ts'
import { DESK_FIELDS, type DeskColumns, type DeskField, fieldName, isOfFiles, PRICES, PRINTED } from './fields.ts'

/** Rows of a clerk's file: landed by the import's own reader, judge and statements, and held to what the record's form would refuse. */

interface DeskRow {
  seq: number
  line: number
  cells: readonly string[]
  problems: Readonly<Record<string, string>>
}

interface Landing {
  columns: DeskColumns
  file: string
  reason: string
  staff: StaffActor
  /** By row: the version of its goods that was shown, null: there was none. Left out: nobody was shown anything yet. */
  expected?: ReadonlyMap<number, number | null>
  /** Whose prices are his to say. */
  may: (word: string) => boolean
  now: Date
}

type Said = Partial<Record<DeskField, string>>

interface ReadRow {
  row: DeskRow
  said: Said
  faults: string[]
  notes: string[]
  was: RecordRow | undefined
  prices: { base: Fen | null; retail: Fen | null; cost: Fen | null } | null
}

function saidOf(row: DeskRow, columns: DeskColumns): { said: Said; faults: string[] } {
  const said: Said = {}
  const faults: string[] = []
  for (const field of DESK_FIELDS) {
    const at = columns[field]
    if (at === undefined) continue
    const problem = row.problems[String(at)]
    if (problem !== undefined) faults.push(`${fieldName(field)}：${problem}`)
    const text = (row.cells[at] ?? '').trim()
    // An empty cell takes nothing away that the shop knows.
    if (text !== '') said[field] = text
  }
  return { said, faults }
}

const COUNT = /^\d{1,9}(?:\.0+)?$/
const countOf = (text: string | undefined): number | null => {
  const plain = text?.replaceAll(',', '')
  return plain !== undefined && COUNT.test(plain) ? Number(plain) : null
}

/** As the form has it; what is no number at all is refused by the reader. */
function packFault(said: Said, was: RecordRow | undefined): string | null {
  if (said.midPack === undefined && said.casePack === undefined) return null
  const mid = countOf(said.midPack) ?? was?.mid_pack ?? 1
  const whole = countOf(said.casePack) ?? was?.case_pack ?? mid
  return mid > 0 && whole % mid !== 0 ? `件装量 ${whole} 要是中包装 ${mid} 的整数倍` : null
}

function pricesOf(said: Said, may: Landing['may'], notes: string[], faults: string[]): ReadRow['prices'] {
  const errors: FieldError[] = []
  const read = (field: 'price' | 'retail' | 'cost', word: 'prices.change' | 'prices.cost'): Fen | null => {
    const text = said[field]
    if (text === undefined) return null
    if (!may('prices.change') || !may(word)) {
      notes.push(`没有权限写${fieldName(field)}，未写入`)
      return null
    }
    return readTyped(errors, fieldName(field), text)
  }
  const prices = { base: read('price', 'prices.change'), retail: read('retail', 'prices.change'), cost: read('cost', 'prices.cost') }
  faults.push(...errors.map(({ field, message }) => `${field}：${message}`))
  if (prices.base !== null && prices.cost !== null && prices.base < prices.cost)
    faults.push('批发价低于成本价，要两人决定：请先不带价格建档，再改价')
  return prices
}

/** The shop's goods of each code, its own letters before others. */
function known(records: readonly RecordRow[], code: string): RecordRow | undefined {
  const plain = code.toUpperCase()
  return records.find((one) => one.code === code) ?? records.find((one) => one.code.toUpperCase() === plain)
}

const MOVED_ON = '预览之后商品资料有变化，没有导入；请重新预览'

function readRow(row: DeskRow, records: readonly RecordRow[], { columns, may, expected }: Landing): ReadRow {
  const { said, faults } = saidOf(row, columns)
  const notes: string[] = []
  const was = said.code === undefined ? undefined : known(records, said.code)
  if (expected !== undefined && expected.get(row.seq) !== (was?.version ?? null)) faults.push(MOVED_ON)
  const texts = Object.fromEntries(PRINTED.map((field) => [fieldName(field), said[field]]))
  faults.push(...paperProblems(texts).map(({ field, message }) => `${field}：${message}`))
  const pack = packFault(said, was)
  if (pack !== null) faults.push(pack)
  let prices: ReadRow['prices'] = null
  if (was === undefined) prices = pricesOf(said, may, notes, faults)
  else if (DESK_FIELDS.some((field) => PRICES.has(field) && said[field] !== undefined)) notes.push('已有商品的价格不由资料文件改')
  return { row, said, faults, notes, was, prices }
}

const factsOf = (said: Said): Partial<Record<GoodsField, string>> =>
  Object.fromEntries(Object.entries(said).filter(([field]) => !PRICES.has(field as DeskField)))

const valuesOf = (form: GoodsFactsWire, fields: readonly (keyof GoodsFactsWire)[], row: RecordRow): SaidFields =>
  Object.fromEntries(fields.map((field) => [field, { is: form[field], said: wordsOf(field, form[field], row) }]))

/** What stands nowhere yet says nothing. */
const SILENT: ReadonlySet<unknown> = new Set(['', 0, null, undefined])
const filled = (form: GoodsFactsWire): (keyof GoodsFactsWire)[] =>
  (Object.keys(form) as (keyof GoodsFactsWire)[]).filter((field) => {
    const value = form[field]
    return isOfFiles(field) && !SILENT.has(value) && !(Array.isArray(value) && value.length === 0)
  })

const priceValues = ({ base, retail, cost }: NonNullable<ReadRow['prices']>): SaidFields =>
  Object.fromEntries(
    Object.entries({ price: base, retail, cost }).flatMap(([field, amount]) =>
      amount === null ? [] : [[field, { is: amount, said: `¥${yuan(amount)}` }]],
    ),
  )

const UNDER_WAY = '首营申请正在审批，审批结束之前品名、规格、剂型、类别、生产企业、持有人、批准文号和储存条件不能改'
const TRADED = ['name', 'spec', 'dosage_form', 'drug_class', 'scope_code', 'manufacturer', 'holder', 'approval_no', 'storage'] as const

/**
 * Lands what can land, in the caller's transaction, and says what became of each row. Rows of one call name each goods once. What would be decided
 * about meanwhile, or brought below cost by an offer, is known only once it is there: it is tried out first.
 */
export async function landRows(trx: Connection, given: readonly DeskRow[], landing: Landing): Promise<Map<number, RowOutcome>> {
  const { staff, file, reason, now } = landing
  const codes = given.flatMap((row) => saidOf(row, landing.columns).said.code ?? [])
  const before = await knownBefore(trx, codes)
  const records = await lockRecords(trx, codes)
  const all = given.map((row) => readRow(row, records, landing))
  const refused = new Map<number, string>(all.flatMap(({ row, faults }) => (faults.length > 0 ? [[row.seq, faults.join('；')]] : [])))
  const landFacts = (some: readonly ReadRow[]) =>
    landSaidGoods(
      trx,
      some.map(({ row, said }) => ({ line: row.seq, said: factsOf(said) })),
      SCOPES,
      now,
    )
  const asked = all.filter(({ row }) => !refused.has(row.seq))
  const ofKnown = asked.filter(({ was }) => was !== undefined)
  const ids = ofKnown.map(({ was }) => was?.id ?? 0)
  if (ids.length > 0) {
    const lows = await tryOut(trx, () => lowsByGoods(trx, ids, now, () => landFacts(ofKnown)))
    const decided =
      before.underWay.size === 0
        ? new Set<number>()
        : await tryOut(trx, () => movedOf(trx, ofKnown, before.underWay, () => landFacts(ofKnown)))
    for (const { row, was } of ofKnown) {
      const low = lows.get(was?.id ?? 0)
      if (decided.has(was?.id ?? 0)) refused.set(row.seq, UNDER_WAY)
      else if (low !== undefined) refused.set(row.seq, exceptFirst(low))
    }
  }

  const open = asked.filter(({ row }) => !refused.has(row.seq))
  const outcome = await landFacts(open)
  const findings = Map.groupBy(outcome.findings, ({ line }) => line)
  const wrong = (seq: number) => (findings.get(seq) ?? []).filter(({ level }) => level === 'error')
  const landed = open.filter(({ row }) => outcome.lines.has(row.seq))
  const fresh = landed.filter(({ was }) => was === undefined)
  const freshRows = await lockRecords(
    trx,
    fresh.map(({ said }) => said.code ?? ''),
  )
  const idOf = (one: ReadRow): number => one.was?.id ?? known(freshRows, one.said.code ?? '')?.id ?? 0
  if (fresh.length > 0) {
    const freshIds = fresh.map(idOf)
    for (const id of freshIds) await insertFirstGoods(trx, id, now)
    await keepOff(trx, freshIds, NEW, now)
    await sayFirstPrices(
      trx,
      staff,
      new Map(fresh.flatMap((one) => (one.prices === null ? [] : [[idOf(one), one.prices] as const]))),
      reason,
      now,
    )
  }
  // Of goods that were taken over, too: as typed in the record.
  const unpassed = new Set(before.facts.flatMap((one) => (one.has_first_trade ? [] : [one.id])))
  const landedRows = await lockRecords(
    trx,
    landed.flatMap(({ was }) => (was !== undefined && unpassed.has(was.id) ? [was.code] : [])),
  )
  for (const is of landedRows) {
    const was = landed.find((one) => one.was?.id === is.id)?.was
    if (was !== undefined && (await isAnotherGoods(trx, is.id, was, is, now))) await takeOffShelf(trx, is.id, ANOTHER, now)
  }
  const held = await holdAfter(
    trx,
    staff,
    before,
    landed.flatMap(({ was }) => (was === undefined ? [] : [was.code])),
    now,
  )
  const afterRows = await lockRecords(trx, codes)
  const results = new Map<number, RowOutcome>()
  const entries = []
  for (const one of all) {
    const { row, said, was, notes } = one
    const is = known(afterRows, said.code ?? '')
    const own = findings.get(row.seq) ?? []
    const [error] = wrong(row.seq)
    const why = refused.get(row.seq) ?? (error && `${error.field === undefined ? '' : `${nameOf(error.field)}：`}${error.reason}`)
    const base = {
      code: said.code ?? '',
      name: said.name ?? was?.name ?? '',
      recordId: is?.id ?? null,
      version: is?.version ?? null,
      foundVersion: was?.version ?? null,
    }
    const changed = was !== undefined && is !== undefined ? differences(formOf(was), formOf(is)) : []
    const remarks = own.filter(({ level, field }) => level === 'notice' && field !== 'price').map(({ reason: text }) => text)
    const isHeld = was !== undefined && held.has(was.code.toUpperCase())
    const isAnother = was !== undefined && is !== undefined && !was.lacks_first_trade && is.lacks_first_trade
    if (isHeld) remarks.push('原来受限制，改后不再是：待质量管理部门审核，审核前不上架')
    if (isAnother) remarks.push('批准文号、生产企业等变了：须重新首营，审批通过后才能上架')
    const message = why ?? [...remarks, ...notes].map((text) => text.replace(/。$/, '')).join('；')
    if (was === undefined) {
      const isNew = why === undefined && is !== undefined
      const after = isNew ? { ...valuesOf(formOf(is), filled(formOf(is)), is), ...(one.prices && priceValues(one.prices)) } : null
      results.set(row.seq, {
        ...base,
        state: isNew ? 'new' : 'refused',
        doubtful: isNew && is.law_verdict !== 'lawful',
        message,
        before: null,
        after,
      })
      if (isNew)
        entries.push({
          action: 'goods.add' as const,
          subject: `goods:${is.id}`,
          before: null,
          after: { code: is.code, ...spoken(after), file },
        })
      continue
    }
    const isChanged = changed.length > 0 && is !== undefined
    const saidBefore = isChanged ? valuesOf(formOf(was), changed, was) : null
    const saidAfter = isChanged ? valuesOf(formOf(is), changed, is) : null
    const turned = why === undefined && (isChanged || outcome.lines.has(row.seq))
    results.set(row.seq, {
      ...base,
      state: why !== undefined ? 'refused' : turned && isChanged ? 'changed' : 'same',
      doubtful: turned && isChanged && (isHeld || isAnother || is.law_verdict !== 'lawful'),
      message,
      before: saidBefore,
      after: saidAfter,
    })
    if (isChanged)
      entries.push({
        action: 'goods.change' as const,
        subject: `goods:${was.id}`,
        before: { ...figuresOf(was, is), ...spoken(saidBefore) },
        after: { ...figuresOf(is, was), ...spoken(saidAfter), file, ...(isAnother && { first_trade: '须重新首营' }) },
      })
  }
  await writeAudits(trx, staff, entries, now)
  return results
}

const nameOf = (field: GoodsField): string => fieldName(field as DeskField)
const spoken = (fields: SaidFields | null): Record<string, string> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([field, { said }]) => [field, said]))

/** What follows from the facts and is on record with them, where it became another. */
function figuresOf(row: RecordRow, other: RecordRow): Record<string, unknown> {
  const figures = (of: RecordRow) => ({ scope: of.scope_name, is_cold: of.cold_chain, on_shelf: of.on_shelf })
  const [own, theirs] = [figures(row), figures(other)]
  return Object.fromEntries(Object.entries(own).filter(([key, value]) => value !== theirs[key as keyof typeof theirs]))
}

/** Goods of these whose facts for a first trade that is being decided would become others. */
async function movedOf(
  trx: Connection,
  rows: readonly ReadRow[],
  underWay: ReadonlySet<number>,
  land: () => Promise<unknown>,
): Promise<ReadonlySet<number>> {
  await land()
  const after = await lockRecords(
    trx,
    rows.flatMap(({ was }) => (was !== undefined && underWay.has(was.id) ? [was.code] : [])),
  )
  return new Set(
    rows.flatMap(({ was }) => {
      const is = after.find(({ id }) => id === was?.id)
      return was !== undefined && is !== undefined && TRADED.some((field) => was[field] !== is[field]) ? [was.id] : []
    }),
  )
}
