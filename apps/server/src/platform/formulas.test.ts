import { expect, it } from 'vitest'
import { csvField } from './formulas.ts'

it('表格程序会当成公式的文字（半角、全角）前面加撇号；负数照写；逗号和引号加引号', () => {
  for (const text of ['=1+1', '+1', '-2+3', '@SUM(A1)', '\tx', '＝1+1', '＋8613', '－2', '＠x', "-1+1|' /C calc'!A0"])
    expect(csvField(text), text).toBe(`'${text}`)
  expect(['-1', '-12.50', '阿莫西林', '8-1', ''].map(csvField)).toEqual(['-1', '-12.50', '阿莫西林', '8-1', ''])
  expect([csvField('a,"b"'), csvField('＝"1"')]).toEqual(['"a,""b"""', '"\'＝""1"""'])
})
