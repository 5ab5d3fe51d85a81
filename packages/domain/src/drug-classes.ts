import { folded } from './folding.ts'

/**
 * Which classes of medicines a retail pharmacy is licensed for: its 药品经营许可证 states them as 经营类别, and one that is licensed for
 * 乙类非处方药 alone deals in nothing else (药品经营和使用质量监督管理办法). Hospitals, clinics and wholesalers are not asked.
 */
export const DRUG_CLASSES = [
  { code: 'rx', name: '处方药' },
  { code: 'otc_a', name: '甲类非处方药' },
  { code: 'otc_b', name: '乙类非处方药' },
] as const
export type LicensedClass = (typeof DRUG_CLASSES)[number]['code']

const RETAIL: readonly string[] = ['单体药店', '连锁总部', '连锁门店']
/** Does the licence of such a buyer state classes? */
export const statesDrugClasses = (type: string): boolean => RETAIL.includes(type)

/** Does this paper of such a buyer state them? */
export const paperStatesClasses = (kind: string, type: string): boolean => kind === 'drug_licence' && statesDrugClasses(type)

/** Those among these that are classes, in their order; null: none is. */
export function drugClassesIn(codes: readonly string[] | null | undefined): LicensedClass[] | null {
  const found = DRUG_CLASSES.flatMap(({ code }) => (codes?.includes(code) ? [code] : []))
  return found.length > 0 ? found : null
}

export const drugClassNames = (codes: readonly string[]): string =>
  DRUG_CLASSES.flatMap(({ code, name }) => (codes.includes(code) ? [name] : [])).join('、')

const NO_OTC = /非\s*OTC/i
/** Words by which a text denies what follows; 不限 and 无限制 deny nothing. */
const DENIED = /(?:不包括|不包含|不含|不得|[不无未](?!限)|没有|停止|暂停|停售|禁止|取消|注销|核减|除)[^，,；;。)外]*外?/g
const NOT_WORDS = /不包括|不包含|不含|不得|[不无未](?!限)|没有|停止|暂停|停售|禁止|取消|注销|核减|除|外/g
/** 处方药：无, 处方药×, 处方药（停止经营）: denied by what stands behind. */
const DENIED_BEHIND =
  /((?:[甲乙]类?)?非?处方药?|[甲乙]类|rx|otc)[:(\s]*(?:[无否×✗✘]|没有|已?(?:停止|暂停|取消|注销|停|不|未)(?:经营|销售|售)?)(?=[)，,；;、。]|$)/gi
/** What nobody sees, and gaps between two characters: 非 处方药 is no 处方药. */
const HIDDEN = /\p{Cf}/gu
const GAPS = /(\p{Script=Han})\s+(?=\p{Script=Han})/gu

function saidIn(text: string): LicensedClass[] {
  if (/^[甲乙类、，,/和及\s]+$/.test(text)) return DRUG_CLASSES.flatMap(({ code, name }) => (text.includes(name.slice(0, 1)) ? [code] : []))
  const isRx = /处方|\bRX\b/i.test(text.replaceAll('非处方', '')) || NO_OTC.test(text)
  const rest = text.replace(NO_OTC, '')
  const isOtc = /非处方|OTC|[甲乙]类/i.test(rest)
  const [a, b] = isOtc ? [/甲/.test(rest), /乙/.test(rest)] : [false, false]
  const neither = isOtc && !a && !b
  return DRUG_CLASSES.flatMap(({ code }) => ({ rx: isRx, otc_a: a || neither, otc_b: b || neither })[code] ? [code] : [])
}

/** 处方药除外 as 不含处方药. */
function denialFirst(part: string): string {
  const at = part.lastIndexOf('除外')
  return at > 0 ? `不含${part.slice(0, at)}${part.slice(at + 2)}` : part
}

/**
 * '处方药、甲类非处方药、乙类非处方药', '限乙类非处方药', '处方药与非处方药', '不含处方药' to classes; null: the words say nothing of classes that
 * may be sold. 非处方药 without 甲 or 乙 is both.
 */
export function parseDrugClasses(text: string): LicensedClass[] | null {
  const plain = folded(text)
    .replace(HIDDEN, '')
    .replace(GAPS, '$1')
    .replace(DENIED_BEHIND, '，不含$1，')
    .split(/([，,；;、。])/)
    .map(denialFirst)
    .join('')
  const denied = saidIn((plain.match(DENIED) ?? []).join('，').replace(NOT_WORDS, ''))
  const granted = saidIn(plain.replace(DENIED, ''))
  const all = granted.length > 0 || denied.length === 0 ? granted : DRUG_CLASSES.map(({ code }) => code)
  return drugClassesIn(all.filter((code) => !denied.includes(code)))
}

/** Chinese pieces and what is no medicine have no class; raw materials are not for retail by their scope. */
const CLASSED_SCOPES: ReadonlySet<string> = new Set(['chem', 'tcm', 'bio', 'peptide', 'raw'])
export const isClassedScope = (scopeCode: string): boolean => CLASSED_SCOPES.has(scopeCode)

/** A medicine of which nobody has said the class is prescription: the careful side. */
const classOf = (drugClass: string | undefined): LicensedClass => drugClassesIn(drugClass === undefined ? null : [drugClass])?.[0] ?? 'rx'

/** Why a buyer with these classes may not have such goods; null: it may. licensed null: its classes have not been read yet, and limit nothing. */
export function drugClassWhy(
  licensed: readonly LicensedClass[] | null | undefined,
  type: string,
  { scopeCode, drugClass }: { scopeCode: string; drugClass?: string },
): string | null {
  if (!licensed || !statesDrugClasses(type) || !isClassedScope(scopeCode) || drugClass === 'herb') return null
  const needed = classOf(drugClass)
  if (licensed.includes(needed)) return null
  return `您的药品经营许可证经营类别为“${drugClassNames(licensed)}”，不含${drugClassNames([needed])}，暂不能购买`
}
