import { expect, it, vi } from 'vitest'
import { reloadIfFlagged } from './session-flag.ts'

const storeWith = (value: string | null) => {
  const store = {
    value,
    getItem: () => store.value,
    removeItem: () => store.set(null),
    set: (next: string | null) => {
      store.value = next
    },
  }
  return store
}

it('会话标记 login 等于 1 时清除并刷新一次', () => {
  const store = storeWith('1')
  const reload = vi.fn()
  expect(reloadIfFlagged(store, reload)).toBe(true)
  expect(store.value).toBeNull()
  expect(reloadIfFlagged(store, reload)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
})

it.each([null, '0', '2'])('标记为 %s 时什么也不做', (value) => {
  const reload = vi.fn()
  expect(reloadIfFlagged(storeWith(value), reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
