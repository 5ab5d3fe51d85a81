import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '../../../../test/databases.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const shop = await testShop({ now: NOW })
const { pool } = shop.database
beforeEach(() => emptyTables(shop.database, 'change', 'goods', 'manufacturer', 'category', 'audit_log'))

let told: string[] = []
async function bring(...lines: string[]) {
  const brought = await bringFile(shop, 'goods', lines)
  told = brought.told
  return brought
}

const kept = async () =>
  (
    await pool.query(
      `select code, drug_class as class, scope_code as scope, kind, generic_name as generic, base_price as price from goods order by code`,
    )
  ).rows

const HEADER = '商品编码,商品名称,规格,单位,生产厂家,批准文号,类别,处方类别,批发价'
const GRANULES = 'A1,板蓝根颗粒,10g*20袋,盒,云岭制药,国药准字Z20001235,中成药,甲类非处方药'
const HERB = 'A2,黄芪,500g,袋,云岭饮片,,中药饮片,'
const SYRINGE = 'A3,一次性使用无菌注射器,1支,支,云岭器械,国械注准20193140001,医疗器械,'
const priced = (...rows: string[]) => rows.map((row, at) => `${row},${at + 1}.00`)

const AS_FILED = [
  { code: 'A1', class: 'otc_a', scope: 'tcm', kind: 'drug', generic: '板蓝根颗粒' },
  { code: 'A2', class: 'herb', scope: 'herb', kind: 'herb', generic: '黄芪' },
  { code: 'A3', class: 'device', scope: 'device3', kind: 'device', generic: '一次性使用无菌注射器' },
]

describe('导入文件没有的列不改变商品的经营范围和处方类别', () => {
  it('只有编码、名称和价格的调价表只改价格', async () => {
    await bring(HEADER, ...priced(GRANULES, HERB, SYRINGE))
    expect(await kept()).toMatchObject(AS_FILED)
    const prices = ['商品编码,商品名称,批发价', 'A1,板蓝根颗粒,11.00', 'A2,黄芪,21.00', 'A3,一次性使用无菌注射器,6.00']
    expect(await bring(...prices)).toMatchObject({ changed: 3 })
    expect(await kept()).toMatchObject(AS_FILED.map((one, at) => ({ ...one, price: [1100, 2100, 600][at] })))
    expect(await bring(...prices)).toMatchObject({ changed: 0, unchanged: 3 })
  })

  it('改名的文件没有批准文号和类别时，仍按商城已有的批准文号和类别归类', async () => {
    await bring(HEADER, ...priced(GRANULES, HERB, SYRINGE))
    await bring('商品编码,商品名称,批发价', 'A2,黄芪(净选),2.00', 'A3,一次性使用无菌注射器 带针,3.00')
    expect(await kept()).toMatchObject([
      { scope: 'tcm' },
      { class: 'herb', scope: 'herb', kind: 'herb' },
      { class: 'device', scope: 'device3', kind: 'device' },
    ])
  })
})

