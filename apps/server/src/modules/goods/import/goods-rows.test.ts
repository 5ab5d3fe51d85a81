import { describe, expect, it } from 'vitest'
import { normalApproval } from './goods-rows.ts'

describe('批准文号的写法', () => {
  it.each([
    ['国药准字 h20063349', '国药准字H20063349'],
    ['国药准字(H20063349)', '国药准字H20063349'],
    ['国药准字H20063349（2025年再注册）', '国药准字H20063349'],
    ['TNI20061234', 'TNI20061234'],
  ])('%s 记作 %s', (written, kept) => {
    expect(normalApproval(written)).toBe(kept)
  })

  it.each(['国药准字H20063349;麻准TNI20061234', '麻准TNI20061234/国药准字H20063349', '国药准字H20063349、国药准字J20061234'])(
    '%s：另有一个文号，一个也不丢，禁售目录都要看',
    (written) => {
      expect(normalApproval(written)).toBe(written)
    },
  )
})
