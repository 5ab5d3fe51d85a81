import { describe, expect, it } from 'vitest'
import { nameFault, nameGuesses, nameKind } from './reports.ts'

describe('检验报告的文件名', () => {
  it.each([
    ['G1_B1.pdf', 'G1', 'B1'],
    ['G1_B1_检验报告.PDF', 'G1', 'B1'],
    ['G1_B1_阿莫西林胶囊.pdf', 'G1', 'B1'],
    ['G1＿20260101 (2).pdf', 'G1', '20260101'],
    ['G_1_B-2.pdf', 'G_1', 'B-2'],
    ['YP-001_A2-03.pdf', 'YP-001', 'A2-03'],
    ['G1 B1.pdf', 'G1', 'B1'],
    ['G1/B1.pdf', 'G1', 'B1'],
    ['G1 阿莫西林胶囊/B1_成品检验报告书.pdf', 'G1', 'B1'],
    ['2026\\G1\\B1.pdf', 'G1', 'B1'],
  ])('%s 说的是商品 %s 批号 %s', (path, code, batchNo) => {
    expect(nameFault(path)).toBeNull()
    expect(nameGuesses(path)).toContainEqual({ code, batchNo })
  })

  it('没有编码的文件名猜不出商品', () => {
    expect(nameGuesses('B1.pdf')).toEqual([])
    expect(nameGuesses('检验报告.pdf')).toEqual([])
  })

  it.each([
    ['G1_B1.exe', 'PDF'],
    ['G1_B1.exe.pdf', '两个扩展名'],
    ['G1_B1\u202efdp.pdf', '隐藏字符'],
    ['G1_B1\u0000.pdf', '隐藏字符'],
    ['../../etc/G1_B1.pdf', '路径'],
    ['..\\G1_B1.pdf', '路径'],
    [`G1_${'1'.repeat(300)}.pdf`, '过长'],
  ])('伪造的文件名 %j 不收，说明原因', (path, word) => expect(nameFault(path)).toContain(word))

  it('批签发与进口单据从文件名认出', () => {
    expect(nameKind('G1_B1_批签发.pdf')).toBe('lot_release')
    expect(nameKind('G1_B1_进口通关单.pdf')).toBe('import_paper')
    expect(nameKind('G1_B1.pdf')).toBe('report')
  })

  it('名字再长、符号再多，猜的次数有上限', () => expect(nameGuesses(`${'a_'.repeat(90)}.pdf`).length).toBeLessThanOrEqual(24))
})
