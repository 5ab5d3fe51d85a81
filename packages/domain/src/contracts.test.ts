import { describe, expect, it } from 'vitest'
import { articlesOf, contractText, signatureState, standingSignature, termFrom } from './contracts.ts'

const VERSION = { version: 2, title: '购销协议', text: '## 第一条 甲\n自 {起} 至 {止}。\n第二段\n## 第二条 乙\n内容', validMonths: 12 }
const [supplier, buyer] = [
  { name: '供', creditCode: '91' },
  { name: '需', creditCode: '92' },
]

describe('电子合同', () => {
  it('一年期到次年同日的前一天；月末也成立', () => {
    expect(termFrom('2026-11-21', 12)).toEqual({ from: '2026-11-21', until: '2027-11-20' })
    expect(termFrom('2028-02-29', 12)).toEqual({ from: '2028-02-29', until: '2029-02-27' })
  })
  it('正文写明双方与期限，任何一处不同就是另一份文本', () => {
    const text = contractText(VERSION, supplier, buyer, termFrom('2026-11-21', 12))
    expect(text).toContain('需方：需（统一社会信用代码：92）')
    expect(text).toContain('自 2026-11-21 至 2027-11-20。')
    expect(contractText(VERSION, supplier, { ...buyer, creditCode: '93' }, termFrom('2026-11-21', 12))).not.toBe(text)
    expect(articlesOf(text)).toEqual([
      { title: '第一条 甲', paragraphs: ['自 2026-11-21 至 2027-11-20。', '第二段'] },
      { title: '第二条 乙', paragraphs: ['内容'] },
    ])
  })
  it('同一版本已签且离到期超过 30 天：不再签；30 天内可续签；新版本要签', () => {
    const signed = [{ version: 2, validUntil: '2026-12-22' }]
    expect(standingSignature(signed, 2, '2026-11-21')).toBe(signed[0])
    expect(standingSignature(signed, 2, '2026-11-22')).toBeUndefined()
    expect(standingSignature(signed, 3, '2026-11-21')).toBeUndefined()
  })
  it.each([
    ['2027-11-20', true, 'valid'],
    ['2026-12-21', true, 'soon'],
    ['2026-11-21', true, 'soon'],
    ['2026-11-20', true, 'expired'],
    ['2027-11-20', false, 'replaced'],
  ] as const)('到期日 %s，最新一份 %s → %s', (validUntil, latest, state) => {
    expect(signatureState({ version: 1, validUntil }, latest, '2026-11-21')).toBe(state)
  })
})
