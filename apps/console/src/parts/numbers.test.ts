import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { numberText } from './numbers.ts'

const CONSOLE = join(import.meta.dirname, '..')

describe('数量', () => {
  it('每三位一个分隔', () => {
    expect([0, 999, 1_000, 22_961_234, -1_500].map(numberText)).toEqual(['0', '999', '1,000', '22,961,234', '-1,500'])
  })
  it('后台各页只用这一种写法', () => {
    const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((name) => readFileSync(join(CONSOLE, name), 'utf8').includes('.toLocaleString('))).toEqual([])
  })
})
