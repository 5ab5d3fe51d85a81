import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { splitName } from '#domain/goods-name.ts'
import { emptyTables } from '../../../../test/databases.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'
import { cleanSpec } from './goods-rows.ts'
import type { ImportKind } from './plan.ts'
import type { ImportOptions } from './run.ts'
import { UnreadableFile } from './table-row.ts'

const shop = await testShop()
const { pool } = shop.database
beforeEach(async () => {
  await emptyTables(shop.database, 'change', 'goods', 'manufacturer', 'category', 'warehouse', 'company', 'audit_log')
})

const NOW = new Date('2026-11-21T02:00:00Z')

const bring = (kind: ImportKind, content: string | Buffer, more: Partial<ImportOptions> = {}) =>
  bringFile(shop, kind, content, { by: '测试员', now: NOW, ...more })
async function rows<R>(sql: string): Promise<R[]> {
  return (await pool.query(sql)).rows as R[]
}

const HEADER = '商品编码,商品名称,规格,单位,生产厂家,剂型,批准文号,条形码,类别,批发价,中包装,件装量,是否拆零,助记码,特殊管理,状态'
const line = (code: string, name: string, rest = '0.25g*24粒,盒,云岭制药,胶囊剂,国药准字H00000001,,西药,9.80,5,200,否,,,在售') =>
  `${code},${name},${rest}`

