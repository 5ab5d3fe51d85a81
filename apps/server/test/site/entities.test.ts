import { describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeOffer, makeStock } from '../fixtures.ts'
import { testShop } from '../harness.ts'

/** The entities of the specification (section 3) as the calls send them: each field with a value that it alone can have. */

const shop = await testShop()
const { db, pool } = shop.database
const buyer = await makeCompany(db, { rank: 'B', address: '槐树街 8 号' })

// biome-ignore lint/suspicious/noExplicitAny: tests look into any call's data
const get = async (path: string): Promise<any> => (await shop.ask('GET', path, { cookie: buyer.cookie })).data
const goodsOf = (id: number) => get(`/api/goods/detail/${id}`)

describe('用户', () => {
  it('show、username、name、phone、company、face、rank 各是这个账号、这家企业的', async () => {
    const [row] = (
      await pool.query(
        `update account a set face = '/face.svg', name = '何槐', phone = '13955550001' from account_company ac
          where ac.account_id = a.id and ac.company_id = $1 returning a.username`,
        [buyer.companyId],
      )
    ).rows
    const [company] = (await pool.query('select name from company where id = $1', [buyer.companyId])).rows
    expect(await get('/api/user/base')).toMatchObject({
      show: 1,
      username: row.username,
      name: '何槐',
      phone: '13955550001',
      company: company.name,
      face: '/face.svg',
      rank: 'B',
    })
  })
})

describe('商品', () => {
  it('is_buy、number、base_price、bzdw：能买、库存、基础价、包装单位', async () => {
    const plain = await makeGoods(db, { price: '12.30', stock: 77, unit: '瓶' })
    expect(await goodsOf(plain)).toMatchObject({ is_buy: 1, number: 77, base_price: '12.30', bzdw: '瓶' })
    const ranked = await makeGoods(db, { price: '12.30', rankPrices: { B: '11.10' }, stock: 0 })
    expect(await goodsOf(ranked)).toMatchObject({ is_buy: 0, number: 0, base_price: '12.30', price: '11.10' })
  })

  it('ladder_price 是每档起订与价格，ladder_price_type 分“起”与“以内”', async () => {
    const steps = [{ number: 10, price: '9.50' }]
    for (const ladder_type of [0, 1]) {
      const id = await makeGoods(db, { price: '10.00', ladder: steps, ladder_type })
      const { ladder_price, ladder_price_type } = await goodsOf(id)
      expect(ladder_price_type).toBe(ladder_type)
      expect(ladder_price).toMatchObject(steps)
    }
  })

  it('tags 是它的标签；is_youx 是优选；type 1 是中药', async () => {
    const herb = await makeGoods(db, { kind: 'herb', tags: ['新'], is_selected: true })
    const drug = await makeGoods(db)
    const [one, other] = [await goodsOf(herb), await goodsOf(drug)]
    expect(one).toMatchObject({ is_youx: 1, type: 1 })
    expect(one.tags).toEqual(expect.arrayContaining(['新', '优']))
    expect(other).toMatchObject({ is_youx: 0, type: 0, tags: [] })
  })

  it('is_free_shipping、free_shipping_number、is_dpby：优选免运费；单品够数免运费时写明要多少', async () => {
    const alone = await makeGoods(db, { free_shipping_from: 30 })
    expect(await goodsOf(alone)).toMatchObject({ is_dpby: 1, free_shipping_number: 30 })
    expect(await goodsOf(await makeGoods(db, { is_selected: true }))).toMatchObject({ is_free_shipping: 1 })
    expect(await goodsOf(await makeGoods(db))).toMatchObject({ is_free_shipping: 0, free_shipping_number: null, is_dpby: 0 })
  })

  it('qg_number 是还能买多少：限购减去已买的', async () => {
    const id = await makeGoods(db, { purchase_limit: 6 })
    expect(await goodsOf(id)).toMatchObject({ qg_number: 6 })
    expect(await goodsOf(await makeGoods(db))).toMatchObject({ qg_number: null })
  })
})

describe('商品详情的地址', () => {
  it('goods_price_id 点名的优惠、is_yj 的整件各按自己的价；ladder_price_id、goods_manjian_id、is_jxq 收得下，不改平常的价', async () => {
    const goods = await makeGoods(db, { price: '10.00', case_pack: 12 })
    await makeOffer(db, goods, { kind: 'whole_case', price: '8.00' })
    expect(await get(`/api/goods/detail/${goods}?is_yj=1`)).toMatchObject({ price: '8.00', step: 12 })
    expect(await get(`/api/goods/detail/${goods}?ladder_price_id=${goods}&goods_manjian_id=0&is_jxq=0`)).toMatchObject({ price: '10.00' })
    const flash = await makeOffer(db, goods, { kind: 'flash', price: '7.00' })
    expect(await get(`/api/goods/detail/${goods}?goods_price_id=${flash}`)).toMatchObject({ price: '7.00', goods_price_id: flash })
  })
})

