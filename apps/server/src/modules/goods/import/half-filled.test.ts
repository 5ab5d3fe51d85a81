import { beforeEach, describe, expect, it } from 'vitest'
import { GOODS_TEXT_FIELDS, GOODS_TEXTS, ofGoodsTexts } from '#contract/constants.ts'
import { emptyTables } from '../../../../test/databases.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'
import type { ImportKind } from './plan.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const shop = await testShop({ now: NOW })
beforeEach(() => emptyTables(shop.database, 'change', 'goods', 'manufacturer', 'category', 'warehouse', 'company', 'audit_log'))

let told: string[] = []
async function bring(kind: ImportKind, ...lines: string[]) {
  const brought = await bringFile(shop, kind, lines)
  told = brought.told
  return brought
}
// biome-ignore lint/suspicious/noExplicitAny: rows of whatever query
const rows = async (sql: string): Promise<any[]> => (await shop.database.pool.query(sql)).rows

const GOODS =
  '商品编码,商品名称,规格,单位,生产厂家,剂型,批准文号,条形码,类别,处方类别,批发价,零售价,中包装,件装量,是否拆零,助记码,储藏,冷链,状态'
const CAPSULES =
  'G1,阿莫西林胶囊,0.25g*24粒,盒,云岭制药,胶囊剂,国药准字H20001236,6901028075763,西药,甲类非处方药,9.80,12.00,5,200,否,AMXL,2～8℃,是,在售'
const shelf = () => rows('select on_shelf, off_shelf_reason as why, base_price as price from goods')
const known = () =>
  rows(`select spec, unit, m.name as maker, dosage_form, approval_no, barcode, category_said, drug_class, retail_price, mid_pack, case_pack, splittable,
               mnemonic, storage, cold_chain from goods left join manufacturer m on m.id = manufacturer_id`)
const audits = (action: string) => rows(`select before, after from audit_log where action = '${action}' order by id`)

describe('商品文件没有写的，不改变商城已知的', () => {
  it('只有状态的文件不会因为没有价格把商品下架；没有价格的新商品照旧不上架', async () => {
    await bring('goods', GOODS, CAPSULES)
    await bring('goods', '商品编码,商品名称,状态', 'G1,阿莫西林胶囊,在售')
    expect(told).toEqual([])
    expect(await shelf()).toEqual([{ on_shelf: true, why: '', price: 980 }])
    await bring('goods', '商品编码,商品名称,状态', 'G1,阿莫西林胶囊,停售', 'G2,布洛芬片,在售')
    expect(await shelf()).toEqual([
      { on_shelf: false, why: '停售', price: 980 },
      { on_shelf: false, why: '未定价', price: null },
    ])
  })

  it('调价表不会把停售的商品放回货架；未定价的有了价格就上架', async () => {
    await bring('goods', GOODS, CAPSULES.replace('在售', '停售'))
    await bring('goods', '商品编码,商品名称', 'G2,布洛芬片')
    await bring('goods', '商品编码,商品名称,批发价', 'G1,阿莫西林胶囊,9.90', 'G2,布洛芬片,5.00')
    expect(await shelf()).toEqual([
      { on_shelf: false, why: '停售', price: 990 },
      { on_shelf: true, why: '', price: 500 },
    ])
    await bring('goods', '商品编码,商品名称,状态', 'G1,阿莫西林胶囊,在售')
    expect((await shelf())[0]).toMatchObject({ on_shelf: true })
  })

  it('空着的格不抹掉储藏条件、冷链、批准文号、厂家、包装、处方类别和条形码', async () => {
    await bring('goods', GOODS, CAPSULES)
    const before = await known()
    expect(before).toMatchObject([{ cold_chain: true, maker: '云岭制药', drug_class: 'otc_a', case_pack: 200 }])
    await bring('goods', GOODS, 'G1,阿莫西林胶囊,,,,,,,,,9.80,,,,,,,,在售')
    expect(await known()).toEqual(before)
    expect(told).toEqual([])
    // Neither does what is no bar code.
    await bring('goods', '商品编码,商品名称,条形码', 'G1,阿莫西林胶囊,123')
    expect(await known()).toEqual(before)
  })

  it('原样保存的文字：文件带来，空格不抹掉，后来的文件改得了，太长的被拒', async () => {
    const names = GOODS_TEXT_FIELDS.map((field) => GOODS_TEXTS[field].name)
    const texts = () => rows(`select ${GOODS_TEXT_FIELDS.join(', ')} from goods`)
    const file = (cells: readonly string[]) => bring('goods', `商品编码,商品名称,${names}`, `G1,阿莫西林胶囊,${cells}`)
    await file(names.map((name) => `${name}一`))
    expect(await texts()).toEqual([ofGoodsTexts((field) => `${GOODS_TEXTS[field].name}一`)])
    await file(names.map(() => ''))
    expect(await texts()).toEqual([ofGoodsTexts((field) => `${GOODS_TEXTS[field].name}一`)])
    const other = ofGoodsTexts((field) => `${GOODS_TEXTS[field].name}二`)
    await file(Object.values(other))
    await file(GOODS_TEXT_FIELDS.map((field) => '长'.repeat(GOODS_TEXTS[field].max + 1)))
    expect(told).toEqual(GOODS_TEXT_FIELDS.map((field) => `2 超过 ${GOODS_TEXTS[field].max} 个字`))
    expect(await texts()).toEqual([other])
  })

  it('经营范围、处方类别、储藏、冷链改了，审计里看得到改前改后', async () => {
    await bring('goods', GOODS, CAPSULES)
    await bring('goods', '商品编码,商品名称,处方类别,储藏,冷链', 'G1,阿莫西林胶囊,处方药,阴凉处,否')
    expect(await audits('import.goods')).toMatchObject([
      {
        before: { drug_class: 'otc_a', storage: '2~8℃', cold_chain: true, scope_code: 'chem' },
        after: { drug_class: 'rx', storage: '阴凉处', cold_chain: false, scope_code: 'chem' },
      },
    ])
  })
})