describe('导入商品', () => {
  it('好的行落地，坏的行带行号、列和原因', async () => {
    const result = await bring(
      'goods',
      [
        HEADER,
        line('A1', '阿莫西林胶囊'),
        line('A2', ''),
        line('A3', '头孢克肟片', '50mg,盒,云岭制药,片剂,,,西药,十元,1,1,是,,,在售'),
        line('A4', '布洛芬片'),
        line('A5', '对乙酰氨基酚片', '0.5g,盒,云岭制药,片剂,,,西药,10.005,1,1,是,,,在售'),
      ].join('\n'),
    )
    expect(result).toMatchObject({ rows: 5, inserted: 2, refused: 3 })
    expect(result.findings.filter((finding) => finding.level === 'error')).toEqual([
      { line: 3, level: 'error', column: '商品名称', value: '', reason: '不能为空' },
      { line: 4, level: 'error', column: '批发价', value: '十元', reason: '不是有效的金额' },
      { line: 6, level: 'error', column: '批发价', value: '10.005', reason: '金额最多两位小数' },
    ])
    expect(await rows('select code, base_price, mid_pack, splittable, scope_code from goods order by code')).toEqual([
      { code: 'A1', base_price: 980, mid_pack: 5, splittable: false, scope_code: 'chem' },
      { code: 'A4', base_price: 980, mid_pack: 5, splittable: false, scope_code: 'chem' },
    ])
  })

  it('再导入一次什么都不变，也不惊动搜索', async () => {
    const file = [HEADER, line('A1', '阿莫西林胶囊'), line('A2', '布洛芬片')].join('\n')
    await bring('goods', file)
    const before = await rows('select * from goods order by id')
    const changes = await rows("select * from change where topic <> 'queue'")
    expect(await bring('goods', file)).toMatchObject({ inserted: 0, changed: 0, unchanged: 2 })
    expect(await rows('select * from goods order by id')).toEqual(before)
    expect(await rows("select * from change where topic <> 'queue'")).toHaveLength(changes.length)
  })

  it('只更新文件里有的列，改了的商品通知搜索', async () => {
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊')].join('\n'))
    const [was] = await rows<{ id: number; last: number }>('select id, (select max(id) from change) as last from goods')
    const result = await bring('goods', '货号,品名,供货价\nA1,阿莫西林胶囊,10.5')
    expect(result).toMatchObject({ inserted: 0, changed: 1 })
    expect(await rows('select base_price, spec, mid_pack from goods')).toEqual([{ base_price: 1050, spec: '0.25g*24粒', mid_pack: 5 }])
    expect(await rows(`select ids from change where topic = 'goods' and id > ${was?.last}`)).toEqual([{ ids: [was?.id] }])
  })

  it('同一编码出现两次，先出现的为准', async () => {
    const result = await bring('goods', [HEADER, line('A1', '阿莫西林胶囊'), line('A1', '另一个')].join('\n'))
    expect(result).toMatchObject({ inserted: 1, refused: 1 })
    expect(await rows('select name from goods')).toEqual([{ name: '阿莫西林胶囊' }])
  })

  it('不得网上销售的商品被拒绝；已在架的随即下架', async () => {
    await bring('goods', [HEADER, line('A1', '某某片')].join('\n'))
    const result = await bring(
      'goods',
      [HEADER, line('A1', '地西泮片'), line('A2', '普通药', '1g,盒,,,,,西药,1,1,1,是,,毒麻,在售')].join('\n'),
    )
    expect(result).toMatchObject({ inserted: 0, refused: 2 })
    expect(await rows('select on_shelf, off_shelf_reason from goods')).toEqual([
      { on_shelf: false, off_shelf_reason: '精神药品，依法不得在网上销售' },
    ])
  })

  it('没有价格的商品不上架，停售的不上架', async () => {
    await bring(
      'goods',
      [HEADER, line('A1', '甲药片', '1g,盒,,,,,西药,,1,1,是,,,在售'), line('A2', '乙药片', '1g,盒,,,,,西药,1,1,1,是,,,停售')].join('\n'),
    )
    expect(await rows('select on_shelf, off_shelf_reason from goods order by code')).toEqual([
      { on_shelf: false, off_shelf_reason: '未定价' },
      { on_shelf: false, off_shelf_reason: '停售' },
    ])
  })

  it('GB18030 与 UTF-8 都认得，带 BOM 的也认得', async () => {
    const gb = Buffer.from([
      0xc9, 0xcc, 0xc6, 0xb7, 0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xc9, 0xcc, 0xc6, 0xb7, 0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0x41, 0x31, 0x2c, 0xb0,
      0xa2, 0xbd, 0xba,
    ])
    expect(await bring('goods', gb)).toMatchObject({ encoding: 'gb18030', inserted: 1 })
    expect(await rows('select name from goods')).toEqual([{ name: '阿胶' }])
    expect(await bring('goods', '\ufeff商品编码,商品名称\nA2,白术')).toMatchObject({ encoding: 'utf-8', inserted: 1 })
  })

  it('试运行不写入任何内容，却报告同样的结果', async () => {
    const result = await bring('goods', [HEADER, line('A1', '阿莫西林胶囊'), line('A1', '重复'), line('A2', '地西泮片')].join('\n'), {
      dryRun: true,
    })
    expect(result).toMatchObject({ inserted: 1, refused: 2 })
    expect(await rows('select 1 from goods')).toHaveLength(0)
    expect(await rows("select 1 from change where topic <> 'queue'")).toHaveLength(0)
  })

  it('中途出错时已完成的批次留下，未完成的不留痕迹', async () => {
    const file = [HEADER, ...Array.from({ length: 4500 }, (_, index) => line(`B${index}`, `药品${index}片`))].join('\n')
    let seen = 0
    const broken = bring('goods', file, {
      onProgress: () => {
        seen += 1
        if (seen === 2) throw new Error('断电')
      },
    })
    await expect(broken).rejects.toThrow('断电')
    const [{ count } = { count: 0 }] = await rows<{ count: number }>('select count(*) as count from goods')
    expect(count % 2000).toBe(0)
    expect(await bring('goods', file)).toMatchObject({ inserted: 4500 - count, unchanged: count })
  })

  it('缺少必需的列时说出表头和办法，一行也不导入', async () => {
    await expect(bring('goods', '编号甲,名字乙\n1,2')).rejects.toThrow(UnreadableFile)
    expect(
      await bring('goods', '编号甲,名字乙\n1,二号药片', {
        map: new Map([
          ['商品编码', '编号甲'],
          ['name', '名字乙'],
        ]),
      }),
    ).toMatchObject({ inserted: 1 })
  })

  it('分类挂在菜单的顶层下面', async () => {
    await bring(
      'goods',
      [
        HEADER,
        line('A1', '清热片', '1g,盒,,片剂,国药准字Z00000001,,清热解毒用药,1,1,1,是,,,在售'),
        line('A2', '黄芪', '普通/kg,kg,,,京Y20030302,,中草药,1,1,1,是,,,在售'),
      ].join('\n'),
    )
    expect(
      await rows(
        `select c.name, p.name as top, c.tree from goods g join goods_category gc on gc.goods_id = g.id join category c on c.id = gc.category_id left join category p on p.id = c.parent_id order by g.code`,
      ),
    ).toEqual([
      { name: '清热解毒用药', top: '中成药', tree: 'drug' },
      { name: '中药饮片', top: null, tree: 'herb' },
    ])
  })
})

