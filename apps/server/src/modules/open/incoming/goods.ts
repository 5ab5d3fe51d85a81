import type { DataOf } from '#contract/call.ts'
import { OpenGoodsRow, type OpenGoodsWire, type openGoods } from '#contract/open-incoming.ts'
import { SCOPES } from '#domain/scopes.ts'
import { writeAudits } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { type GoodsField, landSaidGoods } from '../../goods/import/public.ts'
import { exceptFirst, lowsByGoods } from '../../goods/promotions/public.ts'
import { holdAfter, type KnownBefore, knownBefore } from '../../goods/records/public.ts'
import { tryOut } from '../../who/approvals/public.ts'
import { actorOf, type BulkRow, type Landed, outcomeOf, rowReader, takeRows } from './bulk.ts'

const isRow = rowReader(OpenGoodsRow)

const yesOrNo = (value: unknown): string => (value === true ? '是' : '否')
const DRUG_CLASSES = { rx: '处方药', otc_a: '甲类非处方药', otc_b: '乙类非处方药' } as const
const STATES = { on: '在售', off: '停售' } as const

/** What the import calls each field, and how a file would write it. */
const FIELDS: Readonly<
  Record<Exclude<keyof OpenGoodsWire, 'source_version' | 'updated_at'>, readonly [GoodsField, (value: never) => string]>
> = {
  code: ['code', String],
  name: ['name', String],
  generic_name: ['generic', String],
  trade_name: ['trade', String],
  spec: ['spec', String],
  unit: ['unit', String],
  manufacturer: ['manufacturer', String],
  holder: ['holder', String],
  origin: ['origin', String],
  dosage_form: ['form', String],
  approval_no: ['approval', String],
  barcode: ['barcode', String],
  category: ['category', String],
  storage: ['storage', String],
  special_mark: ['mark', String],
  mnemonic: ['mnemonic', String],
  mid_pack: ['midPack', String],
  case_pack: ['casePack', String],
  splittable: ['splittable', yesOrNo],
  cold_chain: ['coldChain', yesOrNo],
  drug_class: ['drugClass', (value: keyof typeof DRUG_CLASSES) => DRUG_CLASSES[value]],
  state: ['status', (value: keyof typeof STATES) => STATES[value]],
}
const NAMES = new Map<string, string>(Object.entries(FIELDS).map(([name, [field]]) => [field, name]))

const saidOf = (row: OpenGoodsWire): Readonly<Partial<Record<GoodsField, string>>> =>
  Object.fromEntries(
    Object.entries(FIELDS).flatMap(([name, [field, say]]) => {
      const value = row[name as keyof typeof FIELDS]
      return value === undefined ? [] : [[field, say(value as never)]]
    }),
  )

/** Goods as the import takes them: barred ones are refused, doubtful ones land off the shelf. */
export function takeGoods(ask: OpenAsk<typeof openGoods>): Promise<DataOf<typeof openGoods>> {
  const { integration, now, body } = ask
  return takeRows<OpenGoodsWire>(ask, body.rows, {
    kind: 'goods',
    action: 'open.goods',
    isRow,
    keyOf: ({ code }) => code.trim().toUpperCase(),
    async land(db, rows) {
      const before = await knownBefore(
        db,
        rows.map(({ row }) => row.code.trim()),
      )
      const decided = rows.filter((one) => isDecided(one, before))
      const asked = rows.filter((one) => !decided.includes(one))
      const landRows = (some: readonly BulkRow<OpenGoodsWire>[]) =>
        landSaidGoods(
          db,
          some.map(({ index, row }) => ({ line: index, said: saidOf(row) })),
          SCOPES,
          now,
        )
      const low = await lowRows(db, asked, before, now, landRows)
      const open = asked.filter(({ index }) => !low.has(index))
      const outcome = await landRows(open)
      const changes = outcome.changes.map((change) => ({ ...change, after: { ...change.after, file: `接口 ${integration.name}` } }))
      await writeAudits(db, actorOf(integration), changes, now)
      // Prices come by a call of their own.
      const findings = outcome.findings.filter(({ level, field }) => level === 'error' || field !== 'price')
      const landed = outcomeOf(open, { ...outcome, findings }, (field) => NAMES.get(field))
      const changed = open.flatMap(({ index, row }) => (outcome.lines.has(index) ? [row.code.trim()] : []))
      const held = await holdAfter(db, actorOf(integration), before, changed, now)
      for (const { index, row } of open) {
        const one = landed.get(index)
        if (one && held.has(row.code.trim().toUpperCase())) landed.set(index, { ...one, notices: [...(one.notices ?? []), HELD] })
      }
      for (const { index } of decided) landed.set(index, DECIDED)
      for (const [index, why] of low) landed.set(index, { changed: false, refused: { code: 'NEEDS_APPROVAL', message: why } })
      return landed
    },
  })
}

const HELD = '原来受限制，改后不再是：待质量管理部门审核，审核前不上架'
const DECIDED: Landed = {
  changed: false,
  refused: { code: 'INVALID', message: '首营申请正在审批，审批结束之前品名、规格、剂型、类别、生产企业、持有人、批准文号和储存条件不能改' },
}
const PRINTED = ['name', 'spec', 'dosage_form', 'drug_class', 'manufacturer', 'holder', 'approval_no', 'storage'] as const

type Was = KnownBefore['facts'][number]

const wasOf = ({ row }: BulkRow<OpenGoodsWire>, { facts }: KnownBefore): Was | undefined => {
  const code = row.code.trim().toUpperCase()
  return facts.find((one) => one.code.toUpperCase() === code)
}

const isOther = ({ row }: BulkRow<OpenGoodsWire>, was: Was): boolean =>
  row.category !== undefined || PRINTED.some((field) => row[field] !== undefined && row[field].trim() !== was[field])

/** It would change what somebody decides about. */
function isDecided(one: BulkRow<OpenGoodsWire>, before: KnownBefore): boolean {
  if (before.underWay.size === 0) return false
  const was = wasOf(one, before)
  return was !== undefined && before.underWay.has(was.id) && isOther(one, was)
}

/** Rows that would bring goods under an offer and by it below cost, and why: tried out, for classes and makers are known once they are there. */
async function lowRows(
  db: Connection,
  rows: readonly BulkRow<OpenGoodsWire>[],
  before: KnownBefore,
  now: Date,
  land: (rows: readonly BulkRow<OpenGoodsWire>[]) => Promise<unknown>,
): Promise<ReadonlyMap<number, string>> {
  const moved = rows.flatMap((one) => {
    const was = wasOf(one, before)
    return was !== undefined && isOther(one, was) ? [{ one, id: was.id }] : []
  })
  if (moved.length === 0) return new Map()
  const ids = moved.map(({ id }) => id)
  const lows = await tryOut(db, () => lowsByGoods(db, ids, now, () => land(moved.map(({ one }) => one))))
  return new Map(
    moved.flatMap(({ one, id }) => {
      const low = lows.get(id)
      return low === undefined ? [] : [[one.index, exceptFirst(low)] as const]
    }),
  )
}
