import { staffCompanyPeople, staffCompanyPerson, staffCompanyPersonRecover } from '#contract/company-desk.ts'
import type { ModuleContext } from '../../../../context.ts'
import { siteOrigin } from '../../../../platform/qr.ts'
import { commandCustomer, peopleOfCompany } from './customers.ts'
import { recoverCustomer } from './recovery.ts'

const DONE = { sessions: '已结束全部登录', unlock: '已解除登录锁定', unrecover: '找回链接已作废' } as const

export function customerRoutes({ serve, deps: { database, sessions, config } }: ModuleContext): void {
  serve(staffCompanyPeople, ({ params, now }) => peopleOfCompany(database, params.id, now))
  serve(staffCompanyPerson, async ({ viewer, params, body, now, say }) => {
    const people = await commandCustomer(database, viewer, params, body.reason, now)
    sessions.forget()
    say(DONE[params.command])
    return people
  })
  serve(staffCompanyPersonRecover, async ({ viewer, params, body, request, now, say }) => {
    const handed = await recoverCustomer(database, viewer, { ...params, origin: siteOrigin(request, config) }, body, now)
    say('找回链接已生成，只显示这一次')
    return handed
  })
}