describe('导入文件写明的类别和处方类别生效', () => {
  it('甲类非处方药转为处方药，不再按非处方药销售', async () => {
    await bring(HEADER, ...priced(GRANULES))
    expect(await bring(HEADER, ...priced(GRANULES.replace('甲类非处方药', '处方药')))).toMatchObject({ changed: 1 })
    expect(await kept()).toMatchObject([{ class: 'rx', scope: 'tcm', kind: 'drug' }])
  })

  it('处方类别单独成文件时也生效，中药饮片和医疗器械不因此变成药品', async () => {
    await bring(HEADER, ...priced(GRANULES, HERB, SYRINGE))
    await bring('商品编码,商品名称,处方类别', 'A1,板蓝根颗粒,乙类非处方药', 'A2,黄芪,处方药', 'A3,一次性使用无菌注射器,处方药')
    expect(await kept()).toMatchObject([{ ...AS_FILED[0], class: 'otc_b' }, AS_FILED[1], AS_FILED[2]])
  })

  it('类别更正后经营范围随之更正', async () => {
    await bring(HEADER, ...priced(HERB.replace('中药饮片', '其他')))
    expect(await kept()).toMatchObject([{ scope: 'chem', kind: 'drug' }])
    expect(await bring(HEADER, ...priced(HERB))).toMatchObject({ changed: 1 })
    expect(await kept()).toMatchObject([AS_FILED[1]])
  })

  it('批准文号看不出是哪一类时，按文件写的生物制品、蛋白同化制剂、第三类医疗器械归类，不当普通化学药和第二类器械卖', async () => {
    await bring(
      HEADER,
      ...priced(
        'A1,注射用曲妥珠单抗,440mg,瓶,云岭制药,国药准字J20110020,生物制品,处方药',
        'A2,重组人干扰素α2b注射液,1ml,支,云岭制药,,生物制品,处方药',
        'A3,盐酸克仑特罗片,40μg*100片,瓶,云岭制药,国药准字H31021237,西药,处方药',
        'A4,某某龙胶囊,2mg*10粒,盒,云岭制药,国药准字H31021238,蛋白同化制剂,处方药',
        'A5,透明质酸钠凝胶,1ml,支,云岭器械,,第三类医疗器械,',
        'A6,雷贝拉唑钠肠溶片,20mg*7片,盒,云岭制药,国药准字J20110021,西药,处方药',
        'A7,舒肝宁颗粒,10g*9袋,盒,云岭制药,国药准字J20110022,中成药,处方药',
        'A8,维生素C片,0.1g*100片,瓶,云岭制药,国药准字H31021239,生物制品,处方药',
      ),
    )
    const scopes = (await kept()).map(({ code, scope }) => `${code} ${scope}`)
    expect(scopes).toEqual(['A1 bio', 'A2 bio', 'A3 peptide', 'A4 peptide', 'A5 device3', 'A6 chem', 'A7 tcm', 'A8 chem'])
  })

  it('不在兴奋剂目录肽类激素里的多肽，不要求蛋白同化制剂、肽类激素的经营范围；目录里的和胰岛素照旧', async () => {
    const ordinary = [
      ['B1', '缩宫素注射液', '国药准字H20001101', 'chem'],
      ['B2', '鲑降钙素注射液', '国药准字H20001102', 'chem'],
      ['B3', '利拉鲁肽注射液', '国药准字S20001103', 'bio'],
      ['B4', '醋酸奥曲肽注射液', '国药准字H20001104', 'chem'],
      ['B5', '特立帕肽注射液', '国药准字S20001105', 'bio'],
      ['B6', '醋酸去氨加压素片', '国药准字H20001106', 'chem'],
      ['B7', '注射用普罗瑞林', '国药准字H20001107', 'chem'],
    ] as const
    const listed = [
      ['C1', '甘精胰岛素注射液', '国药准字S20001201', 'peptide'],
      ['C2', '注射用醋酸亮丙瑞林微球', '国药准字H20001202', 'peptide'],
      ['C3', '注射用绒促性素', '国药准字H20001203', 'peptide'],
      ['C4', '十一酸睾酮软胶囊', '国药准字H20001204', 'peptide'],
    ] as const
    const all = [...ordinary, ...listed]
    await bring(HEADER, ...priced(...all.map(([code, name, no]) => `${code},${name},1ml,支,云岭制药,${no},西药,处方药`)))
    expect((await kept()).map(({ code, scope }) => `${code} ${scope}`)).toEqual(all.map(([code, , , scope]) => `${code} ${scope}`))
  })

  it.each(['非OTC', '非otc', '非 OTC', '处方药（非OTC）', '不是OTC'])('处方类别写“%s”是处方药，不是甲类非处方药', async (said) => {
    await bring(HEADER, ...priced(GRANULES.replace('甲类非处方药', said)))
    expect(await kept()).toMatchObject([{ class: 'rx' }])
  })

  it.each(['处方药（医保乙类）', '处方药/甲类医保', 'RX 乙', '处方药、非处方药'])(
    '处方类别写“%s”是处方药，甲、乙是医保的甲、乙',
    async (said) => {
      await bring(HEADER, ...priced(GRANULES.replace('甲类非处方药', said)))
      expect(await kept()).toMatchObject([{ class: 'rx' }])
    },
  )

  it('有药品批准文号的，文件放在保健、消毒、敷料、器械类里也是药品，不当食品和一般商品卖；试剂和没有药品文号的照旧', async () => {
    const goods = [
      ['D1', '阿莫西林胶囊', '国药准字H20001301', '补益保健类', 'chem drug rx'],
      ['D2', '六味地黄丸', '国药准字Z20001302', '营养保健', 'tcm drug rx'],
      ['D3', '聚维酮碘溶液', '国药准字H20001303', '消毒用品', 'chem drug rx'],
      ['D4', '云岭止血膏', '国药准字Z20001304', '医用敷料', 'tcm drug rx'],
      ['D5', '重组人干扰素α2b凝胶', '国药准字S20001305', '医疗器械', 'bio drug rx'],
      ['E1', '丙型肝炎病毒抗体诊断试剂盒', '国药准字S20001306', '检验试剂', 'bio device device'],
      ['E2', '蛋白粉', '国食健字G20001307', '保健食品', 'food health none'],
      ['E3', '氨基酸口服液', '', '保健食品', 'food health none'],
      ['E4', '75%酒精消毒液', '云卫消证字(2020)第0001号', '消毒用品', 'general other none'],
      ['E5', '医用纱布', '', '敷料', 'device2 device device'],
    ] as const
    await bring(HEADER, ...priced(...goods.map(([code, name, no, category]) => `${code},${name},1盒,盒,云岭制药,${no},${category},`)))
    expect((await kept()).map(({ code, scope, kind, class: drugClass }) => `${code} ${scope} ${kind} ${drugClass}`)).toEqual(
      goods.map(([code, , , , place]) => `${code} ${place}`),
    )
  })

  it('药品换了类别名称，没有处方类别的文件不改处方类别', async () => {
    await bring(HEADER, ...priced(GRANULES))
    await bring('商品编码,商品名称,类别', 'A1,板蓝根颗粒,清热解毒')
    expect(await kept()).toMatchObject([AS_FILED[0]])
  })
})