describe('库存文件没有写的，不改变商城已知的', () => {
  const FULL = '仓库编码,仓库名称,商品编码,批号,生产日期,有效期至,数量'
  const batches = () =>
    rows(`select w.code, b.batch_no as batch, b.production_date as made, b.expiry_date as until, b.available as number
            from stock_batch b join warehouse w on w.id = b.warehouse_id order by 1, 2`)
  const first = { code: '01', batch: 'B1', made: '2026-01-01', until: '2028-01-01', number: 10 }
  const second = { code: '02', batch: 'B2', made: '2026-02-01', until: '2028-01-01', number: 10 }
  beforeEach(async () => {
    await bring('goods', GOODS, CAPSULES)
    await bring('stock', FULL, '01,主仓,G1,B1,2026-01-01,2028-01-01,10', '02,分仓,G1,B2,2026-02-01,2028-01-01,10')
  })

  it('没有生产日期的列、看不懂的生产日期，登记过的生产日期都在', async () => {
    await bring('stock', '仓库编码,商品编码,批号,有效期至,数量', '01,G1,B1,2028-01-01,11')
    await bring('stock', FULL, '02,分仓,G1,B2,不详,2028-01-01,12')
    expect(await batches()).toEqual([
      { ...first, number: 11 },
      { ...second, number: 12 },
    ])
  })

  it('只写仓库名称的文件进那个仓库，不会全进主仓；新的名称是新的仓库', async () => {
    const file = ['仓库,商品编码,批号,有效期至,数量', '分仓,G1,B2,2028-01-01,9', '北仓,G1,B2,2028-01-01,7', '01,G1,B1,2028-01-01,8']
    await bring('stock', ...file)
    expect(told).toEqual([
      expect.stringMatching(/^3 商城没有这个仓库，已新建；商城原有 .*分仓.*，若是其中之一请改正名称重新导入，否则同一批货会卖两次$/),
    ])
    const expected = [
      { ...first, number: 8 },
      { ...second, number: 9 },
      { code: '北仓', batch: 'B2', made: null, until: '2028-01-01', number: 7 },
    ]
    expect(await batches()).toEqual(expected)
    expect(await bring('stock', ...file)).toMatchObject({ inserted: 0, changed: 0, unchanged: 3 })
    expect(await batches()).toEqual(expected)
  })

  it('批次的有效期改了，审计里看得到改前改后；数量空着按 0 并说明', async () => {
    await bring('stock', FULL, '01,主仓,G1,B1,,2027-06-30,')
    expect(told).toEqual(['2 没有写数量，按 0 处理'])
    expect(await audits('import.batch_dates')).toMatchObject([
      { before: { batch_no: 'B1', expiry_date: '2028-01-01' }, after: { expiry_date: '2027-06-30', production_date: '2026-01-01' } },
    ])
  })
})

