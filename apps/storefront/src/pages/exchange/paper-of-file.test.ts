import { expect, it } from 'vitest'
import { PAPER_FORMS, PAPER_KINDS } from '#domain/paper-kinds.ts'
import { paperOfFile } from './paper-of-file.ts'

const papers = PAPER_KINDS.map((kind) => ({ kind, name: PAPER_FORMS[kind].name }))

it.each([
  ['营业执照正本.jpg', 'business_licence'],
  ['2026药品经营许可证副本.pdf', 'drug_licence'],
  ['药证.png', 'drug_licence'],
  ['采购员身份证正面.jpg', 'purchaser_id'],
  ['收货委托书.pdf', 'receiver_mandate'],
  ['食品许可.jpg', 'food_licence'],
  ['IMG_20261122.jpg', ''],
])('文件 %s 归到 %s', (name, kind) => {
  expect(paperOfFile(name, papers)).toBe(kind)
})

it('这家企业没有的证照不归', () => {
  expect(paperOfFile('食品许可.jpg', papers.slice(0, 3))).toBe('')
})
