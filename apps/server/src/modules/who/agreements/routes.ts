import {
  agreementAccept,
  agreementsToRegister,
  agreementText,
  ownAgreements,
  staffAgreement,
  staffAgreementAdd,
  staffAgreementCompanies,
  staffAgreementPrepare,
  staffAgreementSave,
  staffAgreements,
  staffAgreementWithdraw,
} from '#contract/agreements.ts'
import type { ModuleContext } from '../../../context.ts'
import { acceptAgreement, acceptedFrom, agreementTextOf, ownAgreementsOf, registrationVersions } from './accepting.ts'
import { addAgreement, agreementCompanies, agreementOf, agreementsPage, prepareAgreements, saveAgreement, withdrawVersion } from './desk.ts'
import { agreementPublishDeed } from './publish-deed.ts'

export function agreementRoutes({ serve, approvals, deps: { database, sessions } }: ModuleContext): void {
  const { db } = database
  serve(agreementsToRegister, ({ now }) => registrationVersions(database, now))
  serve(ownAgreements, ({ viewer, now }) => ownAgreementsOf(db, viewer, now))
  serve(agreementText, ({ viewer, params, now }) => agreementTextOf(database, viewer, params.id, now))
  serve(agreementAccept, async ({ viewer, params, body, request, now, say }) => {
    const own = await acceptAgreement(database, viewer, params.id, body, acceptedFrom(request), now)
    sessions.forget()
    say('已同意，谢谢')
    return own
  })

  serve(staffAgreements, ({ query, now }) => agreementsPage(database, query, now))
  serve(staffAgreementCompanies, ({ query, now }) => agreementCompanies(database, query, now))
  serve(staffAgreement, ({ viewer, params, now }) => agreementOf(db, params.id, viewer.accountId, now))
  serve(staffAgreementAdd, async ({ viewer, body, now, say }) => {
    const made = await addAgreement(database, viewer, body, now)
    say('协议已建立，请起草第 1 版')
    return made
  })
  serve(staffAgreementPrepare, async ({ viewer, now }) => ({ made: await prepareAgreements(database, viewer, now) }))
  serve(staffAgreementSave, async ({ viewer, params, body, now, say }) => {
    const saved = await saveAgreement(database, viewer, params.id, body, now)
    say('草稿已保存')
    return saved
  })
  approvals.serve(agreementPublishDeed)
  serve(staffAgreementWithdraw, async ({ viewer, params, body, now, say }) => {
    const left = await withdrawVersion(database, viewer, params.id, body, now)
    say('已撤回，这一版不会生效')
    return left
  })
}
