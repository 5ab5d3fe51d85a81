import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inHouseFont } from '#domain/house-font.ts'
import { paperFonts } from './fonts.ts'
import { makePaper } from './paper.ts'

const MADE_AT = new Date('2026-11-21T02:00:00Z')
const options = { title: '测试单据', author: '安衡医药', footer: '第一联', madeAt: MADE_AT }

it('单据在自己的线程里画：这边照常应答，一张画坏了不碍下一张', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  const papers = await Promise.allSettled([
    // Long enough that the timer has time for its turns, also where the thread has drawn before.
    makePaper(options, (paper) => {
      paper.heading('含麻黄碱复方制剂收货回执', '订单编号 1')
      paper.table(
        [{ title: '品名', share: 1 }],
        Array.from({ length: 1_000 }, (_, at) => [`氨酚伪麻美芬片 ${at}`]),
      )
    }),
    // A column with no width at all cannot be drawn.
    makePaper(options, (paper) => paper.table(null as never, [])),
    makePaper(options, (paper) => paper.paragraph('购销双方')),
  ])
  clearInterval(timer)
  expect(papers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  for (const paper of papers) {
    if (paper.status === 'fulfilled') expect(paper.value.subarray(0, 5).toString()).toBe('%PDF-')
    else expect(String(paper.reason)).toContain('TypeError')
  }
  expect(turns).toBeGreaterThan(5)
})

it('同样的内容画出同样的单据', async () => {
  const draw = () => makePaper(options, (paper) => paper.facts([['购货单位', '溪桥大药房']]))
  const [one, other] = await Promise.all([draw(), draw()])
  expect(one.length).toBeGreaterThan(1_000)
  expect(one.equals(other)).toBe(true)
})

/** Priorities of this process's threads as the kernel has them; 0 is the usual one. */
const priorities = (): number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const said = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(said.slice(said.lastIndexOf(')') + 2).split(' ')[16])
  })

it.skipIf(process.platform !== 'linux')('只有制作单据的线程让路，应答买家的线程和公用线程照常', async () => {
  await makePaper(options, (paper) => paper.heading('随货同行单'))
  expect(priorities().filter((one) => one > 0)).toEqual([10])
})

it('填写时认得的字正是单据字库两种字重都有的字', async () => {
  const { regular, bold } = await paperFonts()
  const inBold = new Set(bold.characterSet)
  const drawn = new Set(regular.characterSet.filter((code) => code >= 32 && inBold.has(code)))
  const codes = Array.from({ length: 0x110000 - 32 }, (_, at) => at + 32)
  expect(codes.filter((code) => inHouseFont(code) !== drawn.has(code)).slice(0, 5)).toEqual([])
})
