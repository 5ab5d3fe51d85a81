import { describe, expect, it } from 'vitest'
import { linkProblem } from './front-links.ts'

describe('商城门面的链接', () => {
  it('本站页面和 https 网址可以，空着也可以', () => {
    for (const url of ['', '/', '/yx', '/list/other/12/感冒清热', '/hdmb?id=winter', 'https://www.nmpa.gov.cn/', 'https://例子.com/a?b=1'])
      expect(linkProblem(url), url).toBeNull()
  })

  it('伪造的链接一律退回', () => {
    for (const url of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      'http://evil.example/',
      'https:evil.example',
      'https://user:pw@evil.example/',
      'https://localhost/',
      'https://127.0.0.1/',
      'yx',
      '/yx"onclick="x',
      '/a\u202eb',
      '/api/user',
      '/console/system',
      `/${'a'.repeat(300)}`,
    ])
      expect(linkProblem(url), JSON.stringify(url)).toEqual(expect.any(String))
    expect(linkProblem('https://www.nmpa.gov.cn/', true)).toContain('以 / 开头')
  })
})
