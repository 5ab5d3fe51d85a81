import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeStaff, makeStaffOf } from './fixtures.ts'
import { openShop, type Shop } from './harness.ts'

/** 限定了仓库的员工：别的仓库的单据、批号、订单，从哪里都看不到；写着所有客户的单据，范围有限的人一律看不到。 */

let shop: Shop
let house: number
let keeper: string
let wide: string

beforeAll(async () => {
  shop = await openShop({ demo: true })
  const { db, pool } = shop.database
  const { rows } = await pool.query<{ id: number }>("insert into warehouse (code, name, sort) values ('EMPTY', '空仓', 9) returning id")
  house = rows[0]?.id ?? 0
  const boss = await makeStaffOf(db, 'administrator', '管理员')
  wide = await makeStaff(db, '都看', '质管')
  keeper = await makeStaff(db, '只管空仓', '质管')
  const { id } = (await shop.ask('GET', '/api/staff/me', { cookie: keeper })).data
  const { version } = await db.selectFrom('staff').select('version').where('account_id', '=', id).executeTakeFirstOrThrow()
  const view = { warehouses: [house], provinces: [], managers: [] }
  expect(
    (await shop.ask('POST', `/api/staff/person/${id}/view`, { cookie: boss, body: { view, reason: '只管空仓', version } })).status,
  ).toBe(200)
})
afterAll(() => shop.close())

const get = async (path: string, cookie = keeper) => shop.ask('GET', `/api/staff/${path}`, { cookie })
const idOf = async (text: string): Promise<number> => (await shop.database.pool.query<{ id: number }>(text)).rows[0]?.id ?? 0

/** A paper like one that there is, about something else. */
async function paperAbout(kind: string, subject: string, companyId: number | null): Promise<number> {
  const { rows } = await shop.database.pool.query<{ id: number }>(
    `with made as (select max(d.id) + 1000 as id, (select max(file_id) from stored_file_content) as file from document d),
          like_it as (select jsonb_populate_record(d, jsonb_build_object('id', made.id, 'no', 'ZZ' || made.id, 'kind', $1::text, 'subject', $2::text,
                             'company_id', $3::bigint, 'version', 1, 'replaces', null, 'state', 'valid', 'file_id', made.file, 'sha256', '\\x00',
                             'made_at', now())) as row from document d, made limit 1)
     insert into document overriding system value select (row).* from like_it returning id`,
    [kind, subject, companyId],
  )
  return rows[0]?.id ?? 0
}

describe('限定仓库', () => {
  it('退货单、收货验收记录与随货同行单一样，是那个仓库的', async () => {
    const order = await idOf(
      "select id from orders o where status in ('received', 'completed') and not exists (select from receiving where order_id = o.id) order by id limit 1",
    )
    const sale = await idOf(
      "select id from after_sale a where not exists (select from document where subject = 'after_sale:' || a.id) limit 1",
    )
    const { rows } = await shop.database.pool.query<{ id: number; company_id: number }>(
      `insert into receiving (order_id, company_id, idempotency_key, received_by, inspected_by, arrived_on, summary, differs, created_at)
       select id, company_id, 'narrow', '甲', '乙', '2026-11-20', '合格', false, now() from orders where id = $1 returning id, company_id`,
      [order],
    )
    const [record] = rows
    if (record === undefined) throw new Error('nothing of the demo was received')
    const papers = [
      await paperAbout('return_note', `after_sale:${sale}`, record.company_id),
      await paperAbout('receiving_record', `receiving:${record.id}`, record.company_id),
    ]
    for (const id of papers) {
      expect([id, (await get(`document/${id}/file`, wide)).status]).toEqual([id, 200])
      expect([id, (await get(`document/${id}/file`)).status]).toEqual([id, 404])
    }
  })

  it('药品销售记录写着所有客户：范围有限的人列表里没有，也打不开', async () => {
    const id = await paperAbout('sales_record', 'sales_record:2026-11-01:2026-11-20:all', null)
    const listed = async (cookie: string) =>
      (await get('document?kinds=sales_record&per_page=40', cookie)).data.list.some((one: { id: number }) => one.id === id)
    expect([await listed(wide), await listed(keeper)]).toEqual([true, false])
    expect((await get(`document/${id}/file`, wide)).status).toBe(200)
    expect((await get(`document/${id}/file`)).status).toBe(404)
  })

  it('商品页里的批号、代客下单里的上次订单，也只有那个仓库的', async () => {
    const goods = await idOf('select goods_id as id from stock_batch where available > 0 order by id limit 1')
    expect((await get(`goods_record/${goods}`, wide)).data.stock.length).toBeGreaterThan(0)
    expect((await get(`goods_record/${goods}`)).data.stock).toEqual([])
    const { rows } = await shop.database.pool.query<{ id: number; company_id: number }>(
      'select id, company_id from orders order by id limit 1',
    )
    const [order] = rows
    const page = `order_entry/company/${order?.company_id}`
    expect((await get(page, wide)).text).toContain('"no":"20')
    expect((await get(page)).text).not.toContain('"no":"20')
    expect((await get(`${page}/again/${order?.id}`, wide)).status).toBe(200)
    expect((await get(`${page}/again/${order?.id}`)).status).toBe(404)
  })
})
