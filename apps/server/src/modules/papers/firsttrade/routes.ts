import {
  exchangeHome,
  goodsFiles,
  ownZip,
  packAsk,
  packZip,
  questionnaire,
  questionnaireSend,
  staffApproval,
  staffApprovalCheck,
  staffApprovalDecide,
  staffPaperList,
  staffPaperReaders,
  staffPaperSave,
  staffPaperWithdraw,
  staffQuestionnaire,
  supplierData,
  supplierSeen,
  tradePicture,
} from '#contract/firsttrade.ts'
import type { ModuleContext } from '../../../context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { approvalOf, checkCompany, decideApproval } from './approval.ts'
import { exchangeHomeOf } from './home.ts'
import { papersOfStaff, readersWire, savePaper, withdrawPaper } from './intake.ts'
import { requestPack, zipPack } from './pack.ts'
import { decideQuestionnaire, questionnaireOf, sendQuestionnaire } from './questionnaire.ts'
import { markSeen } from './store.ts'
import { goodsFilesOf, pictureOf, supplierDataOf, zipOwn } from './supplier.ts'

const actorOf = (viewer: Viewer) => ({ accountId: viewer.accountId, name: viewer.name })

export function firstTradeRoutes(context: ModuleContext): void {
  buyerRoutes(context)
  staffRoutes(context)
}

function buyerRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(exchangeHome, ({ viewer, now }) => exchangeHomeOf(database, viewer.company, now))
  serve(supplierData, ({ viewer, now }) => supplierDataOf(database, viewer.company.id, now))
  serve(packAsk, async ({ viewer, body, now, say }) => {
    const pack = await requestPack(database, viewer, { companyId: viewer.company.id, goodsId: body.goods_id ?? null }, now)
    say(pack.state === 'ready' ? '资料包已备好' : '正在制作，完成后会通知您')
    return pack
  })
  serve(packZip, ({ viewer, query, now }) =>
    zipPack(database, viewer, { companyId: viewer.company.id, goodsId: query.goods_id ?? null }, now),
  )
  serve(tradePicture, ({ params }) => pictureOf(database, params.id))
  serve(supplierSeen, async ({ viewer, body, now }) => ({
    seen: await markSeen(database.db, viewer.company.id, viewer.accountId, body.ids, now),
  }))
  serve(ownZip, ({ viewer, now }) => zipOwn(database, viewer.company.id, now))
  serve(goodsFiles, ({ viewer, query, now }) => goodsFilesOf(database, viewer.company.id, query, now))
  serve(questionnaire, ({ viewer }) => questionnaireOf(database.db, viewer.company.id))
  serve(questionnaireSend, async ({ viewer, body, now, say }) => {
    const sent = await sendQuestionnaire(database, viewer, body, now)
    say('调查表已提交')
    return sent
  })
}

function staffRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffPaperSave, async ({ viewer, body, now, say }) => {
    const paper = await savePaper(database, actorOf(viewer), body, now)
    say('资料已登记')
    return paper
  })
  serve(staffPaperList, ({ query, now }) => papersOfStaff(database, query, now))
  serve(staffPaperWithdraw, ({ viewer, params, body, now }) => withdrawPaper(database, actorOf(viewer), params.id, body.reason.trim(), now))
  serve(staffPaperReaders, ({ params, query }) => readersWire(database, params.id, query))
  serve(staffApproval, ({ params }) => approvalOf(database.db, params.id))
  // Whoever sells only applies: both steps are the quality department's, by two of its people.
  serve(staffApprovalCheck, ({ viewer, params, body, now }) => {
    return checkCompany(database, actorOf(viewer), params.id, body.opinion.trim(), now)
  })
  serve(staffApprovalDecide, ({ viewer, params, body, now }) => {
    return decideApproval(database, actorOf(viewer), params.id, body, now)
  })
  serve(staffQuestionnaire, ({ viewer, params, body, now }) => decideQuestionnaire(database, actorOf(viewer), params.id, body, now))
}
