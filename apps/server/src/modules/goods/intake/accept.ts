import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffIntakeAccept } from '#contract/intake.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { barredReason } from '#domain/law/standing.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { paperProblems } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { isWithin, rangesOf, rangeWords } from '../../buying/shipments/public.ts'
import { landBatches, openWarehouse, setPlace } from '../stock/public.ts'
import { keepRejected } from '../unqualified/public.ts'
import { otherDates } from './receive.ts'
import { closeIntake, findIntake, type IntakeHead, type IntakeLine, intakeLines, type Judged, lockIntake } from './store.ts'

/** Whether the goods came as cold as their labels ask; true where none of them is cold. */
export function coldStanding(head: Pick<IntakeHead, 'celsius'>, lines: readonly IntakeLine[]): { range: string; isWithin: boolean } {
  if (!lines.some(({ coldChain }) => coldChain)) return { range: '', isWithin: true }
  const ranges = rangesOf(lines)
  return { range: rangeWords(ranges), isWithin: head.celsius !== null && isWithin(head.celsius, ranges) }
}

/** Why nothing of a line may be accepted now; '': it may. Each line against its own label: one box may be too warm for one of two goods. */
export function refusedBecause(head: Pick<IntakeHead, 'celsius'>, line: IntakeLine, today: TradeDate): string {
  const barred = barredReason(line)
  if (barred) return barred
  if (line.expiryDate < today) return `有效期至 ${line.expiryDate}，已过期`
  if (line.coldChain) {
    const ranges = rangesOf([line])
    if (head.celsius === null || !isWithin(head.celsius, ranges))
      return `到货温度 ${head.celsius ?? '未测'} ℃，不在 ${rangeWords(ranges)} 之内，应当拒收`
  }
  return line.known === null ? '' : (otherDates(line, line.known)?.message ?? '')
}

async function lockWaiting(connection: Connection, id: number): Promise<IntakeHead> {
  if (!(await lockIntake(connection, id))) throw notFound('收货单')
  const head = await findIntake(connection, id)
  if (head === null) throw notFound('收货单')
  if (head.state !== 'waiting')
    throw conflict(`收货单 ${head.no} 已由 ${head.decider} ${head.state === 'done' ? '验收' : '撤回'}，不能再处理`)
  return head
}

type Asked = BodyOf<typeof staffIntakeAccept>

type Found = Omit<Judged, 'lineId' | 'batchId'>

const foundOf = (one: Asked['lines'][number] | undefined): Found => ({
  accepted: one?.accepted ?? 0,
  sampled: one?.sampled ?? 0,
  appearance: one?.appearance?.trim() ?? '',
  reportNo: one?.report_no?.trim() ?? '',
  rejectReason: one?.reject_reason?.trim() ?? '',
  measure: one?.measure ?? '',
})

/** What the record of acceptance would lack, or say wrongly. */
function faultsOf({ number, unit }: IntakeLine, found: Found): FieldError[] {
  const faults: FieldError[] = paperProblems({
    appearance: found.appearance,
    report_no: found.reportNo,
    reject_reason: found.rejectReason,
  })
  const say = (field: string, message: string) => faults.push({ field, message })
  if (found.accepted > number) say('accepted', `到货 ${number} ${unit}，合格数不能更多`)
  if (found.accepted < number && found.rejectReason === '') say('reject_reason', '有不合格的，请写明原因')
  if (found.accepted < number && found.measure === '') say('measure', '有不合格的，请选处置措施')
  if (found.sampled > number) say('sampled', `到货 ${number} ${unit}，抽样不能更多`)
  else if (found.sampled === 0 && found.accepted > 0) say('sampled', '至少抽查一个最小包装才能验收合格')
  if (found.sampled > 0 && found.appearance === '') say('appearance', '请写明外观、包装、标签和说明书的检查结果')
  return faults
}

