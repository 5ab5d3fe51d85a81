import { withoutBrackets } from './brackets.ts'

/** Business scopes (经营范围): one code for the words of old and new licences (trade rules, business scope). */
export const SCOPES = [
  { code: 'chem', name: '化学药', words: ['化学药制剂', '化学药', '抗生素制剂', '抗生素', '化学制剂', '生化药品'] },
  { code: 'tcm', name: '中成药', words: ['中成药'] },
  { code: 'herb', name: '中药饮片', words: ['中药饮片', '中药材'] },
  { code: 'bio', name: '生物制品', words: ['生物制品'] },
  { code: 'peptide', name: '蛋白同化制剂、肽类激素', words: ['蛋白同化制剂', '肽类激素'] },
  { code: 'raw', name: '化学原料药', words: ['化学原料药', '原料药', '抗生素原料药'] },
  { code: 'device2', name: '第二类医疗器械', words: ['第二类医疗器械', '二类医疗器械', 'Ⅱ类医疗器械'] },
  { code: 'device3', name: '第三类医疗器械', words: ['第三类医疗器械', '三类医疗器械', 'Ⅲ类医疗器械'] },
  { code: 'food', name: '食品、保健食品', words: ['保健食品', '预包装食品', '食品'] },
  { code: 'general', name: '一般商品', words: ['消毒用品', '日用百货', '化妆品', '第一类医疗器械'] },
] as const
export type ScopeCode = (typeof SCOPES)[number]['code']

/** Free of licence: every passed company may buy these. */
export const FREE_SCOPE: ScopeCode = 'general'

/** '中成药、化学药、生物制品(不含血液制品、疫苗)' to codes; brackets only narrow a scope and are set aside. */
export function parseScopes(text: string): { codes: ScopeCode[]; unknown: string[] } {
  const words = withoutBrackets(text)
    .split(/[、，,;；\s]+/)
    .filter(Boolean)
  const codes = new Set<ScopeCode>([FREE_SCOPE])
  const unknown: string[] = []
  for (const word of words) {
    const scope = SCOPES.find((one) => one.name === word || (one.words as readonly string[]).includes(word))
    if (scope) codes.add(scope.code)
    else unknown.push(word)
  }
  return { codes: [...codes], unknown }
}
