import { pinyin } from 'pinyin-pro'
import { expect, it } from 'vitest'
import { found, goalsOf } from '../parts/palette-rules.ts'
import { isRecord } from '../rights.ts'
import { ZONES } from './zones.ts'

const lettersOf = (title: string): string => pinyin(title, { pattern: 'first', toneType: 'none', type: 'array' }).join('').toLowerCase()

it('每一页按标题的首字母都找得到', () => {
  const goals = goalsOf(ZONES, () => true)
  const pages = ZONES.flatMap((zone) => zone.pages).filter((page) => !isRecord(page))
  const lost = pages.filter(({ title, path }) => !found(goals, lettersOf(title)).some(({ to }) => to === path))
  expect(lost.map(({ title }) => `${title} ${lettersOf(title)}`)).toEqual([])
})
