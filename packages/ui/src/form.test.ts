import { describe, expect, it } from 'vitest'
import { ApiError } from '#api-client/client.ts'
import { problemsOf } from './form.ts'

const refused = (data: unknown) => new ApiError(422, '提交的内容有误', data)

describe('服务器的拒绝写在它说的那一栏', () => {
  it('每栏只写第一句', () => {
    const errors = [
      { field: 'phone', message: '请输入 11 位手机号' },
      { field: 'phone', message: '第二句' },
      { field: 'code', message: '请输入短信验证码' },
    ]
    expect(problemsOf(refused({ errors }), ['phone', 'code'], 'code')).toEqual({ phone: '请输入 11 位手机号', code: '请输入短信验证码' })
  })
  it('一栏里的一件写在这一栏；几样一起填时写在那一样的那一栏', () => {
    const errors = [
      { field: 'files.0', message: '文件已删除' },
      { field: 'list.1.files.2', message: '不是图片' },
    ]
    const fields = ['files', 'list.0.files', 'list.1.files']
    expect(problemsOf(refused({ errors }), fields, 'files')).toEqual({ files: '文件已删除', 'list.1.files': '不是图片' })
  })
  it('表单里没有的栏、没有栏的拒绝，写在指定的那一栏', () => {
    expect(problemsOf(refused({ errors: [{ field: 'ticket', message: '验证已失效' }] }), ['password'], 'password')).toEqual({
      password: '验证已失效',
    })
    expect(problemsOf(refused(null), ['password'], 'password')).toEqual({ password: '提交的内容有误' })
    expect(problemsOf(refused({ errors: ['x', null] }), ['password'], 'password')).toEqual({ password: '提交的内容有误' })
  })
})