function judge(
  head: IntakeHead,
  lines: readonly IntakeLine[],
  { lines: asked }: Asked,
  today: TradeDate,
): (Judged & { line: IntakeLine })[] {
  const errors: FieldError[] = []
  const byId = new Map(asked.map((one) => [one.id, one]))
  if (byId.size !== asked.length || asked.some(({ id }) => !lines.some((line) => line.id === id)))
    throw fieldErrors([{ field: 'lines', message: '所列的行不是这张收货单的' }])
  const judged = lines.map((line) => {
    const one = byId.get(line.id)
    const at = asked.findIndex(({ id }) => id === line.id)
    const say = (field: string, message: string) =>
      errors.push({ field: `lines.${at}.${field}`, message: `${line.name} ${line.batchNo}：${message}` })
    const found = foundOf(one)
    if (one === undefined) errors.push({ field: 'lines', message: `${line.name} ${line.batchNo} 还没有验收结论` })
    else for (const { field, message } of faultsOf(line, found)) say(field, message)
    const refused = found.accepted > 0 ? refusedBecause(head, line, today) : ''
    if (refused) say('accepted', refused)
    const isWhole = found.accepted === line.number
    return { ...found, line, lineId: line.id, ...(isWhole && { rejectReason: '', measure: '' as const }), batchId: null }
  })
  if (errors.length > 0) throw fieldErrors(errors.slice(0, 30))
  return judged
}

/** What was not accepted and stays in the house until somebody takes it away. */
const heldOf = (head: IntakeHead, judged: readonly (Judged & { line: IntakeLine })[], judge: StaffActor) =>
  judged
    .filter(({ measure }) => measure === 'hold')
    .map(({ line, accepted, rejectReason }) => ({
      warehouseId: head.warehouseId,
      goodsId: line.goodsId,
      intakeId: head.id,
      batchNo: line.batchNo,
      expiryDate: line.expiryDate,
      number: line.number - accepted,
      reason: rejectReason,
      finder: { accountId: head.receivedBy, name: head.receiver },
      judge,
    }))

/** 验收: what is good becomes stock in the same transaction. Whoever received the goods does not judge them. */
export async function accept(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: Asked,
  now: Date,
): Promise<DataOf<typeof staffIntakeAccept>> {
  return transact(db, async (trx) => {
    const head = await lockWaiting(trx, id)
    if (head.receivedBy === staff.accountId) throw conflict('这批货是您收的，须由质量部门的另一人验收')
    await openWarehouse(trx, head.warehouseId, 'lines')
    const judged = judge(head, await intakeLines(trx, id), body, beijingDate(now))
    const good = judged.filter(({ accepted }) => accepted > 0)
    const { batchIds, locked } = await landBatches(
      trx,
      staff,
      head.warehouseId,
      good.map(({ line, accepted }) => ({ ...line, number: accepted })),
      { kind: 'receive', documentNo: head.no, actor: staff.name, reason: `${head.supplier} ${head.paperNo}` },
      now,
    )
    for (const { line } of good) if (line.place !== '') await setPlace(trx, head.warehouseId, line.goodsId, line.place)
    const batchOf = new Map(good.map(({ lineId }, at) => [lineId, batchIds[at] ?? null]))
    const final = judged.map(({ line: _line, ...one }) => ({ ...one, batchId: batchOf.get(one.lineId) ?? null }))
    await closeIntake(trx, id, { state: 'done', by: staff, reason: '', judged: final }, now)
    await keepRejected(trx, staff, heldOf(head, judged, staff), now)
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
    const accepted = sum(final.map((one) => one.accepted))
    const rejected = sum(judged.map((one) => one.line.number - one.accepted))
    const after = {
      state: 'done',
      accepted,
      rejected,
      lines: judged.map(({ line, accepted: good, rejectReason, measure, sampled, appearance, reportNo }) => ({
        name: line.name,
        batch_no: line.batchNo,
        accepted: good,
        reject: rejectReason,
        measure,
        sampled,
        appearance,
        report_no: reportNo,
      })),
    }
    await writeAudit(trx, staff, { action: 'intake.accept', subject: `intake:${id}`, before: { state: head.state }, after }, now)
    return { accepted, rejected, locked: locked.map(({ batchNo, reason }) => `${batchNo}（${reason}）`) }
  })
}

export async function withdraw({ db }: DatabaseHandle, staff: StaffActor, id: number, typed: string, now: Date): Promise<void> {
  const reason = typed.trim()
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请填写原因' }])
  await transact(db, async (trx) => {
    const head = await lockWaiting(trx, id)
    await closeIntake(trx, id, { state: 'withdrawn', by: staff, reason, judged: [] }, now)
    await writeAudit(
      trx,
      staff,
      { action: 'intake.withdraw', subject: `intake:${id}`, before: { state: head.state }, after: { state: 'withdrawn', reason } },
      now,
    )
  })
}
