import { readFile } from 'node:fs/promises'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Tag } from './Tag.tsx'

it('优 秒 满 换购 赠 特 新 各有各的颜色，别的标签用底色', async () => {
  const styles = await readFile(new URL('./Tag.module.css', import.meta.url), 'utf8')
  const tokens = await readFile(new URL('../../../../packages/ui/src/tokens.css', import.meta.url), 'utf8')
  const tokenOf = (name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(tokens)?.[1]
  const colours = ['优', '秒', '满', '换购', '赠', '特', '新'].map((name) => {
    const html = renderToStaticMarkup(createElement(Tag, { name }))
    expect(html).toContain(`>${name}</span>`)
    // The class of its colour, without what the build adds to it.
    const own = /class="\S+ _?([a-z]+)/.exec(html)?.[1] ?? ''
    const rule = new RegExp(`\\.${own} \\{([^}]*)\\}`).exec(styles)?.[1] ?? ''
    const [background = '', text = ''] = [...rule.matchAll(/var\((--[\w-]+)\)/g)].map(([, token = '']) => tokenOf(token))
    expect(background).not.toBe('')
    expect(text).not.toBe('')
    return `${background} ${text}`
  })
  expect(new Set(colours).size).toBe(7)
  expect(renderToStaticMarkup(createElement(Tag, { name: '其他' }))).toMatch(/class="\S+ "/)
})
