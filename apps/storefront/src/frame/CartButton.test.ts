import { expect, it } from 'vitest'
import { badgeText } from './CartButton.tsx'

it('徽标：没有就不显示，最多写到 99+', () => {
  expect([0, -1, 1, 99, 100, 12_345].map(badgeText)).toEqual(['', '', '1', '99', '99+', '99+'])
})
