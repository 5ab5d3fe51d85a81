import type { DataOf } from '#contract/call.ts'
import { REGISTER_PAPER_MAX, type RegisterKind, type RegisterPaperAsked, type staffRegisterPaper } from '#contract/registers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { type Drawing, type DrawingFrame, type Drawings, documentsOf, documentWire, reviseDocument } from '../documents/public.ts'
import { paperPeriod } from './asked.ts'
import { PAPER_FORMS } from './paper-forms.ts'
import { warehouseName } from './warehouse-views.ts'

interface RegisterSnapshot {
  register: RegisterKind
  from: string
  to: string
  /** '': all of them. */
  warehouse: string
  rows: string[][]
}

/** The same period asked for again is a new version. */
export async function registerPaper(
  { db }: DatabaseHandle,
  staff: StaffActor,
  kind: RegisterKind,
  asked: RegisterPaperAsked,
  now: Date,
): Promise<DataOf<typeof staffRegisterPaper>> {
  const form = PAPER_FORMS[kind]
  const { from, to, filter } = paperPeriod(asked, now)
  const subject = `register:${kind}:${from}:${to}:${asked.warehouse_id ?? 'all'}`
  return transact(db, async (trx) => {
    const warehouse = asked.warehouse_id === undefined ? '' : await warehouseName(trx, asked.warehouse_id)
    const rows = await form.rows(trx, filter, REGISTER_PAPER_MAX + 1)
    if (rows.length > REGISTER_PAPER_MAX) throw conflict(`超过 ${REGISTER_PAPER_MAX} 行，请缩短日期范围，或导出 Excel`)
    const snapshot: RegisterSnapshot = { register: kind, from, to, warehouse, rows }
    const title = `${form.title} ${from} 至 ${to}${warehouse && ` ${warehouse}`}`
    await reviseDocument(trx, { kind: form.kind, subject, companyId: null, title, snapshot }, '重新打印', staff.name, now)
    await writeAudit(trx, staff, { action: 'register.make', subject, before: null, after: { lines: rows.length } }, now)
    const [paper] = await documentsOf(trx, [subject])
    if (!paper) throw new Error('a register was not asked for')
    return { lines: rows.length, document: documentWire(paper) }
  })
}

/** Lines and seal stand together. */
const SIGNING_ROOM = 150

export function drawRegister({ register, from, to, warehouse, rows }: RegisterSnapshot, frame: DrawingFrame): Drawing {
  const { title, days, columns, signed } = PAPER_FORMS[register]
  return {
    options: { landscape: true, beside: true },
    write: (paper) => {
      paper.heading(title, `编号 ${frame.no}　${days} ${from} 至 ${to}　${warehouse || '全部仓库'}　共 ${rows.length} 行`)
      if (rows.length === 0) paper.paragraph('本期没有记录。')
      else paper.table(columns, rows)
      paper.keep(SIGNING_ROOM)
      paper.blanks(signed)
    },
  }
}

export const REGISTER_DRAWINGS: Drawings = Object.fromEntries(Object.values(PAPER_FORMS).map(({ kind }) => [kind, drawRegister]))
