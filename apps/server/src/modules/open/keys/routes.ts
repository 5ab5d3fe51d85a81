import { staffOpenKeyIssue, staffOpenKeyStop, staffOpenKeys, staffOpenScopes, staffOpenSecretStop } from '#contract/open-keys.ts'
import type { ModuleContext } from '../../../context.ts'
import { describeOpen } from './description.ts'
import { keyDeed, renewDeed } from './key-deed.ts'
import { OPEN_SCOPES } from './scopes.ts'
import { endKey, endSecret, issueSecret, keysOf } from './service.ts'

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
}
