import { SUPPLIER_KINDS } from '#contract/constants.ts'
import type { TradeDate } from '#domain/dates.ts'
import { drugClassNames } from '#domain/drug-classes.ts'
import { SCOPES } from '#domain/scopes.ts'
import type { Connection } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { isGoods, type Subject } from './course-store.ts'
import { type FirstGoodsListed, findFirstGoods } from './goods-store.ts'
import { findSupplier } from './supplier-store.ts'

/** As it was decided upon: the form is drawn with it, whatever is changed later. */
export interface UpstreamSnapshot {
  facts: readonly (readonly [string, string])[]
  papers: readonly { name: string; number: string; expiresOn: string | null }[]
  steps: readonly (readonly [string, string])[]
}

const NAMES: ReadonlyMap<string, string> = new Map(SCOPES.map(({ code, name }) => [code, name]))
export const isScope = (code: string): boolean => NAMES.has(code)
export const scopeNames = (codes: readonly string[]): string => codes.map((code) => NAMES.get(code) ?? code).join('、')

/** By which a buyer's licence is asked: 处方药，化学药. */
export const classOf = ({ drugClass, scope }: Pick<FirstGoodsListed, 'drugClass' | 'scope'>): string =>
  [drugClassNames([drugClass]), scope].filter((one) => one !== '').join('，')

export async function factsOf(
  connection: Connection,
  of: Subject,
  today: TradeDate,
): Promise<{ name: string; facts: UpstreamSnapshot['facts'] }> {
  if (isGoods(of)) {
    const goods = await findFirstGoods(connection, of.goodsId, today)
    if (goods === null) throw notFound('首营品种')
    const facts = [
      ['通用名称', goods.name],
      ['商品编码', goods.code],
      ['规格', goods.spec],
      ['剂型', goods.dosageForm],
      ['类别', classOf(goods)],
      ['生产企业', goods.manufacturer],
      ['上市许可持有人', goods.holder],
      ['批准文号', goods.approvalNo],
      ['质量标准', goods.standard],
      ['储存条件', goods.storage],
      ['供货单位', goods.supplier],
      ['购进理由', goods.reason],
    ] as const
    return { name: `${goods.name} ${goods.spec}`, facts }
  }
  const supplier = await findSupplier(connection, of.supplierId, today)
  if (supplier === null) throw notFound('供货单位')
  const facts = [
    ['企业名称', supplier.name],
    ['统一社会信用代码', supplier.credit_code],
    ['企业类型', SUPPLIER_KINDS[supplier.kind]],
    ['许可证号', supplier.licenceNo],
    ['法定代表人', supplier.legal_person],
    ['质量负责人', `${supplier.quality_person}　${supplier.quality_phone}`],
    ['地址', supplier.address],
    ['经营（生产）范围', scopeNames(supplier.scopes)],
    ['开户银行', supplier.bank],
    ['银行账号', supplier.bank_account],
    ['联系人', `${supplier.contact}　${supplier.phone}`],
    ['销售人员', supplier.salesman],
    ['授权品种、区域', supplier.mandate_range],
    ['质量保证协议有效期至', supplier.agreementUntil ?? ''],
  ] as const
  return { name: supplier.name, facts }
}
