import { Secret, TOTP } from 'otpauth'
import { addStaff } from '../src/modules/who/accounts/staff/command.ts'
import { next } from './fixtures.ts'
import type { Shop } from './harness.ts'

export const STAFF_PASSWORD = 'Ware-house-2026'

/** Members of staff who come in by their own password, and what their second factor says. */
export function staffEntrance(shop: Shop) {
  const { db } = shop.database
  return {
    demandFactor: (demanded: boolean) =>
      db
        .updateTable('setting')
        .set({ value: JSON.stringify(demanded) })
        .where('key', '=', 'staff_second_factor')
        .execute(),
    later: (seconds: number) => {
      shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1000)
    },
    async makePerson(roles: readonly string[] = ['客服']): Promise<{ id: number; username: string }> {
      const username = `person${next()}`
      await addStaff(shop.database, { username, name: '员工', password: STAFF_PASSWORD, roles }, shop.clock.now)
      const { id } = await db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()
      return { id, username }
    },
    get: (path: string, cookie: string) => shop.ask('GET', `/api/staff/${path}`, { cookie }),
    codeOf: (secret: string) =>
      new TOTP({ digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now.getTime() }),
  }
}
