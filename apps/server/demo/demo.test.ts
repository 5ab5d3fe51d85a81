import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { beijingDate } from '#domain/dates.ts'
import { isCreditCode, isEan13 } from '#domain/identifiers.ts'
import { DEMO_ACCOUNTS } from '../src/demo-accounts.ts'
import { testShop } from '../test/harness.ts'
import { readDemoGoods } from './goods.ts'
import { renewDemoOffers, renewDemoReceipts, seedDemo } from './seed.ts'

const NOW = new Date('2026-11-21T10:40:00+08:00')

async function rows<Row>(text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(shop.database.db)).rows
}
const count = async (text: string) => (await rows<{ n: number }>(`select count(*)::int as n from ${text}`))[0]?.n ?? -1

const shop = await testShop({ now: NOW, demo: NOW })

it('演示店发出的每张订单都有随货同行单、三联单、出库单和追溯码，冷链的有交接单，含麻的有回执单，退回的有退货单', async () => {
  const shipped = await rows<{ orderNo: string; cold: boolean; ephedrine: boolean; kinds: string[]; codes: number }>(`
    select o.no as "orderNo", s.cold_chain as cold, o.is_ephedrine as ephedrine, (select array_agg(d.kind order by d.kind) from document d where d.subject = 'shipment:' || s.id) as kinds,
           (select count(*)::int from trace_code t where t.order_id = o.id) as codes
      from shipment s join orders o on o.id = s.order_id`)
  expect(shipped.length).toBeGreaterThan(5)
  for (const { orderNo, cold, ephedrine, kinds, codes } of shipped) {
    expect(kinds, orderNo).toEqual([
      ...(cold ? ['cold_chain'] : []),
      'delivery_form',
      'delivery_note',
      'outbound',
      ...(ephedrine ? ['receipt_form'] : []),
    ])
    expect(codes, orderNo).toBeGreaterThan(0)
  }
  expect(await count("document where kind = 'return_note'")).toBeGreaterThan(0)
})

it('演示店的随货单据都写明供货单位、许可证和地址', async () => {
  const nameless = await rows<{ no: string }>(`
    select no from document where subject like 'shipment:%'
       and not (snapshot -> 'supplier' ->> 'name' <> '' and snapshot -> 'supplier' ->> 'licence' <> '' and snapshot -> 'supplier' ->> 'address' <> '')`)
  expect(nameless).toEqual([])
  expect(await count("document where kind = 'delivery_note'")).toBeGreaterThan(5)
})

interface GoodsRow {
  code: string
  name: string
  kind: string
  drug_class: string
  scope_code: string
  approval_no: string
  barcode: string
  mnemonic: string
  base_price: number | null
  retail_price: number
  is_ephedrine: boolean
  special_substances: string[]
  law_verdict: string
  law_reason: string
  purchase_limit: number | null
  is_selected: boolean
  tags: string[]
  instructions: { title: string; text: string }[]
  dosage_form: string
  spec: string
  unit: string
  origin: string
}
const goods = () => rows<GoodsRow>('select * from goods')

