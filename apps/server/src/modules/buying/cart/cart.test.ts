import { beforeEach, describe, expect, it } from 'vitest'
import { beijingDate } from '#domain/dates.ts'
import { fillCart, makeAddress, openSheet } from '../../../../test/buying.ts'
import { type Buyer, fenOf, makeCompany, makeGoods, makeOffer, makeSession } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'
import { lawVersionOn } from '../../goods/law/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
beforeEach(async () => {
  buyer = await makeCompany(db)
})

const post = (path: string, body: object = {}, cookie = buyer.cookie) => shop.ask('POST', path, { cookie, body })
const add = (list: object[], cookie = buyer.cookie) => post('/api/cart', { list }, cookie)
const cart = async (query = '', cookie = buyer.cookie) => (await shop.ask('GET', `/api/cart/list${query}`, { cookie })).data

describe('加入购物车', () => {
  it('加到已有的数量上，提示已加入购物车', async () => {
    const goods = await makeGoods(db)
    const first = await add([{ goods_id: goods, number: 3, price: '10.00' }])
    expect(first).toMatchObject({ status: 200, message: '已加入购物车', data: { partial: false, line_count: 1 } })
    const second = await add([{ goods_id: goods, number: 4 }])
    expect(second.data.lines[0]).toMatchObject({ number: 7, added: 4, id: first.data.lines[0].id })
  })

  it('不可拆零时 7 变为 10，并说明', async () => {
    const goods = await makeGoods(db, { mid_pack: 5, splittable: false })
    const answer = await add([{ goods_id: goods, number: 7 }])
    expect(answer.message).toBe('已加入购物车，中包装 5 盒，已调整为 10 盒')
    expect(answer.data).toMatchObject({ partial: true, lines: [{ number: 10, corrections: [{ reason: 'STEP' }] }] })
  })

  it('逐行回答：能买的加入，不能买的说明原因，一行被拒不影响别的行', async () => {
    const [good, off, scarce] = [await makeGoods(db), await makeGoods(db, { on_shelf: false }), await makeGoods(db, { stock: 3 })]
    const answer = await add([
      { goods_id: good, number: 1 },
      { goods_id: off, number: 1 },
      { goods_id: scarce, number: 9 },
      { goods_id: 99_999_999, number: 1 },
    ])
    expect(answer.data.partial).toBe(true)
    expect(answer.data.lines.map((line: { number: number; id: number }) => [line.number, line.id > 0])).toEqual([
      [1, true],
      [0, false],
      [3, true],
      [0, false],
    ])
    expect(answer.data.lines[1].reasons).toMatchObject([{ code: 'OFF_SHELF' }])
    expect(answer.data.lines[2].corrections).toEqual([{ reason: 'STOCK', message: '库存仅余 3 盒，已调整为 3 盒' }])
  })

  it('一行也加不进时直接拒绝，说出原因；合同未签答 459', async () => {
    const goods = await makeGoods(db)
    const expired = await makeCompany(db, { papers: [{ name: '药品经营许可证', expires_on: '2026-11-20' }] })
    const refused = await add([{ goods_id: goods, number: 1 }], expired.cookie)
    expect(refused).toMatchObject({ status: 409, message: '您的药品经营许可证已于 2026-11-20 到期，更新后可购买' })
    const unsigned = await makeCompany(db, { contract_signed: false })
    expect((await add([{ goods_id: goods, number: 1 }], unsigned.cookie)).status).toBe(459)
  })

  it('一个已过期的许可证挡住它范围内的商品，不挡其他商品', async () => {
    const clinic = await makeCompany(db, {
      scopes: ['chem', 'device'],
      papers: [{}, { name: '器械许可证', scope_codes: ['device'], expires_on: '2026-11-20' }],
    })
    const [drug, device] = [await makeGoods(db), await makeGoods(db, { scope_code: 'device' })]
    const answer = await add(
      [
        { goods_id: drug, number: 1 },
        { goods_id: device, number: 1 },
      ],
      clinic.cookie,
    )
    expect(answer.data.lines.map((line: { id: number }) => line.id > 0)).toEqual([true, false])
    expect(answer.data.lines[1].reasons).toMatchObject([{ code: 'QUALIFICATION_EXPIRED' }])
  })

  it('2 月 29 日到期的许可证当天有效，次日失效', async () => {
    const leap = await makeCompany(db, { papers: [{ expires_on: '2028-02-29' }] })
    const goods = await makeGoods(db)
    shop.clock.now = new Date('2028-02-29T15:59:59Z')
    expect((await add([{ goods_id: goods, number: 1 }], leap.cookie)).status).toBe(200)
    shop.clock.now = new Date('2028-02-29T16:00:01Z')
    expect((await add([{ goods_id: goods, number: 1 }], leap.cookie)).status).toBe(409)
    shop.clock.now = NOW
  })

  it('按商品、仓库、活动、整件区分行；同一请求里重复的行合并', async () => {
    const goods = await makeGoods(db, { case_pack: 12 })
    const offer = await makeOffer(db, goods, { kind: 'whole_case', price: '8.00' })
    await add([
      { goods_id: goods, number: 1 },
      { goods_id: goods, number: 2 },
      { goods_id: goods, number: 12, is_yj: 1 },
      { goods_id: goods, number: 1, goods_price_id: offer },
    ])
    const { list } = await cart()
    expect(list.map((line: { number: number; is_yj: number }) => [line.number, line.is_yj]).sort()).toEqual([
      [1, 0],
      [12, 1],
      [3, 0],
    ])
  })

  it('同时点两次加购，数量一次也不丢', async () => {
    const goods = await makeGoods(db)
    await Promise.all(Array.from({ length: 10 }, () => add([{ goods_id: goods, number: 1 }])))
    expect((await cart()).list[0].number).toBe(10)
  })

  it('看到的价格已经变化时说明现价', async () => {
    const goods = await makeGoods(db, { price: '10.00' })
    const answer = await add([{ goods_id: goods, number: 1, price: '9.00' }])
    expect(answer.data.lines[0].corrections).toEqual([{ reason: 'PRICE', message: '价格有变化，现单价 ¥10.00' }])
  })

  it('表单编码与 JSON 数组都收；快速加购按一个起订量', async () => {
    const goods = await makeGoods(db, { min_number: 6 })
    const form = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, form: `list[0][goods_id]=${goods}&list[0][number]=6` })
    expect(form.status, form.text).toBe(200)
    const bare = await post('/api/cart', [{ goods_id: goods, number: 1 }])
    expect(bare.data.lines[0].number).toBe(7)
    const quick = await post(`/api/cart/quick_add/${goods}`)
    expect(quick.data.lines[0].number).toBe(13)
  })

  it('购物车最多 1000 种商品，满了只能加已有的行', async () => {
    const goods = await makeGoods(db)
    await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    const more = await makeGoods(db)
    await pool.query(
      `with made as (insert into goods (code, name, generic_name, scope_code) select 'FILL' || i || '-' || $1, 'x', 'x', 'chem' from generate_series(1, 999) i returning id)
       insert into cart_line (company_id, goods_id, warehouse_id, number) select $1::bigint, id, (select min(id) from warehouse), 1 from made`,
      [buyer.companyId],
    )
    const answer = await add([
      { goods_id: more, number: 1 },
      { goods_id: goods, number: 1 },
    ])
    expect(answer.data.lines[0].reasons).toMatchObject([{ code: 'CART_FULL' }])
    expect(answer.data.lines[1].number).toBe(2)
  })
})

