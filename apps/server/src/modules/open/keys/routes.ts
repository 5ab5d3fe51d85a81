import {
  staffOpenCompany,
  staffOpenKeyIssue,
  staffOpenKeyStop,
  staffOpenKeys,
  staffOpenScopes,
  staffOpenSecretStop,
} from '#contract/open-keys.ts'
import { userOpenKeyAdd, userOpenKeyRenew, userOpenKeyStop, userOpenKeys, userOpenSecretStop } from '#contract/own-keys.ts'
import type { ModuleContext } from '../../../context.ts'
import { describeOpen } from './description.ts'
import { keyDeed, renewDeed } from './key-deed.ts'
import { addOwnKey, endOwnKey, endOwnSecret, ownKeysOf, renewOwnKey } from './own-keys.ts'
import { OPEN_SCOPES } from './scopes.ts'
import { endKey, endSecret, issueSecret, keysOf, letInOrBlock } from './service.ts'

export function openKeyRoutes({ app, serve, approvals, deps: { database, config } }: ModuleContext): void {
  describeOpen(app, config)
  serve(staffOpenKeys, ({ viewer, query, now }) => keysOf(database, viewer, query, now))
  serve(staffOpenScopes, () => ({ list: [...OPEN_SCOPES] }))
  approvals.serve(keyDeed)
  approvals.serve(renewDeed)
  serve(staffOpenKeyIssue, ({ viewer, params, now }) => issueSecret(database, viewer, params.id, now))
  serve(staffOpenKeyStop, ({ viewer, params, body, now, say }) => {
    say('已停用，立即生效')
    return endKey(database, viewer, params.id, body.reason, now)
  })
  serve(staffOpenSecretStop, ({ viewer, params, now, say }) => {
    say('旧密钥已停用，立即生效')
    return endSecret(database, viewer, params.id, now)
  })
  serve(staffOpenCompany, ({ viewer, params, body, now, say }) => {
    say(params.command === 'block' ? '已停用这家企业的接口，立即生效' : '已恢复这家企业的接口')
    return letInOrBlock(database, viewer, params, body.reason, now)
  })

  serve(userOpenKeys, ({ viewer, now }) => ownKeysOf(database.db, viewer, now))
  serve(userOpenKeyAdd, ({ viewer, body, now, say }) => {
    say('已新建接口密钥')
    return addOwnKey(database, viewer, body, now)
  })
  serve(userOpenKeyRenew, ({ viewer, params, now, say }) => {
    say('新密钥已生成，旧的继续有效')
    return renewOwnKey(database, viewer, params.id, now)
  })
  serve(userOpenKeyStop, ({ viewer, params, now, say }) => {
    say('已停用，立即生效')
    return endOwnKey(database, viewer, params.id, now)
  })
  serve(userOpenSecretStop, ({ viewer, params, now, say }) => {
    say('旧密钥已停用，立即生效')
    return endOwnSecret(database, viewer, params.id, now)
  })
}
