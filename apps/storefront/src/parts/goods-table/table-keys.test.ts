import { describe, expect, test } from 'vitest'
import { commandOf, digitsOf, goalOf } from './table-keys.ts'

const press = (key: string, more: Partial<Parameters<typeof commandOf>[0]> = {}) =>
  commandOf({ key, code: '', altKey: false, ctrlKey: false, metaKey: false, ...more })

describe('表格里的按键', () => {
  test('每个按键各有其意，数字直接输入', () => {
    expect(['ArrowUp', 'ArrowDown', 'Enter', 'Escape', 'F', 'f', '/', '7', 'Backspace', 'ArrowLeft'].map((key) => press(key))).toEqual([
      'up',
      'down',
      'add',
      'revert',
      'favourite',
      'favourite',
      'search',
      null,
      null,
      null,
    ])
  })
  test('开着中文输入法时 F 仍是收藏', () => expect(press('Process', { code: 'KeyF' })).toBe('favourite'))
  test('浏览器自己的组合键不被拿走', () => expect(press('f', { ctrlKey: true })).toBeNull())
  test('全角数字照样认得，别的字符不要', () => expect(digitsOf('１2 盒3')).toBe('123'))
})

describe('下一行是哪一行', () => {
  const rows = [false, true, false, false, true, true, false]
  test('回车和 ↓ 到下一个可买的行，跳过不可买的行', () => {
    expect(goalOf(rows, 1, 'add')).toBe(4)
    expect(goalOf(rows, 1, 'down')).toBe(4)
    expect(goalOf(rows, 4, 'up')).toBe(1)
  })
  test('最后一个可买的行之后是下一页，第一个之前是上一页', () => {
    expect(goalOf(rows, 5, 'add')).toBe('page-after')
    expect(goalOf(rows, 1, 'up')).toBe('page-before')
    expect(goalOf(rows, 5, 'page-down')).toBe('page-after')
  })
  test('Home、End 和翻屏停在可买的行', () => {
    expect(goalOf(rows, 4, 'first')).toBe(1)
    expect(goalOf(rows, 4, 'last')).toBe(5)
    expect(goalOf(rows, 1, 'page-down')).toBe(5)
    expect(
      goalOf(
        Array.from({ length: 100 }, () => true),
        10,
        'page-down',
      ),
    ).toBe(35)
    expect(
      goalOf(
        Array.from({ length: 100 }, () => true),
        10,
        'page-up',
      ),
    ).toBe(0)
  })
  test('一行都不可买时哪里也不去', () => expect(goalOf([false, false], 0, 'down')).toBeNull())
})