describe('客户文件没有写的，不改变商城已知的', () => {
  const HEAD =
    '客户编码,企业名称,企业类型,统一社会信用代码,省,市,区,详细地址,联系人,手机,经营范围,许可证号,许可证有效期至,营业执照有效期至,价格等级,账期额度,账期天数'
  const FULL =
    'K1,溪桥大药房,单体药店,91350100M000100Y43,贵州省,贵阳市,云岩区,示例路1号,林女士,13900000009,中成药,黔A1,2028-02,长期,B,5000,30'
  const company = () =>
    rows(`select credit_code, province, city, district, address, contact, phone, rank, credit_limit, credit_days,
                 (select json_agg(scope_code order by 1) from company_scope s where s.company_id = c.id) as scopes from company c`)

  it('空着的格不抹掉信用代码、地址、联系人、等级、额度、账期和经营范围', async () => {
    await bring('companies', HEAD, FULL)
    const before = await company()
    expect(before).toMatchObject([{ rank: 'B', credit_limit: 500000, credit_days: 30, scopes: ['general', 'tcm'] }])
    expect(await bring('companies', HEAD, 'K1,溪桥大药房,单体药店,,,,,,,,,黔A1,,,,,')).toMatchObject({ unchanged: 1 })
    expect(await company()).toEqual(before)
    // A nought says something.
    await bring('companies', HEAD, 'K1,溪桥大药房,单体药店,,,,,,,,,黔A1,,,,0,0')
    expect(await company()).toMatchObject([{ credit_limit: 0, credit_days: 0, rank: 'B' }])
  })

  it('质量管理部门审核过的证照，不随客户文件里的旧编号、旧日期或更晚的日期改变，写明不同；没审核过的照旧跟着文件', async () => {
    await bring('companies', HEAD, FULL)
    await rows(`with read as (insert into certificate (company_id, kind, number, expires_on, status, created_at)
                  select id, 'drug_licence', '黔新1', '2031-12-31', 2, now() from company where code = 'K1' returning id, company_id)
                update qualification q set number = '黔新1', expires_on = '2031-12-31', certificate_id = read.id
                  from read where q.company_id = read.company_id and q.kind = 'drug_licence'`)
    const papers = () => rows(`select kind, number, expires_on from qualification order by kind`)
    const before = await papers()
    const other = '药品经营许可证已由质量管理部门审核（编号 黔新1，有效期至 2031-12-31），文件所写不同，未改动'
    await bring('companies', HEAD, FULL)
    expect(await papers()).toEqual(before)
    expect(told).toEqual([`2 ${other}`])
    await bring('companies', HEAD, FULL.replace('黔A1,2028-02', '黔新1,2035-12-31'))
    expect(await papers()).toEqual(before)
    expect(told).toEqual([`2 ${other}`])
    await bring('companies', HEAD, FULL.replace('黔A1,2028-02,长期', '黔新1,2031-12,2040-01-01'))
    expect(told).toEqual([])
    expect(await papers()).toEqual(before.map((one) => (one.kind === 'business_licence' ? { ...one, expires_on: '2040-01-01' } : one)))
  })

  it('两个客户编码写了同一个信用代码，提醒是哪一家', async () => {
    await bring('companies', HEAD, FULL)
    expect(told).toEqual([])
    await bring('companies', HEAD, FULL.replace('K1,溪桥大药房', 'K2,另一家大药房'))
    expect(told).toEqual(['2 与“溪桥大药房”的统一社会信用代码相同，请核对是否同一家企业'])
  })

  it('企业名称、联系人、经营范围改了，审计里看得到改前改后', async () => {
    await bring('companies', HEAD, FULL)
    await bring('companies', HEAD, FULL.replace('溪桥大药房', '新溪桥大药房').replace('中成药', '化学药'))
    expect(await audits('import.company')).toMatchObject([{ before: { name: '溪桥大药房' }, after: { name: '新溪桥大药房' } }])
    expect(await audits('import.scopes')).toMatchObject([
      { before: { scopes: ['general', 'tcm'] }, after: { scopes: ['chem', 'general'] } },
    ])
  })
})