describe('导入库存', () => {
  const STOCK = '仓库编码,仓库名称,商品编码,批号,生产日期,有效期至,可销数量'
  it('批次、四种日期写法与汇总一致；过期的、剩余效期不够的批次不计入可售', async () => {
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊')].join('\n'))
    const file = [
      STOCK,
      '01,主仓,A1,B1,2026-01-02,2028-02,10',
      '01,主仓,A1,B2/2,20260102,2028年03月,5',
      '01,主仓,A1,OLD,,2026-11-20,7',
      '01,主仓,A1,TODAY,,2026-11-21,1',
      '02,分仓,A1,B1,,20290101,0',
      '01,主仓,X9,B1,,2028-01,1',
      '01,主仓,A1,BAD,,二〇二八,1',
      '01,主仓,A1,NEG,,2028-01,-1',
    ].join('\n')
    const result = await bring('stock', file)
    expect(result).toMatchObject({ inserted: 5, refused: 3 })
    expect(result.findings.map((finding) => `${finding.line} ${finding.column} ${finding.reason}`).sort()).toEqual([
      '4 有效期至 已过有效期，不计入可售',
      '7 商品编码 商城没有这个商品',
      '8 有效期至 不是日期',
      '9 可销数量 不是不小于 0 的整数',
    ])
    expect(await rows('select available, first_expiry, last_expiry from goods_stock order by warehouse_id')).toEqual([
      { available: 15, first_expiry: '2028-02-29', last_expiry: '2028-03-31' },
      { available: 0, first_expiry: null, last_expiry: null },
    ])
    expect(await bring('stock', file)).toMatchObject({ inserted: 0, changed: 0, unchanged: 5 })
  })

  it('批号里有单据印不出来的字，整行说明是哪个字，不导入；零宽空格去掉', async () => {
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊')].join('\n'))
    const result = await bring('stock', [STOCK, '01,主仓,A1,B😀1,,2028-02,10', '01,主仓,A1,B\u200b2,,2028-02,10'].join('\n'))
    expect(result).toMatchObject({ inserted: 1, refused: 1 })
    expect(result.findings).toMatchObject([{ line: 2, column: '批号', reason: expect.stringContaining('“😀”') }])
    expect(await rows('select batch_no from stock_batch')).toEqual([{ batch_no: 'B2' }])
  })

  it('文件里没有的批号说出有多少，库存不动；说明是全部库存的才清零，占着的不动，别的仓库不动，有坏行时不清', async () => {
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊')].join('\n'))
    const rest = ['01,主仓,A1,B2,,2028-02,20', '01,主仓,A1,B3,,2028-02,0', '02,分仓,A1,B4,,2028-02,40']
    await bring('stock', [STOCK, '01,主仓,A1,B1,,2028-02,10', ...rest].join('\n'))
    await pool.query(`update stock_batch set available = 15, reserved = 5 where batch_no = 'B2'`)
    const stock = () => rows<{ batch: string }>('select batch_no as batch, available, reserved from stock_batch order by 1')
    const before = await stock()
    const file = [STOCK, '01,主仓,A1,B1,,2028-02,9'].join('\n')
    expect(await bring('stock', file)).toMatchObject({ absent: { batches: 1, number: 15, emptied: false } })
    const left = before.map((one) => (one.batch === 'B1' ? { ...one, available: 9 } : one))
    expect(await stock()).toEqual(left)
    expect(await bring('stock', `${file}\n01,主仓,A1,B2,,不详,1`, { whole: true })).toMatchObject({
      absent: { batches: 1, emptied: false },
    })
    expect(await bring('stock', file, { whole: true, dryRun: true })).toMatchObject({ absent: { batches: 1, emptied: true } })
    expect(await stock()).toEqual(left)
    expect(await bring('stock', file, { whole: true })).toMatchObject({ absent: { batches: 1, number: 15, emptied: true } })
    expect(await stock()).toEqual(left.map((one) => (one.batch === 'B2' ? { ...one, available: 0 } : one)))
    expect(await rows(`select available from goods_stock s join warehouse w on w.id = s.warehouse_id where w.code = '01'`)).toEqual([
      { available: 9 },
    ])
    expect(await rows(`select after ->> 'batches' as batches from audit_log where action = 'import.emptied'`)).toEqual([{ batches: '1' }])
    expect(await bring('stock', file, { whole: true })).toMatchObject({ absent: { batches: 0, number: 0 } })
  })

  it('订单占着的数量不被导入冲掉', async () => {
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊')].join('\n'))
    const file = [STOCK, '01,主仓,A1,B1,,2028-02,10'].join('\n')
    await bring('stock', file)
    await pool.query('update stock_batch set available = 4, reserved = 6; update goods_stock set available = 4')
    expect(await bring('stock', file)).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await rows('select available, reserved from stock_batch')).toEqual([{ available: 4, reserved: 6 }])
  })
})

