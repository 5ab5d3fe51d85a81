import {
  invitationAccept,
  invitationLook,
  registerInvited,
  staffInvitationCommand,
  staffInvitations,
  staffInvite,
  staffInviteNew,
} from '#contract/invitations.ts'
import type { ModuleContext } from '../../../../context.ts'
import { siteOrigin } from '../../../../platform/qr.ts'
import { enter } from '../../accounts/public.ts'
import { acceptedFrom } from '../../agreements/public.ts'
import { acceptInvitation, openInvitation, registerByInvitation } from './coming-in.ts'
import { inviteCompanies, inviteNew, resendInvitation, revokeInvitation } from './inviting.ts'
import { TRIES_MAX } from './letters.ts'
import { type InvitationRow, listInvitations } from './views.ts'

const instant = (at: Date): string => new Date(at).toISOString()

const rowWire = (row: InvitationRow) => ({
  id: row.id,
  company_id: row.companyId,
  company: row.company,
  is_new: row.isNew ? 1 : 0,
  contact: row.contact,
  phone: row.phone ?? '',
  state: row.state,
  is_locked: row.tries >= TRIES_MAX && (row.state === 'sent' || row.state === 'opened') ? 1 : 0,
  sends: row.sends,
  sent_at: instant(row.sentAt),
  sent_by: row.sentBy ?? '',
  expires_at: instant(row.expiresAt),
  opened_at: row.openedAt && instant(row.openedAt),
  ended_at: row.endedAt && instant(row.endedAt),
  ended_by: row.endedBy ?? '',
  version: row.version,
})

export function invitationRoutes({ serve, deps }: ModuleContext): void {
  const { database, config } = deps

  serve(staffInvitations, async ({ query, now }) => {
    const { page = 1, per_page: perPage = 40, keywords = '', ...rest } = query
    const filter = { ...rest, keywords: keywords.trim() }
    const { rows, total, isCapped } = await listInvitations(database, filter, { offset: (page - 1) * perPage, limit: perPage, now })
    return { list: rows.map(rowWire), page, per_page: perPage, total, is_capped: isCapped ? 1 : 0 }
  })
  serve(staffInvite, async ({ viewer, body, request, now, say }) => {
    const letters = await inviteCompanies(database, body, { staff: viewer, origin: siteOrigin(request, config), now })
    say(`已生成 ${letters.letters.length} 封邀请信，只显示这一次`)
    return letters
  })
  serve(staffInviteNew, async ({ viewer, body, request, now, say }) => {
    const letters = await inviteNew(database, body, { staff: viewer, origin: siteOrigin(request, config), now })
    say('已生成邀请信，只显示这一次')
    return letters
  })
  serve(staffInvitationCommand, async ({ viewer, params, body, request, now, say }) => {
    const inviting = { staff: viewer, origin: siteOrigin(request, config), now }
    const named = { id: params.id, version: body.version }
    if (params.command === 'revoke') {
      const done = await revokeInvitation(database, { ...named, reason: body.reason ?? '' }, inviting)
      say('邀请已撤回，邀请信随即失效')
      return done
    }
    const letters = await resendInvitation(database, named, inviting)
    say('已生成新的邀请信，之前的一封失效')
    return letters
  })

  serve(invitationLook, ({ body, request, now }) => openInvitation(deps, body.secret, { ip: request.ip, now }))
  serve(registerInvited, async ({ body, request, reply, now, say }) => {
    const account = await registerByInvitation(deps, body, { ...acceptedFrom(request), now })
    say('账号已创建')
    return enter(deps, account, { request, reply, now })
  })
  // The session goes on in another store: under a new token, as at every change of what it may do.
  serve(invitationAccept, async ({ viewer, body, request, reply, now, say }) => {
    const account = await acceptInvitation(deps, viewer, body, { ...acceptedFrom(request), now })
    say('已接受邀请')
    return enter(deps, account, { request, reply, now })
  })
}
