import { describe, expect, test } from 'vitest'
import { isPast, keyName, mayAct, pick } from './key-rules.ts'

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })
/** Something that has the focus, which one of these selectors finds. */
const focused = (...found: string[]) => ({
  closest: (selector: string) => (selector.split(', ').some((one) => found.includes(one)) ? {} : null),
})

describe('页面按键', () => {
  test('按键的名字：大小写一样，苹果机的 Command 算 Ctrl，问号不带 Shift', () => {
    expect([pressed('j'), pressed('J', { shiftKey: true }), pressed('?', { shiftKey: true })]).toEqual(['J', 'J', '?'])
    expect([pressed('k', { ctrlKey: true }), pressed('k', { metaKey: true })]).toEqual(['Ctrl+K', 'Ctrl+K'])
    expect([pressed('Enter', { shiftKey: true }), pressed('Escape'), pressed(' ')]).toEqual(['Shift+Enter', 'Esc', 'Space'])
  })
  test('勾选框不是填写的地方：勾了以后页面的键照样起作用，回车和空格仍是它自己的', () => {
    const tick = focused('input', '[type="checkbox"]')
    expect([mayAct(tick, 'J'), mayAct(tick, 'Shift+Enter')]).toEqual([true, true])
    expect([mayAct(tick, 'Enter'), mayAct(tick, 'Space')]).toEqual([false, false])
  })
  test('填写时单个按键是文字，Ctrl 组合和功能键照样起作用', () => {
    const field = focused('input:not([type="checkbox"]):not([type="radio"])')
    expect(mayAct(field, 'J')).toBe(false)
    expect(mayAct(field, 'Enter')).toBe(false)
    expect(mayAct(field, 'Ctrl+S')).toBe(true)
    expect(mayAct(field, 'F4')).toBe(true)
  })
  test('对话框打开时页面的按键都不起作用', () => {
    const dialog = focused('[role="dialog"]')
    expect(mayAct(dialog, 'J')).toBe(false)
    expect(mayAct(dialog, 'Ctrl+S')).toBe(false)
  })
  test('焦点在按钮上时回车按的是按钮', () => {
    expect(mayAct(focused('button'), 'Enter')).toBe(false)
    expect(mayAct(focused('button'), 'J')).toBe(true)
    expect(mayAct(null, 'Enter')).toBe(true)
  })
  test('同一个键后登记的先用，眼下不能用的让给下一个', () => {
    const run = () => undefined
    const deeds = [
      { key: 'Esc', what: '收起右栏', run, when: false },
      { key: 'Esc', what: '返回', run },
    ]
    expect(pick(deeds, 'Esc')?.what).toBe('返回')
    expect(pick(deeds, 'J')).toBeUndefined()
  })
  test('只作提示的列表开着时，按住 Ctrl 的回车归页面；要从中选的列表不让', () => {
    expect(isPast(focused('.suggest'), 'Ctrl+Enter')).toBe(true)
    expect(isPast(focused('.suggest'), 'Enter')).toBe(false)
    expect(isPast(focused('[role="combobox"]'), 'Ctrl+Enter')).toBe(false)
  })
})
