import { CODES } from '#contract/codes.ts'
import { tidy } from '#domain/identifiers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import { tellLive } from '../../../platform/live.ts'
import { transact } from '../../../platform/transact.ts'
import { tell, tellMany } from '../../talking/messages/public.ts'
import type { OnMade } from '../documents/public.ts'
import { answerRequests, closeRequest, companiesSent, insertRequest, lockOpen, lockRequest, type NewRequest } from './request-store.ts'
import { type Member, openGoods, type ReportDeps } from './screens.ts'
import { reportOfDocument } from './store.ts'
import { batchOf } from './views.ts'

/** Of one company at a time: more than the batches of a large delivery. */
const OPEN_MAX = 200

const pageOf = (batchNo: string) => `/ypjybg?keywords=${encodeURIComponent(batchNo)}`

/** Asking for what is asked for already changes nothing; for what is here, the answer says so. */
export async function askForReport(
  deps: ReportDeps,
  viewer: Member,
  asked: { goodsId: number; batchNo: string },
  now: Date,
): Promise<void> {
  const batchNo = tidy(asked.batchNo)
  const request: NewRequest = { ...asked, companyId: viewer.company.id, accountId: viewer.accountId }
  const seen = (await openGoods(deps, viewer, [asked.goodsId], now)).has(asked.goodsId)
  await transact(deps.database.db, async (trx) => {
    const batch = seen ? await batchOf(trx, request.companyId, asked.goodsId, batchNo) : null
    if (batch === null) throw fieldErrors([{ field: 'batch_no', message: '没有这个商品的这个批号，请核对包装上的批号' }])
    if (batch.isHere) throw conflict('这个批号的检验报告已经有了，刷新页面即可下载', { reason: 'REPORT_HERE' })
    if ((await lockOpen(trx, request.companyId)) >= OPEN_MAX)
      throw new ShopError(CODES.TOO_MANY, `最多同时索取 ${OPEN_MAX} 份检验报告，请等已索取的到齐`)
    await insertRequest(trx, { ...request, batchNo: batch.batchNo }, now)
  })
}

/** A report is there for buyers once its paper is made: whoever waits for it hears of it. */
export const tellWaiting: OnMade = async (connection, document, now) => {
  const report = await reportOfDocument(connection, document.id)
  if (report === null || report.state !== 'released' || report.goodsId === null) return
  const answered = await answerRequests(connection, report.goodsId, report.batchNo, document.askedBy, now)
  const news = answered.map(({ id, companyId }) => ({
    companyId,
    kind: 'order' as const,
    title: '您索取的检验报告到了',
    text: `${document.title}，可以查看和下载。`,
    url: pageOf(report.batchNo),
    key: `report_request:${id}`,
  }))
  await tellMany(connection, news, now)
  // A batch's report is nobody's own: the open pages of those who have the batch show it.
  for (const companyId of await companiesSent(connection, report.goodsId, report.batchNo))
    await tellLive(connection, { companyId }, { type: 'papers' })
}

/** Staff say why there will be none. */
export async function closeWithoutReport({ db }: DatabaseHandle, staff: StaffActor, id: number, text: string, now: Date): Promise<void> {
  const reason = tidy(text)
  if (reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请填写原因' }])
  await transact(db, async (trx) => {
    const request = await lockRequest(trx, id)
    if (request === null) throw notFound('索取')
    await closeRequest(trx, id, reason, staff.name, now)
    await tell(
      trx,
      {
        companyId: request.companyId,
        kind: 'order',
        title: '您索取的检验报告暂时无法提供',
        text: `${request.name} 批号 ${request.batchNo}：${reason}`,
        url: pageOf(request.batchNo),
        key: `report_request:${id}`,
      },
      now,
    )
    await writeAudit(trx, staff, { action: 'report_request.close', subject: `report_request:${id}`, before: null, after: { reason } }, now)
  })
}