describe('锁定的批号', () => {
  it('各仓都锁定的批号，导入到另一个仓库时照样锁定（写成小写也一样），留下记录；有一仓放行了就不跟着锁', async () => {
    await bring('goods', [HEADER, line('L1', '阿莫西林胶囊')].join('\n'))
    const stock = (warehouse: string, batch = 'BAD1') =>
      `仓库编码,仓库名称,商品编码,批号,有效期至,数量\n${warehouse},${warehouse}仓,L1,${batch},2099-12-31,50\n`
    const locked = () =>
      rows('select w.code, b.locked_reason, b.locked_by from stock_batch b join warehouse w on w.id = b.warehouse_id order by 1')
    await bring('stock', stock('W1'))
    await rows(`update stock_batch set locked_at = now(), locked_by = '质管员', locked_reason = '召回'`)
    await bring('stock', stock('W2', 'bad1'))
    expect(await locked()).toEqual(['W1', 'W2'].map((code) => ({ code, locked_reason: '召回', locked_by: '质管员' })))
    expect(await rows('select sum(available)::int as shown from goods_stock')).toEqual([{ shown: 0 }])
    expect(await rows(`select after ->> 'locked_reason' as reason from audit_log where action = 'import.batch_locked'`)).toEqual([
      { reason: '召回' },
    ])
    await rows(`update stock_batch set locked_at = null, locked_by = null, locked_reason = null
                 where warehouse_id = (select id from warehouse where code = 'W2')`)
    await bring('stock', stock('W3'))
    expect((await locked()).at(-1)).toEqual({ code: 'W3', locked_reason: null, locked_by: null })
  })

  it('批号只差大小写、空格的是同一批：数量不翻倍，一个文件里写两次的以先出现的为准，先前占用的仍占用', async () => {
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊')].join('\n'))
    const head = '仓库编码,商品编码,批号,有效期至,数量'
    await bring('stock', [head, '01,A1,AB 12,2028-01-01,100'].join('\n'))
    await rows(`update stock_batch set available = 90, reserved = 10 where batch_no = 'AB 12'`)
    const other = await bring('stock', [head, '01,A1,ab12,2028-01-01,100'].join('\n'))
    expect(other).toMatchObject({ inserted: 0, unchanged: 1 })
    const twice = await bring(
      'stock',
      [head, '01,A1,AB12,2028-01-01,80', '01,A1,ab 12,2028-01-01,60', '02,A1,ab12,2028-01-01,5'].join('\n'),
    )
    expect(twice.findings.map(({ line, reason }) => `${line} ${reason}`)).toContain('3 与本文件前面的行重复，以先出现的为准')
    expect(await rows(`select batch_no, available, reserved from stock_batch where plain_batch(batch_no) = 'AB12' order by id`)).toEqual([
      { batch_no: 'AB 12', available: 70, reserved: 10 },
      { batch_no: 'AB 12', available: 5, reserved: 0 },
    ])
  })

  it('锁定的批号换了大小写或多了空格再导入，还是那一批，照样锁定', async () => {
    await bring('goods', [HEADER, line('L1', '阿莫西林胶囊')].join('\n'))
    const stock = (batch: string) => `仓库编码,仓库名称,商品编码,批号,有效期至,数量\nW1,W1仓,L1,${batch},2099-12-31,50\n`
    await bring('stock', stock('PH-A01'))
    await rows(`update stock_batch set locked_at = now(), locked_by = '质管员', locked_reason = '召回'`)
    for (const written of ['ph-a01', 'PH -A01', 'PH-A02']) await bring('stock', stock(written))
    expect(await rows('select batch_no, locked_reason from stock_batch order by id')).toEqual([
      { batch_no: 'PH-A01', locked_reason: '召回' },
      { batch_no: 'PH-A02', locked_reason: null },
    ])
  })
})

