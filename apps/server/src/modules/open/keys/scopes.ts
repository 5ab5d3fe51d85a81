import { CALLS } from '#contract/calls.ts'
import { OPEN_OWN_SCOPES } from '#contract/constants.ts'
import { isPermission, PERMISSIONS } from '#contract/permissions.ts'

/** What a key may be given: the words that some call of the open API asks for, and those that such a call looks at besides. */

const OPEN_CALLS = CALLS.filter(({ access }) => access === 'integration')
const callsOf = (word: string) => OPEN_CALLS.filter(({ scope }) => scope === word)

const OWN: Readonly<Record<string, string>> = OPEN_OWN_SCOPES
/** A word that a company gives a key of its own, and the house none. */
export const isOwnWord = (word: string): boolean => Object.hasOwn(OWN, word)

/** Words that no call asks for, and what they add to one that does. */
const BESIDE: Readonly<Record<string, { name: string; says: string }>> = {
  'prices.cost': {
    name: '写入任何价格',
    says: '大幅降价、低于成本或底价的也收；没有这一项，这样的行不收，须两人在后台改价',
  },
}

/** What whoever has it may do here, and by which word of the house: 接收订单（写订单备注）. */
export function openWordName(word: string): string {
  if (isOwnWord(word)) return OWN[word] ?? ''
  const deeds =
    BESIDE[word]?.name ??
    callsOf(word)
      .map(({ summary }) => summary)
      .join('、')
  return isPermission(word) ? `${deeds}（${PERMISSIONS[word].name}）` : deeds
}

export const OPEN_SCOPES: readonly { word: string; name: string; calls: string[] }[] = [
  ...new Set([...OPEN_CALLS.map(({ scope = '' }) => scope).filter((word) => !isOwnWord(word)), ...Object.keys(BESIDE)]),
].map((word) => ({
  word,
  name: openWordName(word),
  calls: BESIDE[word] === undefined ? callsOf(word).map(({ method, path }) => `${method} ${path}`) : [BESIDE[word].says],
}))
