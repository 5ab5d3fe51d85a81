import { CALLS } from '#contract/calls.ts'
import { isPermission, PERMISSIONS } from '#contract/permissions.ts'

/** What a key may be given: the words that some call of the open API asks for, and those that such a call looks at besides. */

const OPEN_CALLS = CALLS.filter(({ access }) => access === 'integration')

/** Words that no call asks for, and what they add to one that does. */
const BESIDE: Readonly<Record<string, string>> = {
  'prices.cost': '写入价格：大幅降价、低于成本或底价的也收（没有这一项，这样的行不收，须两人在后台改价）',
}

export const openWordName = (word: string): string => (isPermission(word) ? PERMISSIONS[word].name : word)

export const OPEN_SCOPES: readonly { word: string; name: string; calls: string[] }[] = [
  ...new Set([...OPEN_CALLS.map(({ scope = '' }) => scope), ...Object.keys(BESIDE)]),
].map((word) => ({
  word,
  name: openWordName(word),
  calls: [
    ...OPEN_CALLS.filter(({ scope }) => scope === word).map(({ method, path, summary }) => `${summary}（${method} ${path}）`),
    ...(BESIDE[word] === undefined ? [] : [BESIDE[word]]),
  ],
}))
