import { describe, expect, it } from 'vitest'
import type { LetterWire } from '#contract/invitations.ts'
import { lettersCsv, stepsOf, untilText } from './letters.ts'

const LETTER: LetterWire = {
  id: 1,
  company: '望槐堂大药房',
  is_new: 0,
  contact: '何望槐',
  phone: '13711170001',
  has_account: 0,
  code: 'ABCD-EFGH-JKMN-PQRS',
  link: 'https://shop.example.com/register/invited#ABCD-EFGH-JKMN-PQRS',
  qr: '',
  expires_at: '2026-11-30T02:00:00.000Z',
}
const SENDER = { shop: '示例医药', hot_line: '', hours: [], address: '', site: 'https://shop.example.com' }

describe('邀请信', () => {
  it('CSV：一家一行，引号、逗号照写，像公式的企业名不会被表格当公式', () => {
    const lines = lettersCsv([LETTER, { ...LETTER, company: '=HYPERLINK("x"),甲' }]).split('\r\n')
    expect(lines[0]).toBe('\uFEFF企业,联系人,手机号,邀请码,链接,有效期至')
    expect(lines[1]).toBe(
      '望槐堂大药房,何望槐,13711170001,ABCD-EFGH-JKMN-PQRS,https://shop.example.com/register/invited#ABCD-EFGH-JKMN-PQRS,2026-11-30 10:00',
    )
    expect(lines[2]?.startsWith(`"'=HYPERLINK(""x""),甲",`)).toBe(true)
  })

  it('有效期按北京时间', () => {
    expect(untilText('2026-11-30T16:00:00.000Z')).toBe('2026-12-01 00:00')
  })

  it('怎么做随收信人不同：已有账号先登录，新企业要填资料，不绑定手机的自己填；完整的手机号不印在信上', () => {
    expect(stepsOf({ ...LETTER, has_account: 1 }, SENDER)[1]).toContain('137****0001 的账号和密码登录')
    expect(stepsOf({ ...LETTER, is_new: 1 }, SENDER)[2]).toContain('上传证照')
    expect(stepsOf(LETTER, SENDER)[2]).toContain('随即可以登录')
    for (const has_account of [0, 1]) expect(stepsOf({ ...LETTER, has_account }, SENDER).join()).not.toContain(LETTER.phone)
    expect(stepsOf({ ...LETTER, phone: '' }, SENDER)[1]).toBe('填写姓名和手机号，设置登录密码。今后用这个手机号登录。')
  })
})