describe('导入文件写明的状态', () => {
  const shelf = async () =>
    (await pool.query('select on_shelf, off_shelf_reason as why from goods order by code')).rows.map(({ on_shelf, why }) =>
      on_shelf ? '在架' : why,
    )
  const withState = (column: string, ...words: string[]) =>
    bring(
      `${HEADER},${column}`,
      ...words.map((word, at) => `S${10 + at},布洛芬片,0.1g*24片,盒,云岭制药,国药准字H20001237,西药,处方药,9.80,${word}`),
    )

  it('“是否停售”写“是”的停售，写“否”和空着的照卖；“是否上架”相反', async () => {
    await withState('是否停售', '是', '否', '', 'Y', '1', '0')
    expect(await shelf()).toEqual(['停售', '在架', '在架', '停售', '停售', '在架'])
    await withState('是否停售', '否', '是')
    expect((await shelf()).slice(0, 2)).toEqual(['在架', '停售'])
    await withState('是否上架', '否', '是')
    expect((await shelf()).slice(0, 2)).toEqual(['否', '在架'])
  })

  it('召回、不合格、锁定、待验、不可售的不上架；看不懂的状态不上架并提醒；正常的照卖', async () => {
    const off = ['召回', '不合格', '锁定', '待验', '不可售', '作废', '冻结', '已撤市', '质量问题', '未上架', 'N']
    const on = ['在售', '正常', '正常销售', '已上架', '启用', '可售', '缺货', '新品', '是', 'Y', '1', '']
    await withState('商品状态', ...off, ...on)
    expect(await shelf()).toEqual([...off, ...on.map(() => '在架')])
    const said = () => told.filter((one) => one.includes('状态'))
    expect(said()).toEqual([])
    await withState('商品状态', '乙库')
    expect((await shelf())[0]).toBe('乙库')
    expect(said()).toEqual(['2 看不懂的状态，暂不上架；在售请写“在售”，停售请写“停售”'])
  })

  it('只有“是否停售”的文件也只改这一项', async () => {
    await withState('状态', '在售')
    await bring('商品编码,商品名称,是否停售', 'S10,布洛芬片,是')
    expect(await shelf()).toEqual(['停售'])
    await bring('商品编码,商品名称,批发价', 'S10,布洛芬片,9.90')
    expect(await shelf()).toEqual(['停售'])
    await bring('商品编码,商品名称,是否停售', 'S10,布洛芬片,否')
    expect(await shelf()).toEqual(['在架'])
  })
})

describe('药品缺少随货同行单上的项目', () => {
  it('导入时说明缺哪几项；不是药品的不说；只有价格的文件不重复说', async () => {
    const head = '商品编码,商品名称,规格,单位,生产厂家,剂型,批准文号,批发价'
    await bring(
      head,
      'B1,板蓝根颗粒,10g*20袋,盒,,,国药准字Z20001235,1.00',
      'B2,阿莫西林胶囊,0.25g*24粒,盒,云岭制药,胶囊剂,国药准字H20001236,2.00',
      'B3,纸杯,100只,包,,,,3.00',
    )
    expect(told).toEqual(['2 药品缺少生产厂家、剂型，随货同行单上将是空白'])
    await bring('商品编码,商品名称,批发价', 'B1,板蓝根颗粒,1.10')
    expect(told.filter((one) => one.includes('药品缺少'))).toEqual([])
  })
})
