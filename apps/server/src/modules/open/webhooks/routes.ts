import {
  staffWebhookAgain,
  staffWebhookCommand,
  staffWebhookIssue,
  staffWebhookMessages,
  staffWebhookSecretStop,
  staffWebhooks,
} from '#contract/open-webhooks.ts'
import type { ModuleContext } from '../../../context.ts'
import { again, commandWebhook, endSigning, issueSigning, messagesOf, webhooksOf } from './service.ts'
import { webhookDeed } from './webhook-deed.ts'

const SAID = { pause: '已暂停，其间的事件不会丢', resume: '已恢复', stop: '已停用', test: '已发出一条试发消息，结果见推送记录' } as const

export function webhookRoutes({ serve, approvals, deps: { database, config } }: ModuleContext): void {
  serve(staffWebhooks, ({ query }) => webhooksOf(database, query))
  approvals.serve(webhookDeed(config.webhookNetworks))
  serve(staffWebhookIssue, ({ viewer, params, now }) => issueSigning(database, viewer, params.id, now))
  serve(staffWebhookSecretStop, ({ viewer, params, now, say }) => {
    say('旧签名密钥已停用')
    return endSigning(database, viewer, params.id, now)
  })
  serve(staffWebhookCommand, ({ viewer, params, body, now, say }) => {
    say(SAID[params.command])
    return commandWebhook(database, viewer, params, body.reason, now)
  })
  serve(staffWebhookMessages, ({ params, query }) => messagesOf(database, params.id, query))
  serve(staffWebhookAgain, ({ viewer, params, body, now }) => again(database, viewer, params.id, body, now))
}
