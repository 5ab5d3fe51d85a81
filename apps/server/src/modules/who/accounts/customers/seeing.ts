import type { FastifyReply, FastifyRequest } from 'fastify'
import { staffCompanySee } from '#contract/company-desk.ts'
import type { ModuleContext } from '../../../../context.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import { conflict, notFound } from '../../../../platform/errors.ts'
import { SEEING_END } from '../../../../platform/seeing-bar.ts'
import { clearSessionCookie, setSeeingCookie, tokenOf } from '../../../../platform/session.ts'
import { transact } from '../../../../platform/transact.ts'
import { companyNameOf, firstAccountOf } from './customer-store.ts'

/** The shop as a company sees it, for a clerk who wants to see what his customer sees. */
export function seeingRoutes({ app, serve, deps: { database, sessions } }: ModuleContext): void {
  serve(staffCompanySee, async ({ viewer, params: { id }, request, reply, now, say }) => {
    const company = await companyNameOf(database.db, id)
    if (company === null) throw notFound('企业')
    const { account, token } = await transact(database.db, async (trx) => {
      const found = await firstAccountOf(trx, id)
      if (found === null) throw conflict('这家企业还没有登录账号，看不到它的商城；请先邀请')
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', seenFrom: viewer.sessionId }
      // A word that was taken for some minutes opens the shop for no longer than that.
      const emergency = viewer.staff?.emergency
      const until = emergency?.word === staffCompanySee.permission ? emergency.until : undefined
      const opened = await sessions.open({ accountId: found.id, companyId: id, ...from, until }, now, 'buyer', trx)
      await writeAudit(
        trx,
        viewer,
        { action: 'company.see', subject: `company:${id}`, before: null, after: { account: found.username } },
        now,
      )
      return { account: found.name || found.username, token: opened }
    })
    setSeeingCookie(reply, token)
    say(`正以 ${company} 的身份查看商城`)
    return { account }
  })

  // A form of the page's own bar, which works without any script.
  app.post(SEEING_END, async (request: FastifyRequest, reply: FastifyReply) => {
    const { viewer } = request
    if (viewer === null || viewer.seenBy === null) return reply.redirect('/', 303)
    await sessions.close(tokenOf(request) ?? '')
    clearSessionCookie(reply)
    return reply.redirect(viewer.company === null ? '/console/companies' : `/console/companies/${viewer.company.id}`, 303)
  })
}