describe('购物车', () => {
  it('一行有 id、商品（名称、厂家、规格、图片、仓库）、价格、数量与各活动的编号', async () => {
    const goods = await makeGoods(db, {
      name: '连翘败毒片',
      spec: '0.6g*24片',
      manufacturer: '槐里制药有限公司',
      price: '8.00',
      case_pack: 12,
    })
    const offer = await makeOffer(db, goods, { kind: 'flash', price: '6.00' })
    const added = await shop.ask('POST', '/api/cart', {
      cookie: buyer.cookie,
      body: {
        list: [{ goods_id: goods, number: 2, price: '6.00', goods_price_id: offer, ladder_price_id: 0, goods_manjian_id: 0, is_yj: 0 }],
      },
    })
    expect(added.status, added.text).toBe(200)
    const { list } = await get('/api/cart/list')
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      id: added.data.lines[0].id,
      number: 2,
      price: '6.00',
      raw_price: '8.00',
      type: 1,
      goods_price_id: offer,
      ladder_price_id: 0,
      goods_manjian_id: 0,
      goods_manjian_amount: '0.00',
      with_coupon: expect.any(Number),
      is_yj: 0,
      is_selected: 1,
      goods: {
        id: goods,
        name: '连翘败毒片',
        sccj: '槐里制药有限公司',
        ypgg: '0.6g*24片',
        goods_image: [{ url: expect.stringContaining('/img/') }],
      },
    })
    expect(list[0].ck_id).toBe(list[0].goods.ck_id)
    expect(list[0].ck_id).toBeGreaterThan(0)
  })

  it('特价的行（近效期、整件）type 是 10，平常的行是 0', async () => {
    const goods = await makeGoods(db, { price: '10.00' })
    const [batch] = await makeStock(db, goods, [{ available: 6, expiry: '2036-12-31' }])
    const offer = await makeOffer(db, goods, { kind: 'near_expiry', price: '2.00', stock_batch_id: batch ?? null })
    const list = [
      { goods_id: goods, number: 1, goods_price_id: offer },
      { goods_id: goods, number: 1 },
    ]
    const added = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list } })
    expect(added.status, added.text).toBe(200)
    const lines = (await get('/api/cart/list')).list.filter((line: { goods: { id: number } }) => line.goods.id === goods)
    expect(lines.map((line: { goods_price_id: number; type: number }) => [line.goods_price_id, line.type]).sort()).toEqual([
      [0, 0],
      [offer, 10],
    ])
  })

  it('列表不带筛选就是 99999：全部的行', async () => {
    const all = await get('/api/cart/list')
    expect(all.list.length).toBeGreaterThan(0)
    for (const query of ['?filters=99999', '?filters=99999&new=1', '?new=1'])
      expect((await get(`/api/cart/list${query}`)).list, query).toEqual(all.list)
  })
})

describe('首页的数据', () => {
  it('菜单项有 id、name、logo、logo1 与下级；导航项有 url、image、is_open 与下级；热词与广告有 image、url', async () => {
    await pool.query(`insert into category (code, name, tree, logo, logo1) values ('t1', '西药', 'drug', 'pill', 'pill-on')`)
    await pool.query(`insert into category (code, name, tree, parent_id) select 't2', '抗感染', 'drug', id from category where code = 't1'`)
    await pool.query(`insert into site_link (placement, name, url, image, is_open) values ('nav', '中药专区', '/zyyp', '/n.svg', true)`)
    await pool.query(`insert into hot_word (name, url) values ('连翘', '/search?keywords=连翘')`)
    await pool.query(`insert into advert (slot, title, image, url) values ('home', '开采季', '/a.svg', '/zyyp')`)
    const header = await get('/api/global/header')
    expect(Object.keys(header)).toEqual(
      expect.arrayContaining(['rnss', 'nav', 'category', 'category_yx', 'category_zy', 'category_qx', 'brand', 'timestamp']),
    )
    expect(header.category).toMatchObject([
      { id: expect.any(Number), name: '西药', logo: 'pill', logo1: 'pill-on', children: [{ name: '抗感染' }] },
    ])
    expect(header.nav).toMatchObject([
      { id: expect.any(Number), name: '中药专区', url: '/zyyp', image: '/n.svg', is_open: 1, children: [] },
    ])
    expect(header.rnss).toEqual([{ name: '连翘', url: '/search?keywords=连翘', image: '' }])
    expect((await get('/api/focus')).list).toMatchObject([{ image: '/a.svg', url: '/zyyp' }])
  })

  it('每个广告位各给自己的广告：演示、控销、新控销、右侧、新人、顶部、品牌、中药、登录、优选、通用、岗位', async () => {
    const slots = 'demo kxzq_ad new_kxzq right xrtj top ppzq kxzq zyzq login yx common postList'.split(' ')
    for (const slot of slots)
      await pool.query(`insert into advert (slot, title, image, url) values ($1, $1 || '的广告', '/a.svg', '/zyyp')`, [slot])
    for (const slot of slots) expect((await get(`/api/focus/${slot}`)).list, slot).toMatchObject([{ title: `${slot}的广告`, url: '/zyyp' }])
  })
})
