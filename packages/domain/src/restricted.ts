import type { CompanyType } from './paper-kinds.ts'

/**
 * Medicines that wholesale may sell, but not to everybody who trades in medicines: anabolic agents and peptide hormones go to no retail
 * pharmacy, insulin excepted (反兴奋剂条例 art. 14); what ends a pregnancy goes to no pharmacy and only to who may operate (禁止非医学需要的
 * 胎儿性别鉴定和选择性别人工终止妊娠的规定 art. 14). A licence whose scope holds such a class, as many do for insulin alone, changes nothing.
 */
export const RESTRICTED_CLASSES = ['anabolic', 'peptide_hormone', 'abortion'] as const
export type RestrictedClass = (typeof RESTRICTED_CLASSES)[number]
export const isRestrictedClass = (text: string): text is RestrictedClass => (RESTRICTED_CLASSES as readonly string[]).includes(text)

const TREATING: readonly CompanyType[] = ['诊所', '村卫生室', '医院']
/** That a small institution may operate stands on a paper that the shop does not keep. */
const OPERATING: readonly CompanyType[] = ['医院']

/** The scope that who sells hormones on must have; who treats people with them has none. */
export const HORMONE_SCOPE = 'peptide'

const isOneOf = (types: readonly CompanyType[], type: string) => (types as readonly string[]).includes(type)

/** Why such a buyer may not have goods of these classes; null: it may. */
export function restrictedWhy(classes: readonly RestrictedClass[], type: string, scopeCodes: ReadonlySet<string>): string | null {
  if (classes.includes('abortion') && type !== '批发企业' && !isOneOf(OPERATING, type))
    return '终止妊娠药品只能销售给获准施行终止妊娠手术的医疗机构和批发企业，零售药店不得经营'
  if (!classes.some((one) => one !== 'abortion') || isOneOf(TREATING, type)) return null
  if (type !== '批发企业') return '药品零售企业不得经营蛋白同化制剂和肽类激素（胰岛素除外）'
  return scopeCodes.has(HORMONE_SCOPE) ? null : '您的经营范围不含“蛋白同化制剂、肽类激素”，暂不能购买'
}