const COMPANY =
  '客户编码,企业名称,企业类型,统一社会信用代码,省,市,区,详细地址,联系人,手机,经营范围,许可证号,许可证有效期至,营业执照有效期至,价格等级,账期额度,账期天数'

describe('导入客户', () => {
  it('资质、经营范围与地址一起落地；校验不符的行被拒绝', async () => {
    const good =
      'K1,溪桥大药房,单体药店,91350100M000100Y43,贵州省,贵阳市,云岩区,示例路1号,林女士,13900000009,中成药、生物制品(不含血液制品、疫苗)、外星药,黔A1,2028-02,长期,B,5000,30'
    const result = await bring(
      'companies',
      [
        COMPANY,
        good,
        good.replace('K1', 'K2').replace('Y43', 'Y44'),
        good.replace('K1', 'K3').replace('单体药店', '火箭'),
        good.replace('K1', 'K4').replace('13900000009', '1390'),
      ].join('\n'),
    )
    expect(result).toMatchObject({ inserted: 1, refused: 3, notices: 4 })
    expect(await rows('select name, rank, review_state, credit_limit from company')).toEqual([
      { name: '溪桥大药房', rank: 'B', review_state: 2, credit_limit: 500000 },
    ])
    expect(await rows('select kind, number, expires_on from qualification order by kind')).toEqual([
      { kind: 'business_licence', number: '91350100M000100Y43', expires_on: null },
      { kind: 'drug_licence', number: '黔A1', expires_on: '2028-02-29' },
    ])
    expect((await rows<{ scope_code: string }>('select scope_code from company_scope order by 1')).map((row) => row.scope_code)).toEqual([
      'bio',
      'general',
      'tcm',
    ])
    expect(await rows('select contract_signed, imported_at is not null as imported from company')).toEqual([
      { contract_signed: false, imported: true },
    ])
    expect(await rows('select is_licence, review from address')).toEqual([{ is_licence: true, review: 'passed' }])
    expect(await bring('companies', [COMPANY, good].join('\n'))).toMatchObject({ inserted: 0, changed: 0, unchanged: 1 })
    expect(await bring('companies', [COMPANY, good.replace('中成药、', '')].join('\n'))).toMatchObject({ changed: 1 })
  })

  it('再次导入时经营场所变了：许可证地址跟着变，收货人不变；先有了别的地址也补上许可证地址', async () => {
    const row = (code: string, place: string) =>
      `${code},迁址大药房${code},单体药店,,贵州省,贵阳市,云岩区,${place},林女士,13900000009,中成药,黔A1,2028-02,,B,0,0`
    expect(await bring('companies', [COMPANY, row('Q1', '旧址 1 号'), row('Q2', '')].join('\n'))).toMatchObject({ refused: 0 })
    const addresses = () =>
      rows(`select c.code, a.detail, a.receiver, a.is_licence, a.is_default, a.review from address a join company c on c.id = a.company_id
             where c.code in ('Q1', 'Q2') order by c.code, a.id`)
    await rows(`update address set receiver = '陈店长' where company_id = (select id from company where code = 'Q1')`)
    await rows(`insert into address (company_id, receiver, phone, province, city, district, detail, is_default)
               select id, '库管', '13900000008', '贵州省', '贵阳市', '云岩区', '库房', true from company where code = 'Q2'`)
    await bring('companies', [COMPANY, row('Q1', '新址 9 号'), row('Q2', '门店 3 号')].join('\n'))
    const licence = { is_licence: true, review: 'passed' }
    expect(await addresses()).toEqual([
      { code: 'Q1', detail: '新址 9 号', receiver: '陈店长', is_default: true, ...licence },
      { code: 'Q2', detail: '库房', receiver: '库管', is_licence: false, is_default: true, review: 'waiting' },
      { code: 'Q2', detail: '门店 3 号', receiver: '林女士', is_default: false, ...licence },
    ])
  })

  it('许可证没有有效期不是长期：提醒，证照照录但不能据以购买；29 日与只写年月照旧', async () => {
    const row = (code: string, until: string, type = '单体药店') =>
      `${code},留痕大药房${code},${type},,贵州省,贵阳市,云岩区,示例路1号,林女士,13900000009,中成药,黔A1,${until},,B,0,0`
    const result = await bring(
      'companies',
      [COMPANY, row('M1', ''), row('M2', '长期'), row('M3', '2028-02'), row('M4', '', '诊所')].join('\n'),
    )
    expect(result).toMatchObject({ inserted: 4, refused: 0, notices: 2 })
    const papers = await rows(
      `select c.code, q.expires_on from qualification q join company c on c.id = q.company_id where q.kind <> 'business_licence' and c.code like 'M%' order by 1`,
    )
    expect(papers).toEqual([
      { code: 'M1', expires_on: null },
      { code: 'M2', expires_on: null },
      { code: 'M3', expires_on: '2028-02-29' },
      { code: 'M4', expires_on: null },
    ])
    expect(await bring('companies', [COMPANY, row('M3', '2027-02-29')].join('\n'))).toMatchObject({ refused: 1 })
  })

  it('再次导入时有效期一格空着：到期的营业执照不会变成长期，登记过的许可证有效期也不会丢；写“长期”的才是长期', async () => {
    const row = (licenceUntil: string, businessUntil: string) =>
      `U1,留空大药房,单体药店,91350100M000100Y43,贵州省,贵阳市,云岩区,示例路1号,林女士,13900000009,中成药,黔A1,${licenceUntil},${businessUntil},B,0,0`
    const ends = () =>
      rows(
        `select q.kind, q.number, q.expires_on from qualification q join company c on c.id = q.company_id where c.code = 'U1' order by 1`,
      )
    const known = [
      { kind: 'business_licence', number: '91350100M000100Y43', expires_on: '2026-06-30' },
      { kind: 'drug_licence', number: '黔A1', expires_on: '2029-12-17' },
    ]
    await bring('companies', [COMPANY, row('2029-12-17', '2026-06-30')].join('\n'))
    expect(await ends()).toEqual(known)
    expect(await bring('companies', [COMPANY, row('', '')].join('\n'))).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await ends()).toEqual(known)
    await bring('companies', [COMPANY, row('2029-12-17', '长期')].join('\n'))
    expect(await ends()).toMatchObject([{ expires_on: null }, { expires_on: '2029-12-17' }])
  })

  it('只有几列的文件只改这几列：地址、证照、经营范围、额度不动；没有写的证照不会凭空有一张', async () => {
    const full =
      'P1,几列大药房,单体药店,91350100M000100Y43,贵州省,贵阳市,云岩区,示例路1号,林女士,13900000009,中成药,黔A1,2028-02,2026-11-20,B,5000,30'
    await bring('companies', [COMPANY, full].join('\n'))
    const state = () =>
      rows(`select c.province, c.address, c.phone, c.credit_code, c.credit_limit, c.credit_days,
                   (select json_agg(json_build_array(kind, number, expires_on) order by kind) from qualification where company_id = c.id) as papers,
                   (select json_agg(scope_code order by scope_code) from company_scope where company_id = c.id) as scopes,
                   (select detail from address where company_id = c.id) as detail
              from company c where code = 'P1'`)
    const before = await state()
    expect(await bring('companies', '客户编码,企业名称,企业类型,价格等级\nP1,几列大药房,单体药店,A\n')).toMatchObject({
      changed: 1,
      notices: 0,
    })
    expect(await state()).toEqual(before)
    expect(await rows(`select rank from company where code = 'P1'`)).toEqual([{ rank: 'A' }])
    await bring('companies', '客户编码,企业名称,企业类型,许可证有效期至\nP1,几列大药房,单体药店,2030-01-01\n')
    expect(await rows(`select number, expires_on from qualification where kind = 'drug_licence'`)).toEqual([
      { number: '黔A1', expires_on: '2030-01-01' },
    ])
    // Endless papers without a number would be licences out of nothing.
    await bring('companies', '客户编码,企业名称,企业类型,经营范围\nP2,无证医院,医院,化学药\n')
    expect(await rows(`select q.kind from qualification q join company c on c.id = q.company_id where c.code = 'P2'`)).toEqual([])
  })

  it('审核过的证照载明的经营范围，客户文件没有写也不会收走', async () => {
    const row = 'S1,范围大药房,单体药店,,贵州省,贵阳市,云岩区,示例路1号,林女士,13900000009,中成药,黔A1,2028-02,长期,B,0,0'
    await bring('companies', [COMPANY, row].join('\n'))
    await rows(`insert into qualification (company_id, kind, name, scope_codes, expires_on)
                select id, 'device_licence', '医疗器械经营许可证', '{device3}', '2099-12-31' from company where code = 'S1'`)
    await rows(
      `insert into company_scope (company_id, scope_code) select id, s from company, unnest('{device3,bio}'::text[]) s where code = 'S1'`,
    )
    await bring('companies', [COMPANY, row].join('\n'))
    const scopes = await rows<{ scope_code: string }>(
      `select scope_code from company_scope x join company c on c.id = x.company_id where c.code = 'S1' order by 1`,
    )
    expect(scopes.map(({ scope_code }) => scope_code)).toEqual(['device3', 'general', 'tcm'])
  })

  it('导入改了企业类型、地址和证照，审计里看得到改前改后', async () => {
    const row = (type: string, place: string, until: string) =>
      `T1,审计大药房,${type},,贵州省,贵阳市,云岩区,${place},林女士,13900000009,中成药,黔A1,${until},长期,B,0,0`
    await bring('companies', [COMPANY, row('单体药店', '旧址 1 号', '2027-01-31')].join('\n'))
    await bring('companies', [COMPANY, row('连锁门店', '新址 2 号', '2029-01-31')].join('\n'))
    const entries = await rows<{ action: string; before: object; after: object }>(
      `select a.action, a.before, a.after from audit_log a join company c on a.subject = 'company:' || c.id where c.code = 'T1' order by a.id`,
    )
    expect(entries).toMatchObject([
      { action: 'import.company', before: { type: '单体药店', address: '旧址 1 号' }, after: { type: '连锁门店', address: '新址 2 号' } },
      {
        action: 'import.paper',
        before: { kind: 'drug_licence', expires_on: '2027-01-31' },
        after: { kind: 'drug_licence', expires_on: '2029-01-31' },
      },
    ])
  })

  it('再次导入更新证照时，从前的证照留在历史里', async () => {
    const row = (number: string) =>
      `H1,历史大药房,单体药店,,贵州省,贵阳市,云岩区,示例路1号,林女士,13900000009,中成药,${number},2028-02,,B,0,0`
    await bring('companies', [COMPANY, row('旧证')].join('\n'))
    await bring('companies', [COMPANY, row('新证')].join('\n'))
    await bring('companies', [COMPANY, row('新证')].join('\n'))
    const history = await rows(
      `select h.number, h.valid_until is null as current from qualification_history h join company c on c.id = h.company_id
        where c.code = 'H1' and h.kind = 'drug_licence' order by h.id`,
    )
    expect(history).toEqual([
      { number: '旧证', current: false },
      { number: '新证', current: true },
    ])
  })
})

