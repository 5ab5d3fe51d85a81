import { describe, expect, it } from 'vitest'
import { inlines, proseBlocks } from './prose-blocks.ts'

const shapes = (text: string) => proseBlocks(text).map(({ line: _, ...shape }) => shape)

describe('文章的段落', () => {
  it('标题、段落和列表按行分开，空行断段', () => {
    expect(shapes('开头\n第二行\n\n## 找药\n按名称搜索\n- 拼音\n- 厂家\n结尾')).toEqual([
      { kind: 'paragraph', text: '开头\n第二行' },
      { kind: 'heading', text: '找药', id: 's3' },
      { kind: 'paragraph', text: '按名称搜索' },
      { kind: 'list', items: ['拼音', '厂家'] },
      { kind: 'paragraph', text: '结尾' },
    ])
  })

  it('步骤、表格与提示', () => {
    expect(shapes('1. 填写\n2. 上传\n| 类型 | 证件 |\n| 诊所 | 许可证 |\n! 注意')).toEqual([
      { kind: 'steps', items: ['填写', '上传'] },
      {
        kind: 'table',
        rows: [
          ['类型', '证件'],
          ['诊所', '许可证'],
        ],
      },
      { kind: 'note', text: '注意' },
    ])
  })

  it('没有内容就没有段落', () => expect(proseBlocks(' \n\n')).toEqual([]))
})

describe('文章里的链接', () => {
  it('站内链接变成链接，其余原样', () => {
    expect(inlines('见[运费](/help/zfps/hwps)。')).toEqual([
      { at: 0, text: '见', to: null },
      { at: 1, text: '运费', to: '/help/zfps/hwps' },
      { at: 22, text: '。', to: null },
    ])
  })

  it.each(['[外站](https://evil.example)', '[脚本](javascript:alert(1))', '[空]()', '<b>粗</b>'])('%s 只是文字', (text) => {
    expect(inlines(text).every(({ to }) => to === null)).toBe(true)
  })

  it('协议相对的地址不是站内地址', () => expect(inlines('[a](//evil.example)').some(({ to }) => to !== null)).toBe(false))
})
