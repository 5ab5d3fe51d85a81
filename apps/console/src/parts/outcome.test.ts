import { describe, expect, test } from 'vitest'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { fieldPath, outcomeOf, sentenceOf } from './outcome.ts'

describe('没有办成的操作', () => {
  test('别人先保存了：给出现在的版本和各项的现值，不当一般失败', () => {
    const error = new ApiError(409, '已被他人修改', {
      reason: 'CHANGED_MEANWHILE',
      version: 5,
      changes: [{ field: 'name', theirs: '仓储' }],
    })
    expect(outcomeOf(error)).toEqual({
      kind: 'meanwhile',
      meanwhile: { version: 5, changes: [{ field: 'name', theirs: '仓储' }] },
      sentence: '已被他人修改',
    })
  })
  test('别的冲突只说那句话', () => {
    expect(outcomeOf(new ApiError(409, '订单暂停处理', { reason: 'ORDER_HELD', reasons: [] }))).toEqual({
      kind: 'refused',
      sentence: '订单暂停处理',
      reason: 'ORDER_HELD',
    })
    expect(outcomeOf(new ApiError(409, '还没有设置', null))).toEqual({ kind: 'refused', sentence: '还没有设置' })
  })
  test('字段的错误交给各个字段', () => {
    const fields = [{ field: 'username', message: '账号已被使用' }]
    expect(outcomeOf(new ApiError(422, '', { errors: fields }))).toEqual({ kind: 'fields', fields, sentence: '账号已被使用' })
  })
  test('登录已结束不再另外说话，登录页会出现', () => {
    expect(outcomeOf(new ApiError(401, '请先登录', null))).toEqual({ kind: 'signed-out' })
  })
  test('没有答复时说清办成没有', () => {
    expect(sentenceOf(new NoAnswer('timeout'))).toContain('不知是否办成')
    expect(sentenceOf(new NoAnswer('network'))).toContain('网络')
    expect(sentenceOf(new TypeError('x is not a function'))).toBe('系统繁忙，请稍候再试')
  })
  test('服务端的字段名对应到表单的路径', () => {
    expect(fieldPath('lines[0].price')).toEqual(['lines', 0, 'price'])
    expect(fieldPath('name')).toEqual(['name'])
  })
})