describe('演示目录', () => {
  it('品种数、分类、仓库与库存情形齐全', async () => {
    const total = await count('goods')
    expect(total).toBeGreaterThanOrEqual(420)
    expect(total).toBeLessThanOrEqual(600)
    expect(await count('manufacturer')).toBeGreaterThanOrEqual(24)
    expect(await rows("select name from category where tree = 'drug' and parent_id is null order by sort")).toEqual(
      ['西药', '中成药', '中药饮片', '医疗器械', '营养保健', '消毒护理', '母婴计生'].map((name) => ({ name })),
    )
    for (const tree of ['drug', 'selected', 'herb', 'device']) {
      const depth = await rows<{ deepest: number }>(`
        with recursive t as (select id, 1 as depth from category where parent_id is null and tree = '${tree}'
          union all select c.id, t.depth + 1 from category c join t on c.parent_id = t.id) select max(depth) as deepest from t`)
      expect(depth[0]?.deepest, tree).toBe(3)
    }
    const stock = await rows<{ available: number }>('select sum(available)::int as available from goods_stock group by goods_id')
    expect(stock.filter((row) => row.available === 0).length).toBeGreaterThanOrEqual(5)
    expect(stock.filter((row) => row.available === 1).length).toBeGreaterThanOrEqual(1)
    expect(stock.filter((row) => row.available > 1 && row.available < 100).length).toBeGreaterThanOrEqual(10)
    expect(await count("stock_batch where available > 0 and expiry_date < '2026-11-21'")).toBeGreaterThan(3)
    expect(await count('goods where not on_shelf')).toBeGreaterThan(0)
    expect(await count('goods where base_price is null')).toBeGreaterThan(0)
    expect(await count('(select goods_id from goods_stock where available > 0 group by goods_id having count(*) = 2) two')).toBeGreaterThan(
      200,
    )
  })

  it('每个品种的分类、经营范围与批准文号相互一致，说明书不缺', async () => {
    const formats: Record<string, RegExp> = {
      chem: /^国药准字H0000\d{4}$/,
      tcm: /^国药准字Z0000\d{4}$/,
      bio: /^国药准字S0000\d{4}$/,
      peptide: /^国药准字S0000\d{4}$/,
      herb: /^$/,
      device2: /^示械注准20262\d{6}$/,
      device3: /^示械注准20263\d{6}$/,
      food: /^(示食健备G2026\d{4})?$/,
      general: /^(示械备2026\d{4}|示卫消证字\(2026\)第\d{4}号)?$/,
    }
    for (const one of await goods()) {
      expect(one.approval_no, one.name).toMatch(formats[one.scope_code] ?? /^never$/)
      expect(['rx', 'otc_a', 'otc_b'].includes(one.drug_class), one.name).toBe(one.kind === 'drug')
      expect(one.kind === 'herb', one.name).toBe(one.scope_code === 'herb')
      if (one.kind === 'herb') expect(one.origin, one.name).not.toBe('')
      if (one.kind === 'drug') expect(one.dosage_form, one.name).not.toBe('')
      expect(one.instructions.length, one.name).toBeGreaterThanOrEqual(3)
      expect(
        one.instructions.every(({ title, text }) => title && text),
        one.name,
      ).toBe(true)
      expect(one.mnemonic, one.name).toMatch(/^[A-Z0-9]{2,20}$/)
      if (one.barcode) expect(isEan13(one.barcode) && one.barcode.startsWith('200'), one.name).toBe(true)
      if (one.base_price !== null) expect(one.retail_price, one.name).toBeGreaterThan(one.base_price)
    }
    const numbers = (await goods()).map((one) => one.approval_no).filter(Boolean)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('不含任何禁止网络销售的品种；含麻品种都有标记和限购', async () => {
    for (const one of await goods()) {
      expect([one.law_verdict, one.law_reason], one.name).toEqual(['lawful', ''])
      if (one.is_ephedrine) expect(one.purchase_limit, one.name).not.toBeNull()
    }
    // As the texts mark them: by substance, not by their names.
    const marked = new Set(readDemoGoods().flatMap((one) => (one.marks.has('eph') ? [one.name] : [])))
    for (const one of await goods()) expect(one.special_substances.includes('ephedrine'), one.name).toBe(marked.has(one.name))
    expect((await goods()).filter((one) => one.is_ephedrine).length).toBeGreaterThanOrEqual(3)
  })

  it('标签与活动一致：优只给优选，秒特由当日活动带出', async () => {
    for (const one of await goods()) {
      expect(one.tags.includes('优'), one.name).toBe(one.is_selected)
      expect(
        one.tags.every((tag) => tag === '优' || tag === '新'),
        one.name,
      ).toBe(true)
    }
    const wrong = await count(
      "goods_offer o join goods g on g.id = o.goods_id where o.kind in ('flash', 'daily') and (g.drug_class = 'rx' or g.is_ephedrine or o.price >= g.base_price)",
    )
    expect(wrong).toBe(0)
  })

  it('统一社会信用代码校验位正确', async () => {
    for (const { credit_code } of await rows<{ credit_code: string }>('select credit_code from company'))
      expect(isCreditCode(credit_code), credit_code).toBe(true)
  })
})

describe('账与库存', () => {
  it('每笔分录合计为零，账户余额等于其分录之和，首家药店余额 3286.40', async () => {
    expect(await count('(select posting_id from ledger_entry group by 1 having sum(amount) <> 0) bad')).toBe(0)
    expect(
      await count(`(select a.id from ledger_account a left join ledger_entry e on e.account_id = a.id where a.balance is not null
                         group by a.id having a.balance <> coalesce(sum(e.amount), 0)) bad`),
    ).toBe(0)
    const cookie = await shop.login('13900000001')
    const base = await shop.ask('GET', '/api/user/base', { cookie })
    expect(base.data).toMatchObject({ balance: '3286.40', points: 12460, rank: 'B', is_passed: 1, papers_state: 'soon' })
  })

  it('汇总库存等于未到期、未为近效期活动保留的批次之和；流水与批次相符', async () => {
    const today = beijingDate(NOW)
    expect(
      await count(`(select s.goods_id from goods_stock s left join stock_batch b on b.goods_id = s.goods_id and b.warehouse_id = s.warehouse_id
        and b.expiry_date >= '${today}' and not exists (select from goods_offer o where o.stock_batch_id = b.id and o.kind = 'near_expiry')
        group by s.goods_id, s.warehouse_id, s.available having s.available <> coalesce(sum(b.available), 0)) bad`),
    ).toBe(0)
    expect(
      await count(`(select b.id from stock_batch b left join stock_movement m on m.stock_batch_id = b.id group by b.id
        having (b.available, b.reserved) is distinct from (coalesce(sum(m.available), 0)::int, coalesce(sum(m.reserved), 0)::int)) bad`),
    ).toBe(0)
  })

  it('历史订单有各种状态，行、批次、付款与金额相符', async () => {
    const states = (await rows<{ status: string }>('select distinct status from orders')).map((row) => row.status).sort()
    expect(states).toEqual(['cancelled', 'completed', 'paid', 'pending_payment', 'picking', 'received', 'shipped'])
    expect(
      await count(
        `(select o.id from orders o join order_line l on l.order_id = o.id group by o.id having sum(l.amount) <> o.goods_amount) bad`,
      ),
    ).toBe(0)
    expect(
      await count(
        `(select l.id from order_line l left join order_line_batch b on b.order_line_id = l.id group by l.id having l.number <> coalesce(sum(b.number), 0)) bad`,
      ),
    ).toBe(0)
    expect(
      await count(
        "orders where status not in ('pending_payment', 'cancelled') and goods_amount + shipping_amount <> paid_amount + balance_amount",
      ),
    ).toBe(0)
    const cookie = await shop.login('13900000001')
    const list = await shop.ask('GET', '/api/order/list', { cookie })
    expect(list.data.total).toBeGreaterThanOrEqual(12)
    const detail = await shop.ask('GET', `/api/order/info/${list.data.list.at(-1).id}`, { cookie })
    expect(detail.data.status).toBe('completed')
    expect(detail.data.steps.every((step: { at: string | null }) => step.at !== null)).toBe(true)
  })

  it('待付款的历史订单到期由任务自动取消', async () => {
    expect(
      await count(
        "graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'orders.expire'",
      ),
    ).toBe(2)
  })
})

describe('从第一分钟起可用', () => {
  it('六个演示账号都能登录', async () => {
    for (const [username] of DEMO_ACCOUNTS) expect(await shop.login(username), username).not.toBe('')
  })

  it('阿莫西林胶囊是 amxl 的第一个结果，按 5 盒一步购买；布洛芬缓释胶囊亦然', async () => {
    const cookie = await shop.login('13900000001')
    const found = await shop.ask('GET', '/api/goods/search?keywords=amxl', { cookie })
    expect(found.data.list[0]).toMatchObject({ name: '阿莫西林胶囊', ypgg: '0.25g*24粒' })
    for (const keywords of ['阿莫西林胶囊 0.25g*24粒', '布洛芬缓释胶囊 0.3g*20粒']) {
      const list = await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent(keywords)}`, { cookie })
      expect(list.data.list[0], keywords).toMatchObject({ step: 5, is_buy: 1 })
    }
  })

  it('最后一盒：蜜炼川贝枇杷膏只剩 1 瓶，两家门店都可购买', async () => {
    for (const username of ['13900000001', '13900000004']) {
      const cookie = await shop.login(username)
      const list = await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent('蜜炼川贝枇杷膏')}`, { cookie })
      expect(list.data.list[0], username).toMatchObject({ number: 1, step: 1, is_buy: 1 })
    }
  })

  it('证件过期、范围较窄的买家被挡在相应商品之外并说明原因', async () => {
    const list = `/api/goods/list?keywords=${encodeURIComponent('阿莫西林胶囊')}`
    const expired = await shop.ask('GET', list, { cookie: await shop.login('13900000003') })
    expect(expired.data.list[0].reasons[0]).toMatchObject({ code: 'QUALIFICATION_EXPIRED' })
    const clinic = await shop.ask('GET', list, { cookie: await shop.login('13900000005') })
    expect(clinic.data.list[0].reasons.map((one: { code: string }) => one.code)).toContain('SCOPE_MISSING')
    const pending = await shop.ask('GET', list, { cookie: await shop.login('13900000002') })
    expect(pending.data.list[0]).toMatchObject({ price: null, is_buy: 0 })
  })

  it('首页各块都有内容', async () => {
    const cookie = await shop.login('13900000001')
    const spike = await shop.ask('GET', '/api/index/spike', { cookie })
    expect(spike.data.sessions.map((one: { name: string; state: string }) => `${one.name} ${one.state}`)).toEqual([
      '08:00 ended',
      '10:00 open',
      '14:00 coming',
      '20:00 coming',
    ])
    expect(spike.data.list.length).toBeGreaterThanOrEqual(8)
    expect(
      spike.data.list.every((card: { tags: string[]; price_source: string }) => card.tags.includes('秒') && card.price_source === 'flash'),
    ).toBe(true)
    const daily = await shop.ask('GET', '/api/activity/everyday_price', { cookie })
    expect(daily.data.list).toHaveLength(12)
    const floors = await shop.ask('GET', '/api/index/floors', { cookie })
    expect(floors.data.floors.map((one: { code: string }) => one.code)).toEqual(['selected', 'herb', 'device'])
    const recommended = await shop.ask('GET', '/api/index_wntj/1', { cookie })
    expect(recommended.data.basis).toContain('采购')
    const header = await shop.ask('GET', '/api/global/header')
    expect(header.data.nav).toHaveLength(9)
    expect(header.data.category).toHaveLength(7)
    expect(header.data.brand.length).toBeGreaterThanOrEqual(12)
    const news = await shop.ask('GET', '/api/article/category')
    expect(news.data.list.slice(0, 3).map((one: { name: string }) => one.name)).toEqual(['平台公告', '公司新闻', '行业资讯'])
    expect(news.data.list.slice(0, 3).every((one: { articles: object[] }) => one.articles.length >= 6)).toBe(true)
    const help = await shop.ask('GET', '/api/article/category?category_id=3')
    expect(help.data.list.length).toBeGreaterThanOrEqual(5)
    expect(help.data.list.flatMap((one: { articles: object[] }) => one.articles).length).toBeGreaterThanOrEqual(10)
    for (const code of ['help', 'hyzc', 'gwzn', 'aqgy', 'wzzz', 'yhxy', 'zskf', 'serve', 'tsjy', 'link', 'pay', 'ddzf', 'hwps', 'ypth']) {
      expect((await shop.ask('GET', `/api/article/detail?code=${code}`)).status, code).toBe(200)
    }
  })

  it('导航、轮播和热词指向的列表都不是空的', async () => {
    const cookie = await shop.login('13900000001')
    const header = await shop.ask('GET', '/api/global/header')
    const focus = await shop.ask('GET', '/api/focus')
    const urls: string[] = [...header.data.nav, ...header.data.rnss, ...focus.data.list]
      .map((one: { url: string }) => one.url)
      .filter(Boolean)
    expect(urls.length).toBeGreaterThan(15)
    for (const url of urls) {
      const { pathname, search } = new URL(url, 'http://shop')
      const other = /^\/list\/other\/(\d+)\//.exec(pathname)
      const list = await shop.ask('GET', `/api/goods/list${other ? `?category=${other[1]}` : search}`, { cookie })
      expect(list.data.total, url).toBeGreaterThan(0)
    }
  })

  it('再次装填不做任何改变', async () => {
    const before = await rows(
      'select (select count(*) from goods) as goods, (select count(*) from goods_offer) as offers, (select count(*) from orders) as orders, (select max(id) from change) as changes',
    )
    expect(await seedDemo(shop.database, new Date(NOW.getTime() + 86_400_000))).toBe(false)
    expect(
      await rows(
        'select (select count(*) from goods) as goods, (select count(*) from goods_offer) as offers, (select count(*) from orders) as orders, (select max(id) from change) as changes',
      ),
    ).toEqual(before)
  })

  it('三天后启动补足三天的秒杀与特价，同日再启动不重复；停业一个月后从当天续起', async () => {
    const days = (at: string) => new Date(`${at}T09:00:00+08:00`)
    expect(await renewDemoOffers(shop.database, NOW)).toBe(0)
    expect(await renewDemoOffers(shop.database, days('2026-11-24'))).toBe(3)
    expect(await renewDemoOffers(shop.database, days('2026-11-24'))).toBe(0)
    expect(await renewDemoOffers(shop.database, days('2027-01-10'))).toBe(14)
    const perDay = await rows<{ n: number }>(
      "select count(*)::int as n from flash_session group by (starts_at at time zone 'Asia/Shanghai')::date",
    )
    expect(perDay.every((row) => row.n === 4)).toBe(true)
    const daily = await rows<{ n: number }>("select count(*)::int as n from goods_offer where kind = 'daily' group by starts_at")
    expect(daily.every((row) => row.n === 12)).toBe(true)
  })

  it('演示商店开多久都能买含麻商品：每次启动，首家药店自己那几单的回执都还没到期；别家的逾期照旧', async () => {
    const overdue = (today: string) =>
      rows<{ code: string }>(
        `select distinct c.code from ephedrine_receipt r join company c on c.id = r.company_id
          where r.state in ('awaiting', 'rejected') and r.due_on < '${today}' order by 1`,
      )
    expect((await overdue('2027-01-10')).map((row) => row.code)).toContain('KH0001')
    const late = new Date('2027-01-10T09:00:00+08:00')
    expect(await renewDemoReceipts(shop.database, late)).toBe(2)
    expect(await renewDemoReceipts(shop.database, late)).toBe(0)
    expect((await overdue('2027-01-13')).map((row) => row.code)).toEqual(['KH0006'])
  })
})
