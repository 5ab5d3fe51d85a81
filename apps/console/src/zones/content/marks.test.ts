import { expect, test } from 'vitest'
import { markLines, markLink } from './marks.ts'

const at = (text: string, from: number, to = from) => ({ text, from, to })

test('选中的几行各加记号，再按一次去掉；步骤自己编号', () => {
  const list = markLines(at('一\n二\n三', 0, 3), '- ')
  expect(list.text).toBe('- 一\n- 二\n三')
  expect(markLines({ ...list, to: list.to }, '- ').text).toBe('一\n二\n三')
  expect(markLines(at('一\n二', 0, 3), '1. ').text).toBe('1. 一\n2. 二')
})

test('换一种记号不叠加，空行不加', () => {
  expect(markLines(at('- 一', 2), '## ').text).toBe('## 一')
  expect(markLines(at('一\n\n二', 0, 4), '- ').text).toBe('- 一\n\n- 二')
  expect(markLines(at('', 0), '! ').text).toBe('! ')
})

test('选中的字成为链接，方括号不会弄坏它', () => {
  expect(markLink(at('见隐私[政策]吧', 1, 7), '/help/topic/yszc').text).toBe('见[隐私政策](/help/topic/yszc)吧')
  expect(markLink(at('', 0), '/help').text).toBe('[页面](/help)')
})