describe('购物车', () => {
  it('不能买的行自动取消勾选并保留原因，合计不算它', async () => {
    const [good, gone] = [await makeGoods(db, { price: '10.00' }), await makeGoods(db, { price: '99.00' })]
    await fillCart(shop, buyer, [
      { goods_id: good, number: 2 },
      { goods_id: gone, number: 1 },
    ])
    await db.updateTable('goods_stock').set({ available: 0 }).where('goods_id', '=', gone).execute()
    const { list, total } = await cart()
    const line = list.find((one: { goods: { id: number } }) => one.goods.id === gone)
    expect(line).toMatchObject({ is_selected: 0, can_buy: 0, reasons: [{ code: 'NO_STOCK' }] })
    expect(total).toMatchObject({ goods_amount: '20.00', shipping_amount: '12.00', total: '32.00', selected_lines: 1, line_count: 2 })
    await db.updateTable('goods_stock').set({ available: 10 }).where('goods_id', '=', gone).execute()
    // It comes back unselected: the buyer decides.
    expect((await cart()).list.find((one: { goods: { id: number } }) => one.goods.id === gone)).toMatchObject({
      is_selected: 0,
      can_buy: 1,
    })
  })

  it('阶梯价随数量变化，退回时价格也退回；合计就是结算的合计', async () => {
    const goods = await makeGoods(db, {
      price: '9.80',
      ladder: [
        { number: 10, price: '9.50' },
        { number: 50, price: '9.20' },
      ],
    })
    const [id] = await fillCart(shop, buyer, [{ goods_id: goods, number: 45 }])
    const first = (await cart()).list[0]
    expect(first).toMatchObject({ price: '9.50', amount: '427.50', price_source: 'ladder', ladder_price_id: goods })
    expect(first.price_note).toBe('阶梯价：已享 10 盒起 ¥9.50；再买 5 盒享 ¥9.20，每盒再省 ¥0.30')
    const hint = await post('/api/cart/next_hint')
    expect(hint.data).toMatchObject({
      list: [{ line_id: id, text: '再买 5 盒享 ¥9.20，每盒再省 ¥0.30', missing_number: 5, price: '9.20', saving: '15.00' }],
      activities: [{ kind: 'shipping', missing: '372.50', gain: '12.00', text: '再买 ¥372.50 免运费 ¥12.00' }],
      free_shipping_missing: '372.50',
    })
    const up = await post(`/api/cart/${id}/edit`, { number: 50 })
    expect(up.data.line).toMatchObject({ price: '9.20', amount: '460.00' })
    const down = await post(`/api/cart/${id}/edit`, { number: 5 })
    expect(down.data.line).toMatchObject({ price: '9.80', amount: '49.00' })
    const total = (await shop.ask('GET', '/api/cart/total', { cookie: buyer.cookie })).data.total
    expect(total).toBe(down.data.total.total)
    expect((await openSheet(shop, buyer, [id ?? 0])).data.total).toBe(total)
  })

  it('修改数量按步长调整并说明；降价的行说降了多少', async () => {
    const goods = await makeGoods(db, { price: '10.00', mid_pack: 5, splittable: false })
    const [id] = await fillCart(shop, buyer, [{ goods_id: goods, number: 5 }])
    const edited = await post(`/api/cart/${id}/edit`, { number: 7 })
    expect(edited.message).toBe('中包装 5 盒，已调整为 10 盒')
    expect(edited.data.line.number).toBe(10)
    await changeRow(db, 'goods', goods, { base_price: fenOf('9.40') })
    expect((await cart('?filters=3')).list).toMatchObject([{ id, dropped: '0.60' }])
  })

  it('筛选可购、有活动、失效；分组列出活动、含麻与其他', async () => {
    const [plain, special, hm, off] = [
      await makeGoods(db),
      await makeGoods(db),
      await makeGoods(db, { is_ephedrine: true }),
      await makeGoods(db),
    ]
    await makeOffer(db, special, { kind: 'daily', price: '7.00' })
    await fillCart(
      shop,
      buyer,
      [plain, special, hm, off].map((goods_id) => ({ goods_id, number: 1 })),
    )
    await changeRow(db, 'goods', off, { on_shelf: false })
    const ids = async (filter: number) =>
      (await cart(`?filters=${filter}`)).list.map((line: { goods: { id: number } }) => line.goods.id).sort()
    expect(await ids(99_999)).toEqual([plain, special, hm, off].sort())
    expect(await ids(1)).toEqual([plain, special, hm].sort())
    expect(await ids(2)).toEqual([special])
    expect(await ids(4)).toEqual([off])
    expect((await cart()).groups.map((group: { key: string }) => group.key)).toEqual(['daily', 'ephedrine', 'others'])
  })

  it('同一商品的几行共用库存：合起来超过时后面的行要改', async () => {
    const goods = await makeGoods(db, { stock: 10 })
    const offer = await makeOffer(db, goods, { kind: 'whole_case', price: '9.00' })
    await fillCart(shop, buyer, [
      { goods_id: goods, number: 8 },
      { goods_id: goods, number: 8, goods_price_id: offer },
    ])
    const { list } = await cart()
    expect(list.map((line: { can_buy: number }) => line.can_buy).sort()).toEqual([0, 1])
    expect(list.find((line: { can_buy: number }) => line.can_buy === 0).reasons[0].message).toBe('库存不足，最多可购 2 盒，请修改数量')
  })

  it('勾选、删除只动自己的行；别家的行编号不存在', async () => {
    const goods = await makeGoods(db)
    const [id] = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    const other = await makeCompany(db)
    expect((await post(`/api/cart/${id}/edit`, { number: 2 }, other.cookie)).status).toBe(404)
    expect((await post('/api/cart/batch_delete', { ids: [id] }, other.cookie)).data.deleted).toEqual([])
    await post('/api/cart/batch_select', { ids: [id], is_selected: 0 }, other.cookie)
    expect((await cart()).list[0]).toMatchObject({ is_selected: 1, number: 1 })
    expect((await post('/api/cart/batch_select', { ids: [id], is_selected: 0 })).data.total.total).toBe('0.00')
    expect((await post('/api/cart/batch_delete', { ids: [id] })).data.deleted).toEqual([id])
  })

  it('复制到其他门店：按那家店自己的资质、价格回答；不属于自己的企业不行', async () => {
    const [plain, device] = [await makeGoods(db), await makeGoods(db, { scope_code: 'device', name: '血压计' })]
    const owner = await makeCompany(db, { scopes: ['chem', 'device'] })
    const store = await makeCompany(db, { name: '二号门店' })
    await addRow(db, 'account_company', { account_id: owner.accountId, company_id: store.companyId })
    const ids = await fillCart(shop, owner, [
      { goods_id: plain, number: 2 },
      { goods_id: device, number: 1 },
    ])
    const stranger = await post('/api/cart/copy', { ids, other_user_ids: [buyer.companyId] }, owner.cookie)
    expect(stranger.status).toBe(403)
    const copied = await post('/api/cart/copy', { ids, other_user_ids: [store.companyId] }, owner.cookie)
    expect(copied.data.stores).toMatchObject([
      { company_id: store.companyId, name: '二号门店', copied: 1, refused: [{ goods_id: device, name: '血压计' }] },
    ])
    const session = await makeSession(db, owner.accountId, store.companyId)
    expect((await cart('', session)).list).toMatchObject([{ goods: { id: plain }, number: 2 }])
  })

  it('复制结果分得清同名不同规格的商品，数量被改的也说明', async () => {
    const scarce = await makeGoods(db, { name: '注射器', spec: '5ml', stock: 3 })
    const owner = await makeCompany(db)
    const store = await makeCompany(db)
    await addRow(db, 'account_company', { account_id: owner.accountId, company_id: store.companyId })
    const ids = await fillCart(shop, owner, [{ goods_id: scarce, number: 2 }])
    await post('/api/cart/copy', { ids, other_user_ids: [store.companyId] }, owner.cookie)
    const again = await post('/api/cart/copy', { ids, other_user_ids: [store.companyId] }, owner.cookie)
    expect(again.data.stores[0]).toMatchObject({ copied: 1, refused: [] })
    const [note] = again.data.stores[0].adjusted
    expect(note).toMatchObject({ goods_id: scarce, name: '注射器', ypgg: '5ml' })
    expect(note.message).toContain('3')
  })

  it('企业冻结后，购物车里的商品还在，不再说出价格和可购数量', async () => {
    const goods = await makeGoods(db, { stock: 4321, price: '73.19' })
    await add([{ goods_id: goods, number: 7 }])
    expect(JSON.stringify(await cart())).toContain('4321')
    await changeRow(db, 'company', buyer.companyId, { review_state: 4 })
    shop.sessions.forget()
    const shown = JSON.stringify(await cart())
    expect(shown).toContain('"number":7')
    for (const figure of ['4321', '73.19']) expect(shown).not.toContain(figure)
  })

  it('待审核企业看不到价格，也加不进购物车', async () => {
    const pending = await makeCompany(db, { review_state: 1 })
    const goods = await makeGoods(db)
    expect((await add([{ goods_id: goods, number: 1 }], pending.cookie)).status).toBe(409)
    expect((await shop.ask('GET', '/api/cart/total', { cookie: pending.cookie })).data.total).toBe('0.00')
  })
})

