import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Facts } from './Facts.tsx'

const drawn = (facts: Parameters<typeof Facts>[0]['facts']) =>
  [...renderToStaticMarkup(createElement(Facts, { facts })).matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [
    name,
    value,
  ])

test('没有内容的一项不列出；零是内容', () => {
  const facts = [
    ['合格', 0],
    ['备注', ''],
    ['到货温度', false],
    ['收货人', '张敏'],
    ['验收说明', null],
    ['原因', undefined],
  ] as const
  expect(drawn(facts)).toEqual([
    ['合格', '0'],
    ['收货人', '张敏'],
  ])
})
