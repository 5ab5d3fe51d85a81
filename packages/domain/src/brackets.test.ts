import { expect, it } from 'vitest'
import { withoutBrackets } from './brackets.ts'

it.each([
  ['数量（盒）', '数量'],
  ['数量(盒)[整件]【必填】', '数量'],
  ['生物制品(不含血液制品、疫苗)、中成药', '生物制品、中成药'],
  ['（药', '（药'],
  ['药）', '药）'],
  ['（（药）', ''],
  ['', ''],
])('%s 去掉括号里的是 %s', (text, plain) => expect(withoutBrackets(text)).toBe(plain))
