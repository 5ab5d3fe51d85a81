import { describe, expect, it } from 'vitest'
import { maskedText, maskPersonal } from './masking.ts'

describe('留痕中的个人信息', () => {
  it('手机号、身份证号和银行账号都遮住，看得出是哪一个，用不了', () => {
    const record = {
      phone: '13812345678',
      manager_phone: '010-62345678',
      id_card: '11010519491231002X',
      bank_account: '6222020012345678901',
      name: '王敏',
    }
    expect(maskPersonal(record)).toEqual({
      phone: '138****5678',
      manager_phone: '010****5678',
      id_card: '110105****2X',
      bank_account: '****8901',
      name: '王敏',
    })
  })

  it('写在说明文字里的、列表里的、几层之下的也遮住', () => {
    const record = {
      note: '联系13912345678，身份证11010519491231002x。',
      people: [{ mobile: 13712345678 }, { tel: '8812345' }],
      list: ['13612345678'],
    }
    expect(maskPersonal(record)).toEqual({
      note: '联系139****5678，身份证110105****2x。',
      people: [{ mobile: '137****5678' }, { tel: '881****45' }],
      list: ['136****5678'],
    })
  })

  it.each([
    ['统一社会信用代码', '91440101MA5CKBYT7K'],
    ['订单号', '202611220000123456'],
    ['追溯码', '81234567890123456789'],
    ['条码', '6901234567892'],
    ['批准文号', '国药准字H13812345'],
    ['日期时间', '2026-11-22T08:00:00.000Z'],
  ])('%s不是个人信息，原样留着', (_, text) => {
    expect(maskedText(text)).toBe(text)
    expect(maskPersonal({ value: text })).toEqual({ value: text })
  })

  it('金额、编号、空值和日期原样，遮过的不再遮，原来的对象不动', () => {
    const at = new Date('2026-11-22T00:00:00Z')
    const record = { amount: 13812345678, at, none: null, phone: '', masked: { phone: '138****5678' } }
    expect(maskPersonal(record)).toEqual(record)
    const own = { phone: '13812345678' }
    maskPersonal(own)
    expect(own).toEqual({ phone: '13812345678' })
    expect(maskPersonal(null)).toBeNull()
  })
})
