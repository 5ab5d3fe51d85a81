import { expect, test } from 'vitest'
import type { SettingWire } from '#contract/settings.ts'
import { changedSettings, isSameSetting, sentValue } from './setting-draft.ts'

const setting = (key: string, value: unknown): SettingWire => ({
  key,
  value,
  title: key,
  text: '',
  usual: '',
  field: { name: '', title: key, kind: 'text' },
  changed_at: '',
  changed_by: '',
})

test('填过又清空的格子等于没有动；次序不同的字段是同一个值', () => {
  expect(isSameSetting({ name: '', tax_no: undefined }, null)).toBe(true)
  expect(isSameSetting({ fee: '12.00', free_from: '800.00' }, { free_from: '800.00', fee: '12.00' })).toBe(true)
  expect(isSameSetting({ fee: '12.00' }, { fee: '9.00' })).toBe(false)
  expect(isSameSetting(false, null)).toBe(false)
  expect(isSameSetting([], null)).toBe(false)
})

test('只送改过的几项', () => {
  const list = [setting('hot_line', '400-1'), setting('qq1', null), setting('points', { per_yuan: 1 })]
  expect(changedSettings(list, { hot_line: '400-2', qq1: '', points: { per_yuan: 1 } }).map(({ key }) => key)).toEqual(['hot_line'])
})

test('清空的送“不设”，关不是清空', () => {
  expect([sentValue(''), sentValue({ name: '' }), sentValue(false), sentValue([])]).toEqual(['null', 'null', 'false', '[]'])
})
