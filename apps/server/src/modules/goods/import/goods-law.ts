import type { TradeDate } from '#domain/dates.ts'
import { splitName } from '#domain/goods-name.ts'
import type { Connection } from '../../../platform/database.ts'
import { goodsByCode, type JudgedGoods, judgeGoods, type KeptEvidence, type KeptGoods, lockJudgements } from '../law/public.ts'
import type { RowReader } from './columns.ts'
import { drugClassOf, type GoodsField, type GoodsRecord, type GoodsRow, placeOf, readGoods, UNPRICED } from './goods-rows.ts'
import { saysState } from './goods-state.ts'

/** Every row is judged by all that is known of its goods: what the file says, and what the shop keeps where the file is silent. */

/** Goods of the shop that the file shows to be barred, or to be doubtful in a row that cannot land: they leave the shelf at once, with what shows it. */
export interface BarredGoods {
  kept: KeptGoods
  evidence: KeptEvidence
  judged: JudgedGoods
}

export interface JudgedBatch {
  /** Rows that may land; doubtful ones off the shelf. */
  records: GoodsRecord[]
  barred: BarredGoods[]
  doubtful: number
  refused: number
}

export interface ReadRow {
  reader: RowReader<GoodsField>
  row: GoodsRow
  /** As far as the row alone says; null: it has no code or no name. */
  judged: JudgedGoods | null
}

/** Judges a row by itself, before anything is known of what the shop keeps: most rows need no more. */
export function readAndJudge(reader: RowReader<GoodsField>, today: TradeDate): ReadRow {
  const row = readGoods(reader)
  if (row.code === '' || row.name === '') return { reader, row, judged: null }
  return {
    reader,
    row,
    judged: judgeGoods(
      evidenceOfRow(row, null, () => true),
      null,
      row.cold_chain_said,
      today,
    ),
  }
}

type Says = (field: GoodsField) => boolean
/** A row speaks of what it has a cell for; an empty one takes nothing away that the shop knows. */
const saysOf =
  (reader: RowReader<GoodsField>): Says =>
  (field) =>
    SAYS_EMPTY.has(field) ? reader.has(field) : reader.says(field)

/** Silence makes no cold goods warm. */
const coldSaidOf = (row: GoodsRow, kept: KeptGoods): boolean | null => row.cold_chain_said ?? (kept.coldSaid === true ? true : null)

/** Nothing in these is said too: goods that are not special have no mark, without a price nothing is sold, and 在售 need not be written. */
const SAYS_EMPTY: ReadonlySet<GoodsField> = new Set(['price', 'status', 'ended', 'mark'])

export async function judgeRows(
  connection: Connection,
  rows: readonly ReadRow[],
  fields: ReadonlySet<string>,
  today: TradeDate,
): Promise<JudgedBatch> {
  await lockJudgements(connection)
  const codes = rows.map(({ row }) => row.code)
  const known = new Map((await goodsByCode(connection, codes)).map((kept) => [kept.code, kept]))
  const batch: JudgedBatch = { records: [], barred: [], doubtful: 0, refused: 0 }
  for (const { reader, row, judged: alone } of rows) {
    if (alone === null) continue
    const kept = known.get(row.code) ?? null
    const says = saysOf(reader)
    const evidence = kept === null ? null : evidenceOfRow(row, kept, says)
    const coldSaid = kept === null ? row.cold_chain_said : fields.has('coldChain') ? coldSaidOf(row, kept) : kept.coldSaid
    const judged =
      kept === null || evidence === null || (kept.decision === null && isAllOf(row, evidence, coldSaid))
        ? alone
        : judgeGoods(evidence, kept.decision, coldSaid, today)
    if (judged.law_verdict === 'barred') {
      // Nothing else matters of a goods that may not be sold.
      reader.dropNotices()
      reader.error('name', row.name, [judged.law_class, judged.law_reason].filter(Boolean).join('：'), 'LAW_BARRED')
      batch.refused += 1
      if (kept !== null && evidence !== null) batch.barred.push({ kept, evidence, judged })
    } else if (reader.failed) {
      // The row does not land for a fault of its own; what it shows of goods on the shelf is true all the same.
      if (judged.law_verdict === 'doubtful' && kept?.onShelf && evidence !== null) batch.barred.push({ kept, evidence, judged })
    } else {
      if (judged.law_verdict === 'doubtful') {
        reader.notice('name', row.name, `待质量管理部门审核，审核前不上架：${judged.law_reason}`)
        batch.doubtful += 1
      }
      const known = kept === null || evidence === null ? row : knownBy(row, kept, evidence, fields, coldSaid)
      noticeGuesses(reader, known, kept, fields)
      if (kept === null || ON_PAPERS.some(([field]) => fields.has(field))) noticeBlanks(reader, known, evidence ?? row)
      batch.records.push(held(known, judged))
    }
  }
  return batch
}

