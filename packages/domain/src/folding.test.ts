import { expect, it } from 'vitest'
import { folded } from './folding.ts'

it.each([
  ['ＡＢＣ１２３：', 'ABC123:'],
  ['①', '1'],
  ['e\u0301', '\u00e9'],
  ['Việt Nam', 'Vi\u1ec7t Nam'],
  ['𠮷野', '𠮷野'],
])('%s 折成 %s', (text, plain) => expect(folded(text)).toBe(plain))

it('一个字上的记号再多也折得快：多出来的不要', () => {
  const began = performance.now()
  expect(folded(`a${'\u0301\u0323'.repeat(50_000)}b`).length).toBeLessThan(12)
  expect(performance.now() - began).toBeLessThan(500)
})
