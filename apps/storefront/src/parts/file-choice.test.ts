import { describe, expect, it } from 'vitest'
import { choiceProblem, sizeText, withinRoom } from './file-choice.ts'

describe('选择文件', () => {
  it.each([
    ['图片可作证照', 'image/png', 10, 'paper', ''],
    ['PDF 可作证照', 'application/pdf', 10, 'paper', ''],
    ['PDF 不能作照片', 'application/pdf', 10, 'image', '只支持JPG、PNG、WebP 图片'],
    ['表格不收', 'application/vnd.ms-excel', 10, 'paper', '只支持JPG、PNG、WebP 图片或 PDF'],
    ['超过 10 MB 不发送', 'image/png', 10 * 1024 * 1024 + 1, 'paper', '文件超过 10 MB，请压缩后再传'],
    ['空文件不发送', 'image/png', 0, 'paper', '这是一个空文件'],
  ] as const)('%s', (_title, type, size, accept, problem) => {
    expect(choiceProblem({ type, size }, accept)).toBe(problem)
  })

  it('一次选得太多，只取放得下的并说明', () => {
    expect(withinRoom([1, 2, 3], 2)).toEqual({ taken: [1, 2], tooMany: true })
    expect(withinRoom([1], 0)).toEqual({ taken: [], tooMany: true })
    expect(withinRoom([1], 1)).toEqual({ taken: [1], tooMany: false })
  })

  it('大小写成人看得懂的样子', () => {
    expect([sizeText(10), sizeText(200_000), sizeText(3_500_000)]).toEqual(['1 KB', '195 KB', '3.3 MB'])
  })
})
