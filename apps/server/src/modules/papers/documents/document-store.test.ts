import { describe, expect, it } from 'vitest'
import { type Buyer, makeCompany } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { rowsReadBy } from '../../../../test/rows-read.ts'
import { type DocumentFilter, documentPage } from './document-store.ts'

const MINE = 30

/** Papers that wait to be drawn; what stands on them does not matter here. */
const store = (prefix: string, company: Buyer, count: number) =>
  pool.query(
    `insert into document (no, check_code, kind, subject, company_id, title, day, snapshot, asked_at, asked_by)
     select $1 || lpad(n::text, 6, '0'), 'CHECK', 'delivery_note', $1 || n, $2, '随货同行单 订单 ' || n, '2026-11-22', '{}', now(), '系统'
       from generate_series(1, $3::int) n`,
    [prefix, company.companyId, count],
  )

const shop = await testShop()
const { db, pool } = shop.database
const mine = await makeCompany(db)
const others = await makeCompany(db)
await store('SH20261101', mine, MINE)
await pool.query(`update document set title = '质量保证协议' where no = 'SH20261101000003'`)
await store('SH20261122', others, 3000)
await pool.query('analyze document')

const EVERYTHING: DocumentFilter = { kinds: [], keyword: '', from: null, to: null, validOnly: false, before: null }

/** Papers that were found, and how many the database had to read for them. */
const asked = (filter: Partial<DocumentFilter>) =>
  rowsReadBy(db, ['document'], (trx) => documentPage(trx, { ...EVERYTHING, ...filter }, 20))

describe('单据列表', () => {
  it('一家企业的一页单据不翻阅别家的单据：单据再多也一样快', async () => {
    const { found, read } = await asked({ companyId: mine.companyId })
    expect(found).toHaveLength(20)
    expect(found.every((one) => one.companyId === mine.companyId)).toBe(true)
    expect(read).toBeLessThanOrEqual(MINE)
  })

  it('没有单据的企业，也不翻阅别家的单据', async () => {
    const { found, read } = await asked({ companyId: (await makeCompany(db)).companyId })
    expect(found).toEqual([])
    expect(read).toBe(0)
  })

  it('员工按单号（大小写均可）查到单据，不翻阅其余单据；单号不在标题里找', async () => {
    const { found, read } = await asked({ keyword: 'sh20261101000007' })
    expect(found.map(({ no }) => no)).toEqual(['SH20261101000007'])
    expect(read).toBeLessThanOrEqual(5)
  })

  it('按标题里的字查找，照样查得到', async () => {
    const { found } = await asked({ keyword: '订单 2999' })
    expect(found.map(({ no }) => no)).toEqual(['SH20261122002999'])
  })

  it('员工按少见的字查找：最早的单据也找得到，没有的字也不翻遍全部单据', async () => {
    const old = await asked({ keyword: '量保证' })
    expect(old.found.map(({ no }) => no)).toEqual(['SH20261101000003'])
    const none = await asked({ keyword: '没有这样的单据' })
    expect(none.found).toEqual([])
    // The newest thousand, and what the words lead to: of 3,030.
    for (const { read } of [old, none]) expect(read).toBeLessThanOrEqual(1_010)
    expect((await asked({ keyword: '量保证', kinds: ['outbound'] })).found).toEqual([])
    expect((await asked({ keyword: '量证保' })).found).toEqual([])
  })

  it('员工按多数单据都有的字查找：一页一页接得上，不漏不重', async () => {
    const { found, read } = await asked({ keyword: '随货同行单' })
    expect(found).toHaveLength(20)
    expect(read).toBeLessThan(100)
    const next = await asked({ keyword: '随货同行单', before: found.at(-1)?.id ?? 0 })
    expect(next.found[0]?.id).toBe((found.at(-1)?.id ?? 0) - 1)
  })
})
