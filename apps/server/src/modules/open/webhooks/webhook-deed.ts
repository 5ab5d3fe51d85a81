import { staffWebhookAdd } from '#contract/open-webhooks.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { addWebhook, readWish } from './service.ts'

/** Whatever stands at that address hears of every order, with its customer: said by two. allowed: networks that the operator opened. */
export const webhookDeed = (allowed: readonly string[]): Deed<typeof staffWebhookAdd> => ({
  call: staffWebhookAdd,
  kind: 'integration.webhook',
  async weigh({ body }) {
    const { name, url, types, inOrder } = readWish(body, allowed)
    return {
      subject: `webhook:${name}`,
      title: `新建事件推送“${name}”`,
      changes: [
        { name: '地址', before: '', after: url },
        { name: '事件', before: '', after: types.join('、') },
        { name: '次序', before: '', after: inOrder ? '按发生的先后' : '不论先后' },
      ],
      stands: '',
      reason: body.reason,
    }
  },
  run: ({ database, doer, body, now }) => addWebhook(database, doer, readWish(body, allowed), body.reason, now),
  said: () => '已新建，请领取签名密钥',
})
