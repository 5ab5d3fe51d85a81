import { staffOpenKeyAdd, staffOpenKeyRenew } from '#contract/open-keys.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { openWordName } from './scopes.ts'
import { addKey, readWish, renewable, renewKey } from './service.ts'

/** A system that reads orders or writes stock works day and night with nobody beside it: what it may do is said by two. */
export const keyDeed: Deed<typeof staffOpenKeyAdd> = {
  call: staffOpenKeyAdd,
  kind: 'integration.key',
  async weigh({ body, now }) {
    const wish = readWish(body, now)
    const { name, scopes, addresses, signs } = wish
    return {
      subject: `open_key:${name}`,
      title: `新建接口密钥“${name}”，用 ${body.days} 天`,
      changes: [
        { name: '权限', before: '', after: scopes.map(openWordName).join('、') },
        { name: '来源地址', before: '', after: addresses.join('、') || '不限' },
        ...(signs ? [{ name: '请求方式', before: '', after: '只收签名的请求' }] : []),
      ],
      stands: '',
      reason: body.reason,
    }
  },
  run: ({ database, doer, body, now }) => addKey(database, doer, body, now),
  said: () => '已新建，请领取密钥',
}

/** Whoever holds a secret acts as the other system: one more of them is said by two as the first was. */
export const renewDeed: Deed<typeof staffOpenKeyRenew> = {
  call: staffOpenKeyRenew,
  kind: 'integration.renew',
  async weigh({ database, doer, params, body, now }) {
    const key = await renewable(database.db, doer, params.id, now)
    return {
      subject: `open_key:${key.id}`,
      title: `更换“${key.name}”的接口密钥`,
      changes: [
        { name: '在用的密钥', before: key.secrets.map((one) => `${one.shown}…`).join('、'), after: `另加一个，由${doer.name}领取` },
      ],
      stands: key.secrets.map(({ id }) => id).join(' '),
      reason: body.reason,
    }
  },
  run: ({ database, doer, params, body, now }) => renewKey(database, doer, params.id, body, now),
  said: () => '可以领取新密钥了',
}