it.each([
  ['安舒宁(盐酸氨溴索口服溶液)', '盐酸氨溴索口服溶液', '安舒宁'],
  ['枸橼酸莫沙必利片(和胃灵)', '枸橼酸莫沙必利片', '和胃灵'],
  ['倍心安(美托洛尔)', '美托洛尔', '倍心安'],
  ['六味地黄丸(浓缩丸)', '六味地黄丸', ''],
  ['连花清瘟胶囊(基)', '连花清瘟胶囊', ''],
  ['阿莫西林胶囊', '阿莫西林胶囊', ''],
])('名称 %s 的通用名是 %s，商品名是 %s', (name, generic, trade) => expect(splitName(name)).toEqual({ generic, trade }))

it.each([
  ['*普通/kg', 'kg', '普通'],
  ['/g', 'g', '1g'],
  ['0.25g 2ml/支', '支', '0.25g 2ml'],
  ['0.25g*24粒', '盒', '0.25g*24粒'],
])('规格 %s（%s）整理成 %s', (spec, unit, clean) => expect(cleanSpec(spec, unit)).toBe(clean))

it('问题清单用 Excel 打开不会执行公式', async () => {
  const { ImportReport } = await import('./report.ts')
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  const report = new ImportReport(join(folder, 'report.csv'))
  report.add({ line: 2, level: 'error', column: '商品名称', value: '=cmd|"x"', reason: '不能,为空' })
  await report.close()
  expect(await readFile(report.path, 'utf8')).toBe('\ufeff行号,级别,列,值,原因\r\n2,未导入,商品名称,"\'=cmd|""x""","不能,为空"\r\n')
  await rm(folder, { recursive: true })
})

