import { sql } from 'kysely'
import { addDays, beijingDate } from '#domain/dates.ts'
import { type TradePaperKind, tradePaperName } from '#domain/first-trade.ts'
import type { Connection } from '../src/platform/database.ts'
import { insertPicture } from './certificates.ts'

interface DemoPaper {
  kind: TradePaperKind
  number: string
  issuer: string
  holder?: string
  /** From today; left out: without an end. */
  days?: number
}

/** The demo wholesaler's own papers; numbers are invented. */
const PAPERS: readonly DemoPaper[] = [
  { kind: 'business_licence', number: '演示91520100', issuer: '演示市场监督管理局' },
  { kind: 'annual_report', number: '', issuer: '国家企业信用信息公示系统（演示）', days: 220 },
  { kind: 'drug_licence', number: '演示AA0000001', issuer: '演示药品监督管理局', days: 980 },
  { kind: 'device_licence', number: '演示械经营许20260001号', issuer: '演示市场监督管理局', days: 1200 },
  { kind: 'seal_samples', number: '', issuer: '' },
  { kind: 'note_sample', number: '', issuer: '' },
  { kind: 'bank_data', number: '', issuer: '演示银行' },
  { kind: 'tax_data', number: '', issuer: '' },
  { kind: 'quality_agreement', number: '', issuer: '' },
  { kind: 'sales_mandate', number: '演示授权2026-01', issuer: '', holder: '王敏', days: 46 },
  { kind: 'sales_identity', number: '', issuer: '', holder: '王敏', days: 2400 },
]
const GOODS_PAPERS: readonly DemoPaper[] = [
  { kind: 'registration', number: '演示批件', issuer: '演示药品监督管理局', days: 1300 },
  { kind: 'standard', number: '', issuer: '' },
  { kind: 'leaflet', number: '', issuer: '' },
  { kind: 'label', number: '', issuer: '' },
  { kind: 'maker_drug_licence', number: '演示生产许可', issuer: '演示药品监督管理局', days: 800 },
]
const GOODS = 3
const BY = '质管 郑敏'

async function writePaper(trx: Connection, paper: DemoPaper, goodsId: number | null, now: Date): Promise<void> {
  const today = beijingDate(now)
  const { id } = await trx
    .insertInto('trade_paper')
    .values({
      series: 0,
      goods_id: goodsId,
      kind: paper.kind,
      holder: paper.holder ?? '',
      number: paper.number,
      issuer: paper.issuer,
      issued_on: addDays(today, -320),
      expires_on: paper.days === undefined ? null : addDays(today, paper.days),
      created_at: now,
      created_by: BY,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.updateTable('trade_paper').set({ series: id }).where('id', '=', id).execute()
  const name = tradePaperName(paper.kind, paper.holder ?? '')
  await insertPicture(trx, { kind: paper.kind, companyId: null, purpose: 'trade_paper', subject: `trade_paper:${id}`, name })
}

/** The wholesaler's first-trade papers, and those of some goods that the demo's pharmacies bought. */
export async function writeSupplierPapers(trx: Connection, now: Date): Promise<void> {
  for (const paper of PAPERS) await writePaper(trx, paper, null, now)
  const { rows } = await sql<{ id: number }>`
    select goods_id as id from order_line group by goods_id order by count(*) desc, goods_id limit ${GOODS}`.execute(trx)
  for (const { id } of rows) for (const paper of GOODS_PAPERS) await writePaper(trx, paper, id, now)
}
