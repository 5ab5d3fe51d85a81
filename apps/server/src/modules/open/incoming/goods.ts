import type { DataOf } from '#contract/call.ts'
import { OpenGoodsRow, type OpenGoodsWire, type openGoods } from '#contract/open-incoming.ts'
import { SCOPES } from '#domain/scopes.ts'
import { writeAudits } from '../../../platform/audit.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { type GoodsField, landSaidGoods } from '../../goods/import/public.ts'
import { actorOf, outcomeOf, rowReader, takeRows } from './bulk.ts'

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
      const said = rows.map(({ index, row }) => ({ line: index, said: saidOf(row) }))
      const outcome = await landSaidGoods(db, said, SCOPES, now)
      const changes = outcome.changes.map((change) => ({ ...change, after: { ...change.after, file: `接口 ${integration.name}` } }))
      await writeAudits(db, actorOf(integration), changes, now)
      // Prices come by a call of their own.
      const findings = outcome.findings.filter(({ level, field }) => level === 'error' || field !== 'price')
      return outcomeOf(rows, { ...outcome, findings }, (field) => NAMES.get(field))
    },
  })
}
