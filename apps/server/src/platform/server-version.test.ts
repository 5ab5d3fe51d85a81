import { describe, expect, it } from 'vitest'
import { testShop } from '../../test/harness.ts'
import { checkPooler, checkServer, UnfitServer } from './server-version.ts'

const shop = await testShop()

const saying = (row: object) => ({ pool: { query: async () => ({ rows: [row] }) } }) as unknown as Parameters<typeof checkServer>[0]
const fit = { version: 180_004, shown: '18.4', encoding: 'UTF8', plain: true }

describe('数据库的版本与编码', () => {
  it('自带的数据库合适', async () => {
    expect(await checkServer(shop.database)).toEqual([])
    expect(await checkPooler(shop.database)).toEqual([])
  })

  it('太旧的、编码不对的不启动，说清要什么；排序规则不合适的提醒', async () => {
    await expect(checkServer(saying({ ...fit, version: 140_011, shown: '14.11' }))).rejects.toThrow(
      new UnfitServer('数据库是 PostgreSQL 14.11，至少需要 15（推荐 18）：请升级后再启动'),
    )
    await expect(checkServer(saying({ ...fit, encoding: 'SQL_ASCII' }))).rejects.toThrow('编码是 SQL_ASCII，必须是 UTF8')
    expect(await checkServer(saying({ ...fit, version: 150_000, plain: false }))).toEqual([expect.stringContaining('排序规则不是 C')])
  })
})
