import { expect, test } from 'vitest'
import { bodyOf, linesOf, NEW_RULE, placeText, saidOf, withEntry, withoutEntry } from './availability-draft.ts'

const entry = (more: object) => ({ province: '', city: '', company_type: '', company_id: 0, text: '', ...more })

test('同一项只加一次，拿掉的是说同一件事的那一项', () => {
  const sichuan = entry({ province: '四川省', text: '四川省' })
  const once = withEntry(withEntry(NEW_RULE, sichuan), { ...sichuan })
  expect(once.entries).toEqual([sichuan])
  const both = withEntry(once, entry({ company_id: 7, text: '溪桥大药房' }))
  expect(saidOf({ ...both, name: '川' })).toEqual({ name: '川', controlled: '是', entries: '四川省、溪桥大药房' })
  expect(withoutEntry(both, entry({ province: '四川省' })).entries.map(({ text }) => text)).toEqual(['溪桥大药房'])
})

test('粘贴的一列：每行第一格，空行不算；没有粘贴就不送', () => {
  expect(linesOf('KH0001\t溪桥大药房\r\n\n KH0002 \n')).toEqual(['KH0001', 'KH0002'])
  expect(bodyOf({ ...NEW_RULE, name: '川' }, ' \n')).toEqual({ name: '川', controlled: 1, entries: [] })
  expect(bodyOf(NEW_RULE, 'KH0001').companies).toEqual(['KH0001'])
  expect(placeText({ province: '贵州省', city: '贵阳市', company_type: '连锁门店' })).toBe('贵州省贵阳市 连锁门店')
})
