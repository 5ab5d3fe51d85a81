import { staffEmergencies, staffEmergencyBegin, staffEmergencyEnd } from '#contract/approvals.ts'
import {
  staffEnrol,
  staffEnrolConfirm,
  staffFactor,
  staffHealth,
  staffLogin,
  staffLogout,
  staffMe,
  staffPassword,
  staffSessionEnd,
  staffSessions,
} from '#contract/console.ts'
import {
  staffPasskeyAdd,
  staffPasskeyAsk,
  staffPasskeyBegin,
  staffPasskeyPass,
  staffPasskeyRemove,
  staffPasskeyRename,
  staffPasskeys,
} from '#contract/passkeys.ts'
import {
  staffPeople,
  staffPersonAdd,
  staffPersonCommand,
  staffPersonView,
  staffRoleRemove,
  staffRoles,
  staffViewChoices,
} from '#contract/staff-people.ts'
import type { ModuleContext } from '../../../../context.ts'
import { conflict, notFound } from '../../../../platform/errors.ts'
import { clearStaffCookie } from '../../../../platform/session.ts'
import { doerOf, isAlone } from '../../approvals/public.ts'
import { sessionsWire } from '../passwords/session-list.ts'
import { beginEmergency, emergenciesOf, stopEmergency } from './emergency.ts'
import { beginFactor, confirmFactor, endOwnSession, logInStaff, meOf, passCode, setOwnPassword } from './entrance.ts'
import { addPasskey, askPasskey, beginPasskey, namePasskey, passkeysOf, passPasskey, removePasskey } from './passkeys.ts'
import { addPerson, commandPerson, peopleOf } from './people.ts'
import { viewChoices } from './people-store.ts'
import { narrowPerson } from './person-view.ts'
import { removeRole, rolesOf } from './roles-service.ts'
import { roleDeed, rolesDeed } from './ruling-deeds.ts'

/** His own second factor by passkeys; the one by codes stands with the entrance. */
function passkeyRoutes({ serve, deps }: ModuleContext): void {
  serve(staffPasskeys, ({ viewer, request }) => passkeysOf(deps, viewer, request))
  serve(staffPasskeyAsk, ({ viewer, request, now }) => askPasskey(deps, viewer, { request, now }))
  serve(staffPasskeyPass, ({ viewer, body, request, now }) => passPasskey(deps, viewer, body.passkey, { request, now }))
  serve(staffPasskeyBegin, ({ viewer, body, request, now }) => beginPasskey(deps, viewer, body, { request, now }))
  serve(staffPasskeyAdd, async ({ viewer, body, request, now, say }) => {
    const added = await addPasskey(deps, viewer, body, { request, now })
    say('通行密钥已添加，其他设备已退出登录')
    return added
  })
  serve(staffPasskeyRename, ({ viewer, params, body, request, now }) => namePasskey(deps, viewer, params.id, body.name, { request, now }))
  serve(staffPasskeyRemove, async ({ viewer, params, body, request, now, say }) => {
    const me = await removePasskey(deps, viewer, params.id, body, { request, now })
    say('通行密钥已移除，其他设备已退出登录')
    return me
  })
}

export function staffRoutes(context: ModuleContext): void {
  const { serve, approvals, deps } = context
  const { database } = deps
  passkeyRoutes(context)

  serve(staffLogin, ({ body, request, reply, now }) => logInStaff(deps, body, { request, reply, now }))
  serve(staffMe, ({ viewer }) => meOf(deps, viewer))
  serve(staffLogout, async ({ viewer, reply, now, say }) => {
    await endOwnSession(deps, viewer, viewer.sessionId, now)
    clearStaffCookie(reply)
    say('已退出')
    return {}
  })
  serve(staffPassword, async ({ viewer, body, request, reply, now, say }) => {
    const me = await setOwnPassword(deps, viewer, body, { request, reply, now })
    say('密码已修改，其他设备已退出登录')
    return me
  })
  serve(staffFactor, ({ viewer, body, request, reply, now }) => passCode(deps, viewer, body.code, { request, reply, now }))
  serve(staffEnrol, ({ viewer, body, request, reply, now }) => beginFactor(deps, viewer, body, { request, reply, now }))
  serve(staffEnrolConfirm, ({ viewer, body, request, reply, now }) => confirmFactor(deps, viewer, body.code, { request, reply, now }))
  serve(staffSessions, ({ viewer, now }) => sessionsWire(database.db, viewer, now))
  serve(staffSessionEnd, async ({ viewer, params, now, say }) => {
    if (params.id === viewer.sessionId) throw conflict('这是当前设备，请使用“退出”')
    if (!(await endOwnSession(deps, viewer, params.id, now))) throw notFound('这个登录')
    say('已结束该设备的登录')
    return sessionsWire(database.db, viewer, now)
  })

  serve(staffPeople, ({ query }) => peopleOf(database, query))
  serve(staffPersonAdd, async ({ viewer, body, now, say }) => {
    const by = { doer: doerOf(viewer), alone: isAlone(viewer, 'staff.manage') }
    const { added, waits } = await addPerson(database, by, approvals, body, now)
    say(`已添加 ${added.person.name}，请把密码当面交给本人${waits && `；${waits}`}`)
    return added
  })
  approvals.serve(rolesDeed)
  serve(staffViewChoices, () => viewChoices(database.db))
  serve(staffPersonView, async ({ viewer, params, body, now, say }) => {
    const person = await narrowPerson(database, viewer, params.id, body, now)
    say(`${person.name} 的查看范围已变更`)
    return person
  })
  serve(staffPersonCommand, ({ viewer, params, body, now }) => commandPerson(database, viewer, params, body.reason.trim(), now))

  serve(staffRoles, () => rolesOf(database))
  approvals.serve(roleDeed)
  serve(staffRoleRemove, async ({ viewer, params, now, say }) => {
    await removeRole(database, viewer, params.key, now)
    say('岗位已删除')
    return {}
  })

  serve(staffEmergencies, ({ viewer, now }) => emergenciesOf(database, viewer, now))
  serve(staffEmergencyBegin, async ({ viewer, body, now, say }) => {
    const taken = await beginEmergency(database, viewer, body, now)
    say(`应急授权已生效：${taken.word_name}，${body.minutes} 分钟后自动结束`)
    return taken
  })
  serve(staffEmergencyEnd, async ({ viewer, params, now, say }) => {
    await stopEmergency(database, viewer, params.id, now)
    say('应急授权已结束')
    return {}
  })

  serve(staffHealth, () => {
    const { position, ageMs, trusted, memories } = database.changes.state()
    return {
      position,
      age_ms: ageMs === null ? null : Math.round(ageMs),
      trusted: trusted ? 1 : 0,
      memories: memories.map(({ name, entries, lastChangeMs }) => ({
        name,
        entries,
        last_change_ms: lastChangeMs === null ? null : Math.round(lastChangeMs),
      })),
    }
  })
}
