import { expect, it } from 'vitest'
import { proseBlocks } from './prose-blocks.ts'

const shapes = (text: string) => proseBlocks(text).map(({ line: _, ...shape }) => shape)

it('标题、段落和列表按行分开，空行断段', () => {
  expect(shapes('开头\n第二行\n\n## 找药\n按名称搜索\n- 拼音\n- 厂家\n结尾')).toEqual([
    { kind: 'paragraph', text: '开头\n第二行' },
    { kind: 'heading', text: '找药' },
    { kind: 'paragraph', text: '按名称搜索' },
    { kind: 'list', items: ['拼音', '厂家'] },
    { kind: 'paragraph', text: '结尾' },
  ])
})

it('没有内容就没有段落', () => expect(proseBlocks(' \n\n')).toEqual([]))
