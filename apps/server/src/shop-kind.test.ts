import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../test/harness.ts'
import { removeDemoAccounts } from './demo-removal-store.ts'
import { refuseWrongKind } from './shop-kind-store.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const opened = (demo: boolean) => refuseWrongKind(shop.database.db, { ...shop.config, demo })

describe('忘了写 DEMO=0', () => {
  it('空数据库可以是演示', async () => {
    await expect(opened(true)).resolves.toBeUndefined()
  })

  it('里面已有真实账号和企业、从没以 DEMO=0 启动过（旧版本升级而来），不当作演示打开', async () => {
    await shop.database.db.insertInto('account').values({ username: 'boss', name: '王经理', password_hash: 'x', is_staff: true }).execute()
    // Brought from another shop: named as a demo's account is, with a hash of another kind.
    await shop.database.db.insertInto('account').values({ username: 'admin', name: '李经理', password_hash: 'x', is_staff: true }).execute()
    await expect(opened(true)).rejects.toThrow('不是演示商店')
    await expect(opened(false)).resolves.toBeUndefined()
    await expect(opened(true)).rejects.toThrow('属于真实商城')
  })
})

describe('从前的演示', () => {
  it('演示账号还在，照常是演示；停用之后不再当作演示打开，也不必先以 DEMO=0 启动一次', async () => {
    const former = await openShop({ demo: true })
    try {
      const { db, pool } = former.database
      const asDemo = () => refuseWrongKind(db, { ...former.config, demo: true })
      await expect(asDemo()).resolves.toBeUndefined()
      // A demo of an older version, which left no word of itself.
      await pool.query(`delete from setting where key = 'shop_kind'`)
      await expect(asDemo()).resolves.toBeUndefined()
      await removeDemoAccounts(db)
      await expect(asDemo()).rejects.toThrow('不是演示商店')
    } finally {
      await former.close()
    }
  }, 120_000)
})
