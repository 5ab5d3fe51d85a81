import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '../../../../test/databases.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'

/** 经营类别 out of a file of customers. */

let told: string[] = []
const NOW = new Date('2026-11-22T02:00:00Z')
const shop = await testShop({ now: NOW })
const { pool } = shop.database
beforeEach(() => emptyTables(shop.database, 'company', 'audit_log'))

const HEAD = '客户编码,企业名称,企业类型,经营范围,许可证号,许可证有效期至'
async function bring(...lines: string[]) {
  const brought = await bringFile(shop, 'companies', lines)
  told = brought.told
  return brought
}
const row = (code: string, type: string, scope: string, ...more: string[]) =>
  [code, `${code}大药房`, type, scope, '黔A1', '2028-02', ...more].join(',')
const kept = async () =>
  (
    await pool.query(
      `select c.code, drug_classes as classes, drug_classes_read_at is not null as read,
              (select json_agg(scope_code order by scope_code) from company_scope s where s.company_id = c.id and scope_code <> 'general') as scopes
         from company c order by code`,
    )
  ).rows
const audits = async () => (await pool.query(`select before, after from audit_log where action = 'import.classes' order by id`)).rows

describe('客户文件里的经营类别', () => {
  it('经营类别一列写明的计入；看不懂的说出来；诊所不计', async () => {
    await bring(
      `${HEAD},经营类别`,
      row('K1', '单体药店', '化学药', '乙类非处方药'),
      row('K2', '连锁门店', '化学药', '处方药与非处方药'),
      row('K3', '单体药店', '化学药', '见证照'),
      row('K4', '诊所', '化学药', '乙类非处方药'),
      row('K5', '单体药店', '化学药', ''),
    )
    expect((await kept()).map(({ classes }: { classes: string[] }) => classes)).toEqual([
      ['otc_b'],
      ['rx', 'otc_a', 'otc_b'],
      null,
      null,
      null,
    ])
    expect(told).toEqual(['4 看不懂的经营类别，未计入'])
  })

  it('经营范围里限乙类非处方药的，零售药店有这一范围、限于乙类；诊所不计这一范围', async () => {
    await bring(HEAD, row('K1', '单体药店', '"化学药（限乙类非处方药）、中药饮片"'), row('K2', '诊所', '化学药（限乙类非处方药）'))
    expect(await kept()).toMatchObject([
      { code: 'K1', classes: ['otc_b'], read: false, scopes: ['chem', 'herb'] },
      { code: 'K2', classes: null, scopes: null },
    ])
    expect(told).toEqual(['3 不认识的经营范围，未计入'])
  })

  it('两处都写时从严', async () => {
    await bring(
      `${HEAD},经营类别`,
      row('K1', '单体药店', '化学药（非处方药）', '"处方药、乙类非处方药"'),
      row('K2', '单体药店', '化学药（限乙类非处方药）', '处方药'),
    )
    expect(await kept()).toMatchObject([{ classes: ['otc_b'] }, { classes: ['otc_b'] }])
  })

  it('客户编码里看不见的字不算，同一家不会成为两家', async () => {
    await bring(HEAD, row('K1', '单体药店', '化学药'), row('K\u200b1', '单体药店', '化学药'))
    expect(await kept()).toMatchObject([{ code: 'K1' }])
    expect(told).toEqual(['3 与本文件前面的行重复，以先出现的为准'])
  })

  it('改了的留痕；没有写的不改；再来一遍什么也不变', async () => {
    await bring(`${HEAD},经营类别`, row('K1', '单体药店', '化学药', '"处方药、非处方药"'))
    expect(await bring(`${HEAD},经营类别`, row('K1', '单体药店', '化学药', '乙类非处方药'))).toMatchObject({ changed: 1 })
    expect(await audits()).toMatchObject([{ before: { drug_classes: ['rx', 'otc_a', 'otc_b'] }, after: { drug_classes: ['otc_b'] } }])
    expect(await bring(HEAD, row('K1', '单体药店', '化学药'))).toMatchObject({ changed: 0 })
    expect(await bring(`${HEAD},经营类别`, row('K1', '单体药店', '化学药', ''))).toMatchObject({ changed: 0 })
    expect(await kept()).toMatchObject([{ classes: ['otc_b'] }])
  })

  it('质管已核定的不改，并说明不同', async () => {
    await bring(HEAD, row('K1', '单体药店', '化学药'))
    await pool.query(`update company set drug_classes = '{otc_b}', drug_classes_read_at = now()`)
    await bring(`${HEAD},经营类别`, row('K1', '单体药店', '化学药', '"处方药、非处方药"'))
    expect(await kept()).toMatchObject([{ classes: ['otc_b'], read: true }])
    expect(told).toEqual(['2 经营类别已由质量管理部门核定为“乙类非处方药”，文件所写不同，未改动'])
    await bring(`${HEAD},经营类别`, row('K1', '单体药店', '化学药', '乙类'))
    expect(told).toEqual([])
  })
})