/** The row by itself shows as much as all that is known. */
function isAllOf(row: GoodsRow, evidence: KeptEvidence, coldSaid: boolean | null): boolean {
  const own = evidenceOfRow(row, null, () => true)
  return coldSaid === row.cold_chain_said && (Object.keys(own) as (keyof KeptEvidence)[]).every((key) => own[key] === evidence[key])
}

/** What is read out of a row of known goods is read out of all that is known of them: a list of prices makes no herb a drug. */
function knownBy(
  row: GoodsRow,
  kept: KeptGoods,
  { category, ...evidence }: KeptEvidence,
  fields: ReadonlySet<string>,
  coldSaid: boolean | null,
): GoodsRow {
  const place = placeOf(evidence.name, category, evidence.approval_no)
  return {
    ...row,
    ...place,
    ...evidence,
    category_said: row.category_said || kept.categorySaid,
    cold_chain_said: coldSaid,
    drug_class: drugClassOf(place.kind, row.drug_class_said),
    ...entryCacheOf(row, kept, fields),
  }
}

/** A list of prices puts nothing on sale that a file took off it, and a list of states takes nothing off for want of a price. */
function entryCacheOf(row: GoodsRow, kept: KeptGoods, fields: ReadonlySet<string>): Pick<GoodsRow, 'on_shelf' | 'off_shelf_reason'> {
  const wasStopped = !kept.wished && kept.ownReason !== '' && kept.ownReason !== UNPRICED
  const [stopped, why] = saysState(fields) ? [row.stopped, row.off_shelf_reason] : [wasStopped, kept.ownReason]
  const isPriced = fields.has('price') ? row.base_price !== null : kept.isPriced
  return { on_shelf: !stopped && isPriced, off_shelf_reason: stopped ? why : isPriced ? '' : UNPRICED }
}

/** Said of goods that the shop knows only where the file has the column. */
function noticeGuesses(reader: RowReader<GoodsField>, row: GoodsRow, kept: KeptGoods | null, fields: ReadonlySet<string>): void {
  if (kept === null && !reader.says('unit')) reader.notice('unit', '', `未写单位，按“${row.unit}”处理`)
  const isUnpriced = row.base_price === null && !row.stopped && !reader.says('price')
  if (isUnpriced && (kept === null || fields.has('price'))) reader.notice('price', '', '没有批发价，暂不上架')
}

const ON_PAPERS = [
  ['manufacturer', '生产厂家'],
  ['form', '剂型'],
  ['approval', '批准文号'],
] as const

/** The law wants these on the delivery note of a medicine (药品经营质量管理规范 art. 73): who brings the file learns that they will be blank. */
function noticeBlanks(
  reader: RowReader<GoodsField>,
  { kind, name }: GoodsRow,
  { manufacturer, dosage_form: form, approval_no: approval }: Pick<KeptEvidence, 'manufacturer' | 'dosage_form' | 'approval_no'>,
): void {
  const value = { manufacturer, form, approval }
  const blank = ON_PAPERS.flatMap(([field, title]) => (value[field] === '' ? [title] : []))
  if (kind === 'drug' && blank.length > 0) reader.notice('name', name, `药品缺少${blank.join('、')}，随货同行单上将是空白`)
}

/** What the file would put on the shelf and the stop list does not let there. */
function held(row: GoodsRow, judged: JudgedGoods): GoodsRecord {
  const stopped = row.on_shelf && judged.law_verdict !== 'lawful'
  return {
    ...row,
    ...judged,
    on_shelf: row.on_shelf && !stopped,
    law_held: stopped,
    off_shelf_reason: stopped ? judged.shelf_reason : row.off_shelf_reason,
  }
}

function evidenceOfRow(row: GoodsRow, kept: KeptGoods | null, says: Says): KeptEvidence {
  const said = <Key extends keyof KeptEvidence>(field: GoodsField, key: Key, value: string) =>
    (kept === null || says(field) ? value : kept[key]).replaceAll('\0', '')
  // What was read out of a name goes with that name; what a file once said of its own stays where this one is silent.
  const read = kept === null || kept.name === row.name ? null : splitName(kept.name)
  const follows = (field: 'generic' | 'trade', keptName: string | undefined) => read !== null && !says(field) && keptName === read[field]
  return {
    name: row.name.replaceAll('\0', ''),
    generic_name: follows('generic', kept?.generic_name) ? row.generic_name : said('generic', 'generic_name', row.generic_name),
    trade_name: follows('trade', kept?.trade_name) ? row.trade_name : said('trade', 'trade_name', row.trade_name),
    spec: said('spec', 'spec', row.spec),
    unit: said('unit', 'unit', row.unit),
    dosage_form: said('form', 'dosage_form', row.dosage_form),
    approval_no: said('approval', 'approval_no', row.approval_no),
    category: said('category', 'category', row.category_said),
    special_mark: said('mark', 'special_mark', row.special_mark),
    manufacturer: said('manufacturer', 'manufacturer', row.manufacturer),
    storage: said('storage', 'storage', row.storage),
  }
}
