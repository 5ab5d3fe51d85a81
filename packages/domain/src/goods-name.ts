/** Words that end the name of a preparation. */
export const FORM_WORD =
  /(片|胶囊|颗粒|冲剂|散|丸|注射液|注射剂|粉针|针|口服液|溶液|糖浆|合剂|滴丸|软膏|乳膏|凝胶|贴膏?|栓|喷雾剂|气雾剂|滴眼液|滴鼻液|酊|洗剂|混悬液|乳剂|搽剂|膏|胶|试剂盒?|粉|液|剂)$/
/** Words in brackets that are no name: 基药, bare forms, places, marks of single clinics. */
const BRACKET_NOISE =
  /^(基|[a-zA-Z]|[ⅠⅡⅢIV]+|外院|(浓缩|大?蜜|水蜜|水|糊|滴|糖衣|薄膜衣|肠溶|素)?(丸|片|胶囊|颗粒)|糖衣|薄膜衣|[无低]糖型?|儿童|成人|预充|塑料.*|玻璃.*|进口|国产|.{0,3}装)$/

/**
 * '安舒宁(盐酸氨溴索口服溶液)' and '枸橼酸莫沙必利片(和胃灵)' alike: which part is generic, which the trade name.
 * Lists write trade(generic) unless only the outer part ends in a dosage form.
 */
export function splitName(name: string): { generic: string; trade: string } {
  const match = /^([^()]+)\(([^()]+)/.exec(name)
  if (!match) return { generic: name, trade: '' }
  const outer = (match[1] ?? '').trim()
  const inner = (match[2] ?? '').trim()
  if (inner.length < 2 || BRACKET_NOISE.test(inner)) return { generic: outer, trade: '' }
  if (FORM_WORD.test(outer) && !FORM_WORD.test(inner)) return { generic: outer, trade: inner }
  return { generic: inner, trade: outer }
}
