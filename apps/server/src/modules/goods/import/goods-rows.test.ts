import { describe, expect, it } from 'vitest'
import { normalApproval, placeOf } from './goods-rows.ts'

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

describe('经营范围归类', () => {
  it.each([
    ['中草药', '国药准字H20050001'],
    ['中药饮片', '国药准字S20050001'],
    ['保健食品', '国药准字J20100001'],
    ['', '国药准字H20050001 国食健字G20040001'],
    ['', '国药准字H20050001 卫消证字(2010)第1号'],
  ])('类别写“%s”、文号写“%s”的药还是药，不因此卖给没有药品范围的客户', (category, approval) => {
    expect(placeOf('阿莫西林胶囊', category, approval).kind).toBe('drug')
  })

  it('没有药品文号的，照旧按类别和文号归类', () => {
    expect(placeOf('黄芪', '中草药', '').kind).toBe('herb')
    expect(placeOf('维生素C咀嚼片', '', '国食健字G20040001').kind).toBe('health')
    expect(placeOf('酒精棉片', '消毒用品', '卫消证字(2010)第1号').kind).toBe('other')
  })
})
