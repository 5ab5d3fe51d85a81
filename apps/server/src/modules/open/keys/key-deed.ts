import { staffOpenKeyAdd } from '#contract/open-keys.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { openWordName } from './scopes.ts'
import { addKey, readWish } from './service.ts'

/** A system that reads orders or writes stock works day and night with nobody beside it: what it may do is said by two. */
export const keyDeed: Deed<typeof staffOpenKeyAdd> = {
  call: staffOpenKeyAdd,
  kind: 'integration.key',
  async weigh({ body, now }) {
    const wish = readWish(body, now)
    const { name, scopes, addresses } = wish
    return {
      subject: `open_key:${name}`,
      title: `新建接口密钥“${name}”，用 ${body.days} 天`,
      changes: [
        { name: '权限', before: '', after: scopes.map(openWordName).join('、') },
        { name: '来源地址', before: '', after: addresses.join('、') || '不限' },
      ],
      stands: '',
      reason: body.reason,
    }
  },
  run: ({ database, doer, body, now }) => addKey(database, doer, body, now),
  said: () => '已新建，请领取密钥',
}
