import { expect, it } from 'vitest'
import { wayBack } from './way-back.ts'

it.each([
  [null, '/'],
  ['/order?status=paid', '/order?status=paid'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?back=/cart', '/'],
  ['/loginx', '/loginx'],
])('登录后只回到本站页面：%s → %s', (wanted, expected) => {
  expect(wayBack(wanted)).toBe(expected)
})