describe('导入的审计', () => {
  const audits = (subject: string) =>
    rows<{ action: string; actor: string; before: unknown; after: unknown }>(
      `select action, actor, before, after from audit_log where subject like '${subject}' order by id`,
    )

  it('每批一条：谁、哪个文件、多少行；改了价、上下架的商品各一条，前后都在；没变的没有', async () => {
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊'), line('A2', '布洛芬片')].join('\n'))
    expect(await audits('goods:%')).toEqual([])
    const dearer = line('A1', '阿莫西林胶囊', '0.25g*24粒,盒,云岭制药,胶囊剂,国药准字H00000001,,西药,10.50,5,200,否,,,在售')
    await bring('goods', [HEADER, dearer, line('A2', '布洛芬片')].join('\n'))
    await bring('goods', [HEADER, dearer, line('A2', '布洛芬片')].join('\n'))
    const what = {
      ...{ name: '阿莫西林胶囊', approval_no: '国药准字H00000001', scope_code: 'chem', drug_class: 'rx', storage: '', cold_chain: false },
      ...{ retail_price: null, on_shelf: true },
    }
    expect(await audits('goods:%')).toEqual([
      {
        action: 'import.goods',
        actor: '导入 测试员',
        before: { ...what, base_price: 980 },
        after: { ...what, base_price: 1050, file: expect.any(String) },
      },
    ])
    const batches = await audits('import:%')
    expect(batches.map((row) => row.after)).toMatchObject([
      { kind: 'goods', lines: [2, 3], inserted: 2, changed: 0, unchanged: 0, refused: 0 },
      { inserted: 0, changed: 1, unchanged: 1 },
      { inserted: 0, changed: 0, unchanged: 2 },
    ])
    expect(batches.every((row) => row.actor === '导入 测试员')).toBe(true)
  })

  it('账期额度、天数、等级改了的企业各一条', async () => {
    const own = (limit: string) =>
      `${COMPANY}\nK1,溪桥大药房,单体药店,91350100M000100Y43,贵州省,贵阳市,云岩区,示例路1号,林女士,13900000009,中成药,黔A1,2028-02,长期,B,${limit},30`
    await bring('companies', own('30000.00'))
    await bring('companies', own('50000.00'))
    expect(await audits('company:%')).toMatchObject([
      { action: 'import.company', before: { credit_limit: 3_000_000 }, after: { credit_limit: 5_000_000 } },
    ])
  })

  it('试导入不留审计；审计、账本改不了、删不掉、清不空', async () => {
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊')].join('\n'), { dryRun: true })
    expect(await rows('select id from audit_log')).toEqual([])
    await bring('goods', [HEADER, line('A1', '阿莫西林胶囊')].join('\n'))
    for (const sql of ['update audit_log set actor = $$x$$', 'delete from audit_log', 'truncate audit_log'])
      await expect(rows(sql), sql).rejects.toThrow('append-only')
    for (const sql of ['truncate ledger_entry', 'truncate ledger_posting cascade'])
      await expect(rows(sql), sql).rejects.toThrow('append-only')
    expect(await rows('select id from audit_log')).toHaveLength(1)
  })
})