it('500 行的合计与 1 行的合计用同样几次查询', async () => {
  const big = await makeCompany(db)
  const warehouse = await db.selectFrom('warehouse').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { rows } = await pool.query(
    `with made as (
       insert into goods (code, name, generic_name, scope_code, base_price, ladder_type, law_verdict, law_version)
       select 'BIG' || i, '商品' || i, 'x', 'chem', 1000 + i, 0, 'lawful', $3 from generate_series(1, 500) i returning id
     ), stocked as (
       insert into goods_stock (goods_id, warehouse_id, available) select id, $2::bigint, 1000 from made
     ), tiers as (
       insert into goods_ladder (goods_id, number, price) select id, 10, 900 from made
     )
     insert into cart_line (company_id, goods_id, warehouse_id, number) select $1::bigint, id, $2::bigint, 12 from made returning id`,
    [big.companyId, warehouse.id, lawVersionOn(beijingDate(shop.clock.now))],
  )
  const small = await makeCompany(db)
  await fillCart(shop, small, [{ goods_id: await makeGoods(db), number: 1 }])
  let queries = 0
  pool.on('acquire', () => {
    queries += 1
  })
  const counted = async (cookie: string) => {
    const counts: number[] = []
    let data: unknown
    // The least of some: the shop's own looks (what changed meanwhile, what is remembered anew) fall into one and not into another.
    for (let round = 0; round < 4; round++) {
      const before = queries
      data = (await shop.ask('GET', '/api/cart/total', { cookie })).data
      counts.push(queries - before)
    }
    return { queries: Math.min(...counts), data }
  }
  const [one, many] = [await counted(small.cookie), await counted(big.cookie)]
  expect(many.data).toMatchObject({ selected_lines: rows.length, goods_amount: '54000.00' })
  expect(many.queries).toBe(one.queries)
})

it('收货地址等资料只属于自己', async () => {
  const other = await makeCompany(db)
  await makeAddress(db, other.companyId)
  const goods = await makeGoods(db)
  const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
  expect((await openSheet(shop, buyer, ids)).data.addresses).toEqual([])
})
