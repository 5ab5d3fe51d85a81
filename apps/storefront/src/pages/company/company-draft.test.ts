import { describe, expect, it } from 'vitest'
import { COMPANY_FIELDS, type CompanyDraft, saveable } from './company-draft.ts'

const empty = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, ''])) as CompanyDraft
const changed = (over: Partial<CompanyDraft>) => saveable({ ...empty, ...over }, empty)

describe('企业资料自动保存', () => {
  it('只存变了的，空格与全角括号不算变化', () => {
    expect(changed({})).toEqual({ changes: {}, problems: {} })
    expect(saveable({ ...empty, contact: ' 陈溪 ' }, { ...empty, contact: '陈溪' }).changes).toEqual({})
    const named = { ...empty, name: '溪桥大药房（云岩店）' }
    expect(saveable({ ...named, address: '溪桥路 20 号' }, named).changes).toEqual({ address: '溪桥路 20 号' })
    expect(changed({ contact: '陈溪' }).changes).toEqual({ contact: '陈溪' })
  })

  it('填错的先不存，不妨碍其他的', () => {
    expect(changed({ phone: '123', contact: '陈溪' })).toEqual({
      changes: { contact: '陈溪' },
      problems: { phone: '请填写手机号，或区号-座机号' },
    })
  })

  it('省市区选全了才一起存', () => {
    expect(changed({ province: '湖北省' }).changes).toEqual({})
    expect(changed({ province: '湖北省', city: '武汉市', district: '江岸区' }).changes).toEqual({
      province: '湖北省',
      city: '武汉市',
      district: '江岸区',
    })
  })
})
