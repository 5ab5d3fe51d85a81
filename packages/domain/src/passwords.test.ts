import { describe, expect, it } from 'vitest'
import { passwordProblem } from './passwords.ts'

const GUESSABLE = { known: ['13911110001', 'xiqiao-yy'], common: new Set(['password123', 'p@ssw0rd']) }
const problem = (password: string) => passwordProblem(password, GUESSABLE)

describe('密码规则', () => {
  it.each([
    ['Ab12345', '密码至少 8 位'],
    ['', '密码至少 8 位'],
    ['药店药店药店1', '密码至少 8 位'],
    [`a1${'x'.repeat(63)}`, '密码最多 64 位'],
    ['82640193', '密码至少含字母、数字、符号中的两种'],
    ['correcthorse', '密码至少含字母、数字、符号中的两种'],
    ['a13911110001', '密码中不要包含手机号或用户名'],
    ['XiQiao-yy2026', '密码中不要包含手机号或用户名'],
    ['Password123', '这个密码太常见，请换一个'],
    ['P@ssw0rd', '这个密码太常见，请换一个'],
    ['pass-word 123', '这个密码太常见，请换一个'],
    ['abcd-1234', '这个密码太常见，请换一个'],
    ['qwertyuiop1234567', '这个密码太常见，请换一个'],
    ['a1a1a1a1', '这个密码太常见，请换一个'],
  ])('「%s」：%s', (password, expected) => {
    expect(problem(password)).toBe(expected)
  })

  it.each(['Demo-2026', 'tea and 3 cups', '板蓝根颗粒十袋-7', '  with spaces 1'])('「%s」可以用', (password) => {
    expect(problem(password)).toBeNull()
  })
})
